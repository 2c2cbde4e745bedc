import { faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  title?: string
  /** The error, and the id of its field. */
  errors: readonly { field: string; message: string }[]
  /** Grows with each attempt: the summary takes the focus again. */
  attempts: number
}

/** Why a long form cannot be sent, each error a link to its field. Renders nothing without errors. */
export function ErrorSummary({ title = 'Not sent yet', errors, attempts }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) box.current?.focus()
  }, [attempts])
  if (errors.length === 0) return null
  return (
    <div ref={box} className="note note-danger" role="alert" tabIndex={-1}>
      <Icon icon={faTriangleExclamation} />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <ul className="mt-1">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                className="inline-flex min-h-11 items-center underline underline-offset-3 lg:min-h-7"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
