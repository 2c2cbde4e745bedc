import { type InputHTMLAttributes, useState } from 'react'
import { parseTime, typedTime } from './calendar-day.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  /** `18:30`, or empty. Typed text that is not a time is kept as is, for the form to refuse. */
  value: string
  onChange: (time: string) => void
}

/** A time of day, typed as people say it: `7p`, `730pm`, `7:30 PM` or `19:30`. */
export function TimeInput({ value, onChange, ...input }: Props) {
  // What is being typed, until the field is left.
  const [text, setText] = useState<string | null>(null)
  const leave = (): void => {
    if (text !== null) onChange(parseTime(text) ?? text.trim())
    setText(null)
  }
  return (
    <input
      {...input}
      type="text"
      className="input"
      autoComplete="off"
      placeholder="7:30 PM"
      value={text ?? typedTime(value)}
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}
