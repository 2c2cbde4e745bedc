import { faCheck, faChevronDown } from '@fortawesome/free-solid-svg-icons'
import { Select as Radix } from 'radix-ui'
import { useContext } from 'react'
import type { FieldIds } from './field.tsx'
import { Icon } from './icon.tsx'
import { Layer } from './layer.ts'

/** An option of a list that floats over the page. */
export const optionClass =
  'select-option flex min-h-11 cursor-pointer items-center justify-between gap-5 rounded-badge px-3 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink2 data-disabled:line-through data-highlighted:bg-ink data-highlighted:text-page'

export type Option = { value: string; label: string; disabled?: boolean }
type Props = {
  /** Its name, where no visible label names it. */
  label?: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  /** Shown while the value is not one of the options. */
  placeholder?: string
  disabled?: boolean | undefined
  className?: string
  ids?: FieldIds
}

const TRIGGER =
  'inline-flex items-center justify-between gap-3 text-left whitespace-nowrap data-placeholder:text-ink2 data-disabled:cursor-not-allowed data-disabled:border-dashed data-disabled:bg-sunken data-disabled:text-ink2 *:[span]:overflow-hidden *:[span]:text-ellipsis'

/** A short list. Typing finds an option; the typed letters are forgotten after a second (Radix). */
export function Select({
  label,
  value,
  options,
  onChange,
  placeholder,
  disabled,
  className = '',
  ids,
}: Props) {
  const layer = useContext(Layer)
  const current = options.find((option) => option.value === value)
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger className={`input ${TRIGGER} ${className}`} aria-label={label} {...ids}>
        <Radix.Value placeholder={placeholder}>{current?.label ?? placeholder ?? value}</Radix.Value>
        <Radix.Icon asChild>
          <span>
            <Icon icon={faChevronDown} className="text-[0.75rem] text-ink2" />
          </span>
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          className="z-60 max-h-[min(60vh,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) overflow-auto rounded-control border-[1.5px] border-control bg-surface p-1 shadow-2"
          position="popper"
          sideOffset={4}
          collisionPadding={8}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={optionClass}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Icon icon={faCheck} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
