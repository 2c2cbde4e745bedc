import { type ReactNode, useEffect, useRef } from 'react'
import { firstInvalid, focusOn } from '#web/ui/focus.ts'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors } from '#web/write.ts'

type Props = {
  error: Error | null
  /** Fields that show their own errors; any other error is shown above the form. */
  fields: readonly string[]
  onSubmit: () => void
  children: ReactNode
  /** Read before the fields; a form without its own heading has one. */
  label?: string
  className?: string
}

/** An account form: an error is shown once, at its field where it has one, and the field gets the focus. */
export function AuthForm({ error, fields, onSubmit, children, label, className = 'grid gap-4' }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const refused = fieldErrors(error)
  const isSaid = fields.some((field) => refused[field])
  useEffect(() => {
    if (!error) return
    const invalid = firstInvalid(form.current)
    if (invalid) focusOn(invalid)
    // The button of a long form is far below its error.
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <form
      ref={form}
      aria-label={label}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {error && !isSaid && (
        <Note tone="danger" role="alert">
          {error.message}
        </Note>
      )}
      {children}
    </form>
  )
}
