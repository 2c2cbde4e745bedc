import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { Icon } from './icon.tsx'

type Props<Value extends string> = {
  options: readonly { value: Value; label: string; icon: IconDefinition }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three ways to view the same thing, as icons with names. */
export function Segmented<Value extends string>({ options, value, onChange }: Props<Value>) {
  return (
    <div className="segment inline-flex w-fit overflow-hidden rounded-control border-[1.5px] border-control bg-surface">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="grid min-h-[2.8125rem] w-[2.875rem] place-items-center focus-visible:-outline-offset-4 aria-pressed:bg-ink aria-pressed:text-page"
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
