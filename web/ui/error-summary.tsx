import { faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  title?: string
  /** What is wrong, and the id of the field that it is about. */
  errors: readonly { field: string; message: string }[]
  /** Grows with each attempt: the summary takes the focus again. */
  attempts: number
}

/** What keeps a long form from being sent, each a way to its field. Nothing while nothing is wrong. */
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
