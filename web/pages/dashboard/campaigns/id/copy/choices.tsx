import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'

type Choosable = { id: string; label: string; hint?: string; unfit?: string | undefined }
type Props = {
  legend: string
  hint: string
  rows: readonly Choosable[]
  chosen: readonly string[]
  error?: string | undefined
  onChange: (ids: string[]) => void
}

/** Which of them to copy; all at once, or one by one. */
export function Choices({ legend, hint, rows, chosen, error, onChange }: Props) {
  const choosable = rows.filter(({ unfit }) => !unfit).map(({ id }) => id)
  const isAll = choosable.every((id) => chosen.includes(id))
  const toggle = (id: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  if (rows.length === 0) return null
  return (
    <fieldset className="field min-w-0">
      <legend>
        <Heading level={2} size="card">
          {legend}
        </Heading>
      </legend>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="quiet fine min-w-0 flex-1">{hint}</p>
        <Button size="dense" onClick={() => onChange(isAll ? [] : choosable)}>
          {isAll ? 'None' : 'All'}
          <span className="sr-only"> of the {legend.toLowerCase()}</span>
        </Button>
      </div>
      <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {rows.map(({ id, label, hint: more, unfit }) => (
          <li key={id} className="min-w-0">
            <Checkbox
              label={<span className="break-words">{label}</span>}
              hint={unfit ?? more}
              disabled={Boolean(unfit)}
              checked={!unfit && chosen.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
            />
          </li>
        ))}
      </ul>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
