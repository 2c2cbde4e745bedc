import { faCheck, faCopy } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const SAYS_SO_MS = 2_000

type Props = {
  /** The text to copy. */
  text: string
  /** "Copy Link". */
  children: string
  /** Whose it is, where a page has several. */
  of?: string
  size?: 'small' | 'dense' | 'normal'
  /** Called when the browser does not let a page copy: show the text, to be copied manually. */
  onRefused?: () => void
}

/** Copies, and confirms it visibly and to screen readers. */
export function CopyButton({ text, children, of, size = 'normal', onRefused }: Props) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return onRefused?.()
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SAYS_SO_MS)
  }
  return (
    <Button size={size} onClick={() => void copy()}>
      <Icon icon={isCopied ? faCheck : faCopy} />
      <span className="inline-grid *:[grid-area:1/1]">
        {/* The button keeps its name for screen readers while it says that it copied. */}
        <span className={isCopied ? 'opacity-0' : ''}>
          {children}
          {of && <span className="sr-only"> of {of}</span>}
        </span>
        <span className={isCopied ? '' : 'invisible'} role="status">
          {isCopied ? 'Copied' : ''}
        </span>
      </span>
    </Button>
  )
}
