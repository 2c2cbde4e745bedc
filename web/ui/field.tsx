import { faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { Icon } from './icon.tsx'

type Frame = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  className?: string
}
type Ids = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Label above, hint and error below, both tied to the field for those who cannot see the page. */
function FieldFrame({
  label,
  hint,
  error,
  optional,
  className = '',
  children,
}: Frame & { children: (ids: Ids) => ReactNode }) {
  const id = useId()
  const describedBy =
    [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="quiet font-normal"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon icon={faTriangleExclamation} />
      <span>{children}</span>
    </p>
  )
}

export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  prefix,
  money,
  ...input
}: Frame & { prefix?: ReactNode; money?: boolean } & Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> & {
    ref?: React.Ref<HTMLInputElement>
  }) {
  return (
    <FieldFrame {...({ label, hint, error, optional, className } as Frame)}>
      {(ids) => {
        const field = <input type="text" {...input} {...ids} className={`input ${money ? 'money' : ''}`} />
        if (!prefix) return field
        return (
          <div className="affix">
            <span aria-hidden="true">{prefix}</span>
            {field}
          </div>
        )
      }}
    </FieldFrame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: Frame & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: React.Ref<HTMLTextAreaElement> }) {
  return (
    <FieldFrame {...({ label, hint, error, optional, className } as Frame)}>
      {(ids) => <textarea {...input} {...ids} className="input" />}
    </FieldFrame>
  )
}

/** The platform's own list: the best one there is on a phone, and for long lists such as the states. */
export function ChoiceField({
  label,
  hint,
  error,
  optional,
  className,
  children,
  ...select
}: Frame & SelectHTMLAttributes<HTMLSelectElement> & { ref?: React.Ref<HTMLSelectElement> }) {
  return (
    <FieldFrame {...({ label, hint, error, optional, className } as Frame)}>
      {(ids) => (
        <select {...select} {...ids} className="input">
          {children}
        </select>
      )}
    </FieldFrame>
  )
}
