import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** 'wide' takes the whole screen of a phone; 'narrow' too; 'sheet' stays a card everywhere. */
  size?: 'wide' | 'narrow' | 'sheet'
  head?: ReactNode
  foot?: ReactNode
  children: ReactNode
  /** Another part of the same dialog starts at its top. */
  part?: string | number
  /** A long form is not lost by a press beside it. */
  keepOnOutside?: boolean
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'narrow',
  head,
  foot,
  children,
  part,
  keepOnOutside = true,
}: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={`dialog ${size === 'wide' ? '' : 'narrow'} ${size === 'sheet' ? 'sheet' : ''}`}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onPointerDownOutside={(event) => keepOnOutside && event.preventDefault()}
          onInteractOutside={(event) => keepOnOutside && event.preventDefault()}
        >
          <header className="dialog-head">
            <div className="flex items-center justify-between gap-4">
              <Radix.Title className="text-[32px] leading-none">{title}</Radix.Title>
              <Radix.Close className="icon-button" aria-label="Close">
                <Icon icon={faXmark} />
              </Radix.Close>
            </div>
            {description && <Radix.Description className="quiet mt-2">{description}</Radix.Description>}
            {head}
          </header>
          <div key={part} className="dialog-body">
            {children}
          </div>
          {foot && <footer className="dialog-foot">{foot}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Bars for steps, and always the words too. */
export function Steps({
  now,
  of,
  name,
  next,
}: {
  now: number
  of: number
  name: string
  next: string | null
}) {
  return (
    <div className="mt-3">
      <p className="fine flex justify-between">
        <strong aria-live="polite">{`Step ${now} of ${of}: ${name}`}</strong>
        {next && <span className="quiet">Next: {next}</span>}
      </p>
      <div className="steps" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their numbers
          <i key={index} className={index + 1 < now ? 'done' : index + 1 === now ? 'now' : ''} />
        ))}
      </div>
    </div>
  )
}
