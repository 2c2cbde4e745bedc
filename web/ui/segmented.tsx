import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { Icon } from './icon.tsx'

type Props<Value extends string> = {
  options: readonly { value: Value; label: string; icon: IconDefinition }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three ways to see the same thing, as pictures with names. */
export function Segmented<Value extends string>({ options, value, onChange }: Props<Value>) {
  return (
    <div className="segment">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-label={option.label}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <Icon icon={option.icon} />
        </button>
      ))}
    </div>
  )
}
