import { faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { Icon } from './icon.tsx'

export type Frame = {
  label: string
  /** Below the field, always shown. */
  hint?: ReactNode
  /** One sentence that says what to do; marks the field as invalid. */
  error?: string | undefined
  optional?: boolean | undefined
  className?: string | undefined
  /** The id of an instruction that stands elsewhere. */
  describedBy?: string | undefined
}
export type FieldIds = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** What belongs to the frame of a field, and what to the input inside it. */
export function splitFrame<Props extends Frame>({
  label,
  hint,
  error,
  optional,
  className,
  describedBy,
  ...input
}: Props): [Frame, Omit<Props, keyof Frame>] {
  return [{ label, hint, error, optional, className, describedBy }, input]
}

/** Label above, hint and error below, both tied to the field for screen readers. */
export function FieldFrame({
  label,
  hint,
  error,
  optional,
  className = '',
  describedBy: elsewhere,
  id: ownId,
  below,
  children,
}: Frame & {
  id?: string | undefined
  /** Beside the hint, such as how many characters are left. */
  below?: ReactNode
  children: (ids: FieldIds) => ReactNode
}) {
  const madeId = useId()
  const id = ownId ?? madeId
  const describedBy =
    [elsewhere, hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id} id={`${id}-label`}>
        {label}
        {optional && <span className="quiet font-normal"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {below}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** What appears while the focus is already in its field would be read by nobody. */
const speak = (error: HTMLElement | null): void => {
  if (error?.id && document.activeElement?.getAttribute('aria-describedby')?.includes(error.id))
    error.setAttribute('role', 'alert')
}

type ErrorProps = {
  id?: string
  /** Said at once, wherever the focus is. */
  isAlert?: boolean
  children: ReactNode
}

export function FieldError({ id, isAlert = false, children }: ErrorProps) {
  return (
    <p className="field-error" id={id} ref={speak} role={isAlert ? 'alert' : undefined}>
      <Icon icon={faTriangleExclamation} />
      <span>{children}</span>
    </p>
  )
}

/** Overlaps the start of a field that leaves room for it. */
export const affixClass = 'pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink2'

export type TextFieldProps = Frame & {
  /** Inside the field, before what is typed: a sign or an icon. */
  prefix?: ReactNode
  /** Figures in the display face, as money is shown everywhere. */
  money?: boolean
  ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'>

export function TextField({ prefix, money, ...props }: TextFieldProps) {
  const [frame, input] = splitFrame(props)
  return (
    <FieldFrame {...frame} id={input.id}>
      {(ids) => {
        const room = !prefix ? '' : typeof prefix === 'string' ? 'pl-8' : 'pl-11'
        const face = money ? 'font-display large-[1.5] leading-none font-[750] normal-nums' : ''
        const field = <input type="text" {...input} {...ids} className={`input ${face} ${room}`} />
        if (!prefix) return field
        return (
          <div className="relative">
            <span aria-hidden="true" className={affixClass}>
              {prefix}
            </span>
            {field}
          </div>
        )
      }}
    </FieldFrame>
  )
}

type TextAreaProps = Frame &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    ref?: Ref<HTMLTextAreaElement>
    /** How many characters fit: a counter is shown below. Typing more is possible; the form refuses it. */
    most?: number
  }

export function TextArea({ most, ...props }: TextAreaProps) {
  const [frame, input] = splitFrame(props)
  const used = typeof input.value === 'string' ? input.value.length : 0
  const counter = most !== undefined && (
    <p className={`text-right text-[0.875rem] ${used > most ? 'font-[650] text-danger' : 'text-ink2'}`}>
      {used} of {most}
      <span className="sr-only"> characters</span>
    </p>
  )
  return (
    <FieldFrame {...frame} id={input.id} below={counter}>
      {(ids) => <textarea {...input} {...ids} className="input" />}
    </FieldFrame>
  )
}

/** The platform's own list: the best one on a phone, and for long lists such as the states. */
export function ChoiceField({
  children,
  ...props
}: Frame & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  const [frame, select] = splitFrame(props)
  return (
    <FieldFrame {...frame} id={select.id}>
      {(ids) => (
        <select {...select} {...ids} className="input">
          {children}
        </select>
      )}
    </FieldFrame>
  )
}

export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'prefix' | 'money'>) {
  return (
    <TextField
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="email"
      inputMode="email"
    />
  )
}

type Props = Omit<TextFieldProps, 'prefix' | 'money' | 'type' | 'inputMode'> & {
  /** Whole numbers only: the phone shows a keypad without a decimal point. */
  whole?: boolean
}

/** A count or a quantity. A text field with a numeric keypad: no wheel or arrow key changes it by accident. */
export function NumberField({ whole = false, ...props }: Props) {
  return <TextField autoComplete="off" {...props} inputMode={whole ? 'numeric' : 'decimal'} />
}

export function PhoneField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'prefix' | 'money'>) {
  return <TextField autoComplete="tel" {...props} type="tel" inputMode="tel" />
}

/** An amount in dollars, typed freely. The form parses it. */
export function MoneyField(props: Omit<TextFieldProps, 'prefix' | 'money' | 'type' | 'inputMode'>) {
  return <TextField placeholder="0.00" autoComplete="off" {...props} prefix="$" money inputMode="decimal" />
}
