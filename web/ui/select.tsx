import { faCheck, faChevronDown } from '@fortawesome/free-solid-svg-icons'
import { Select as Radix } from 'radix-ui'
import { Icon } from './icon.tsx'

export type Option = { value: string; label: string }

/** A short list in a bar. Typing finds an option; the typed letters are forgotten after a second (Radix). */
export function Select({
  label,
  value,
  options,
  onChange,
  className = '',
}: {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  className?: string
}) {
  const current = options.find((option) => option.value === value)
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.Trigger className={`input select-trigger ${className}`} aria-label={label}>
        <Radix.Value>{current?.label ?? value}</Radix.Value>
        <Radix.Icon asChild>
          <span>
            <Icon icon={faChevronDown} />
          </span>
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="select-list" position="popper" sideOffset={4}>
          <Radix.Viewport nonce={(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__}>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className="select-option">
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
