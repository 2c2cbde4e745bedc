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
  /** The id of what is wrong with the choice. */
  describedBy?: string | undefined
}

/** The most characters that fit three abreast on a phone. */
const LONG_LABEL = 8

const CHIP =
  'flex min-h-13 items-center justify-center rounded-control border-[1.5px] border-control bg-surface text-center normal-nums peer-focus-visible:focus-ring peer-[:hover:not(:checked)]:bg-sunken peer-checked:border-ink peer-checked:bg-ink peer-checked:text-page peer-checked:before:check-mark peer-checked:before:h-2 peer-checked:before:w-[0.8125rem] peer-checked:before:-translate-y-[2.828px]'
const AMOUNT = 'gap-1.5 px-1.5 font-display large-[1.625] leading-none font-extrabold'
/** "Conference" fits a third of a phone's width, also beside its check mark. */
const WORDS = 'gap-1 px-1 py-1.5 font-sans text-[0.9375rem]/[1.15] font-[650] wrap-anywhere'

/** Preset amounts, or a few short answers, side by side: one may be chosen. */
export function Chips({ legend, options, value, onChange, words = false, describedBy }: Props) {
  const name = useId()
  const isLong = !words && options.some(({ label }) => label.length > LONG_LABEL)
  // Four are two rows of two, not three and one.
  const abreast = options.length === 4 ? 'grid-cols-2' : 'grid-cols-3'
  return (
    <fieldset
      aria-describedby={describedBy}
      className={`chips grid min-w-0 gap-2 ${isLong ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.75rem),1fr))]' : abreast}`}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="chip relative">
          <input
            className="peer input-over"
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span
            className={`${CHIP} ${words ? WORDS : AMOUNT}`}
            {...(words ? {} : { translate: 'no' as const })}
          >
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
