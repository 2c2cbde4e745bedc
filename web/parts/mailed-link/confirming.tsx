import type { ReactNode } from 'react'
import { usd } from '#web/format.ts'
import { GUEST_BAR } from '#web/parts/guests/layout-classes.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Failed } from './not-shown.tsx'

const LONG = 9

/** The largest figure of the page. */
export function Most({ amount, className = '' }: { amount: string; className?: string }) {
  const most = usd(amount)
  return (
    <p className={`flex ${className} items-end justify-between gap-3 border-t-[3px] border-ink pt-3`}>
      <strong>The most you can owe</strong>
      <Figure text={most} className={most.length > LONG ? 'large-[2.75]' : 'large-[4]'} />
    </p>
  )
}

type BarProps = {
  error: Error | null
  isPending: boolean
  onConfirm: () => void
  className?: string
  /** What the button says; null where nothing can be confirmed. */
  children: string | null
}

/** The button that does what the mail is about, and why it failed. */
export const ConfirmBar = ({ error, isPending, onConfirm, className = '', children }: BarProps) => (
  <div className={`${GUEST_BAR} ${className}`}>
    <Failed error={error} />
    {children && (
      <Button
        kind="primary"
        size="big"
        full
        ignoresDoubleClick
        pending={isPending && 'Confirming...'}
        onClick={onConfirm}
      >
        {children}
      </Button>
    )}
  </div>
)

type AlsoProps = { id: string; title: string; text: string; hasLine?: boolean; children: ReactNode }

/** What else can be done here, below what the page is about: "Not you?". */
export const Also = ({ id, title, text, hasLine = true, children }: AlsoProps) => (
  <section className={`grid gap-2 ${hasLine ? 'border-t border-line pt-4' : ''}`} aria-labelledby={id}>
    <Heading level={2} size="detail" id={id}>
      {title}
    </Heading>
    <p className="quiet">{text}</p>
    <p>{children}</p>
  </section>
)
