import { faMagnifyingGlass, faXmark } from '@fortawesome/free-solid-svg-icons'
import { type ChangeEvent, useRef } from 'react'
import { affixClass } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = {
  /** Its name; shown as the placeholder when it has none. */
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  className?: string
}

/** Searches this screen. One press clears it, and the field keeps the focus. */
export function SearchField({ label, placeholder = label, value, onChange, className = '' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={`relative ${className}`}>
      <span aria-hidden="true" className={affixClass}>
        <Icon icon={faMagnifyingGlass} />
      </span>
      <input
        ref={input}
        type="search"
        className="input pr-12 pl-11 [&::-webkit-search-cancel-button]:hidden"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className="icon-button absolute top-0.5 right-0.5"
          aria-label="Clear the search"
          onClick={clear}
        >
          <Icon icon={faXmark} />
        </button>
      )}
    </div>
  )
}
