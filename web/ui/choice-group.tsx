import { type ReactNode, useId } from 'react'
import { Choice } from './choice.tsx'
import { FieldError } from './field.tsx'

type Option = { value: string; title: string; text?: ReactNode; disabled?: boolean }
type Props = {
  legend: string
  options: readonly Option[]
  value: string | null
  onChange: (value: string) => void
  error?: string | undefined
  /** Side by side where there is room; otherwise one below the other. */
  across?: boolean
}

/** A question with a few answers, each a card with a sentence. */
export function ChoiceGroup({ legend, options, value, onChange, error, across = false }: Props) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">{legend}</legend>
      {/* Above the answers: below them, on a phone, it may be out of sight. */}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className={`choices grid gap-2.5 ${across ? 'md:auto-cols-fr md:grid-flow-col' : ''}`}>
        {options.map((option) => (
          <Choice
            key={option.value}
            name={id}
            value={option.value}
            title={option.title}
            disabled={option.disabled}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          >
            {option.text}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
