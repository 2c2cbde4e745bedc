import { faMagnifyingGlass } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef } from 'react'
import { affixClass } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

const TYPING_PAUSE_MS = 300

type Props = { value: string; onChange: (search: string) => void; className?: string }

/** Searches when the typing pauses. Text being typed is never reverted; Back and Clear Filters change the field. */
export function SearchBox({ value, onChange, className = '' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef(value)
  const asked = useRef<string[]>([])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const field = input.current
    if (!field || known.current === value) return
    known.current = value
    const place = asked.current.indexOf(value)
    asked.current = asked.current.slice(place < 0 ? Infinity : place + 1)
    // This field's own searches come back while the user types on; any other change is Back or Clear Filters.
    if (place >= 0 || field.value.trim() === value) return
    clearTimeout(timer.current)
    field.value = value
  }, [value])
  function ask(search: string) {
    asked.current.push(search)
    onChange(search)
  }
  return (
    <div className={`search-box relative ${className}`}>
      <span aria-hidden="true" className={affixClass}>
        <Icon icon={faMagnifyingGlass} />
      </span>
      <input
        ref={input}
        type="search"
        name="search"
        className="input pl-11"
        dir="auto"
        aria-label="Search campaigns and organizations"
        placeholder="Search campaigns, organizations..."
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={value}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => ask(target.value.trim()), TYPING_PAUSE_MS)
        }}
      />
    </div>
  )
}
