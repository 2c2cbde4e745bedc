import { useId } from 'react'

type Chip = { value: string; label: string }
type Props = {
  /** Read before the choices; not shown. */
  legend: string
  options: readonly Chip[]
  /** Null: none is chosen, because the user entered their own amount. */
  value: string | null
  onChange: (value: string) => void
  /** Words ("Yes", "Not yet") instead of amounts. */
  words?: boolean
}

/** The most characters that fit three abreast on a phone. */
const LONG_LABEL = 8

/** Preset amounts, or a few short answers, side by side: one may be chosen. */
export function Chips({ legend, options, value, onChange, words = false }: Props) {
  const name = useId()
  const isLong = !words && options.some(({ label }) => label.length > LONG_LABEL)
  return (
    <fieldset
      className={`chips grid gap-2 ${isLong ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,156px),1fr))]' : 'grid-cols-[repeat(3,1fr)]'}`}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={`chip relative ${words ? 'words' : ''}`}>
          <input
            className="input-over"
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
