import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

type Props = {
  title: string
  /** Each reason for asking, in a sentence. */
  reasons?: readonly string[]
  children?: ReactNode
  yes: string
  no: string
  pending?: string | false
  onYes: () => void
  onNo: () => void
}

/** A question in the form itself, before anything is sent or stored. It scrolls into view and takes the focus. */
export function Question({ title, reasons = [], children, yes, no, pending, onYes, onNo }: Props) {
  const place = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.focus()
  }, [])
  return (
    <fieldset ref={place} tabIndex={-1} aria-label={title} className="min-w-0 outline-none">
      <Note tone="warning" role="alert">
        <strong>{title}</strong>
        {reasons.length > 0 && <Reasons reasons={reasons} />}
        {children}
      </Note>
      <div className="mt-3 flex flex-wrap gap-2.5 max-sm:*:flex-auto">
        <Button onClick={onNo} type="button">
          {no}
        </Button>
        <Button kind="ink" type="button" pending={pending} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </fieldset>
  )
}

export function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="mt-1.5 grid gap-1">
      {reasons.map((reason) => (
        <li key={reason} className="break-words">
          {reason}
        </li>
      ))}
    </ul>
  )
}
