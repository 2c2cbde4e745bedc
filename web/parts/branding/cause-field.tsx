import { useId, useState } from 'react'
import { CAUSE_IDS, CAUSES, type Cause } from '#domain/campaigns/causes.ts'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { CHOICE, CHOICE_INPUT } from '#web/ui/choice.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

const ALL = CAUSE_IDS.map((cause) => {
  const { label, alsoCalled, picture } = CAUSES[cause]
  return { cause, label, picture, searched: `${label} ${alsoCalled}`.toLowerCase() }
})

type Props = {
  label: string
  value: Cause
  onChange: (cause: Cause) => void
  error?: string | undefined
}

/** What a campaign is for: all kinds of cause, narrowed by each letter typed. */
export function CauseField({ label, value, onChange, error }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  // What is chosen when the form opens stands first, where it is seen without scrolling.
  const [ordered] = useState(() =>
    ALL.toSorted((a, b) => Number(b.cause === value) - Number(a.cause === value)),
  )
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const found = ordered.filter(({ searched }) => words.every((word) => searched.includes(word)))
  const shown = found.length > 0 ? found : ALL.filter(({ cause }) => cause === 'custom')
  return (
    <fieldset className="field min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">
        {label} <span className="text-ink2">{CAUSES[value].label}</span>
      </legend>
      <SearchField label="Search sports and causes" value={text} onChange={setText} />
      <div className="-mx-1 grid max-h-44 grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-1.5 overflow-y-auto p-1 sm:max-h-62">
        {shown.map(({ cause, label: name, picture }) => (
          <label key={cause} className={`${CHOICE} flex min-h-11 items-center gap-2 px-2.5 py-1.5`}>
            <input
              className={CHOICE_INPUT}
              type="radio"
              name={id}
              value={cause}
              checked={value === cause}
              onChange={() => onChange(cause)}
            />
            <TemplateMark cause={picture} />
            <span className="min-w-0 leading-tight wrap-anywhere">{name}</span>
          </label>
        ))}
      </div>
      <p className="field-hint" role="status">
        {found.length === 0
          ? 'Nothing here is called that. Choose “Custom Event”: you can change its words.'
          : `${shown.length} of ${ALL.length}`}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
