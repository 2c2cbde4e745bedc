import { faCheck, faCopy } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TextArea } from './field.tsx'
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
}

/**
 * Copies, and confirms it visibly and to screen readers. Where the browser does not let a page copy, a field with the
 * selected text follows the button, so that it can't be in a <p>.
 */
export function CopyButton({ text, children, of, size = 'normal' }: Props) {
  const [isCopied, setCopied] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return setRefusals((count) => count + 1)
    }
    setRefusals(0)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SAYS_SO_MS)
  }
  return (
    <>
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
      {refusals > 0 && (
        <TextArea
          // Each refusal focuses it anew.
          key={refusals}
          label="Your browser did not copy it: copy the selected text yourself"
          className="w-full whitespace-normal"
          readOnly
          autoFocus
          rows={Math.min(text.split('\n').length + 1, 8)}
          value={text}
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  )
}
