import type { AlertChoice } from '#domain/schemas/alert.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

const nameOf = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'a.m.' : 'p.m.'}`
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: nameOf(hour) }))

type Props = {
  choice: Pick<AlertChoice, 'quietFrom' | 'quietTo' | 'timeZone'>
  onChange: (from: number, to: number) => void
}

/** When nothing is sent: results entered then are sent afterwards, in one message. */
export function QuietHours({ choice: { quietFrom, quietTo, timeZone }, onChange }: Props) {
  const isNever = quietFrom === quietTo
  return (
    <Disclosure
      summary={isNever ? 'Quiet hours: none' : `Quiet hours: ${nameOf(quietFrom)} to ${nameOf(quietTo)}`}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Quiet from"
          value={String(quietFrom)}
          options={HOURS}
          onChange={(value) => onChange(Number(value), quietTo)}
        />
        <SelectField
          label="Until"
          value={String(quietTo)}
          options={HOURS}
          onChange={(value) => onChange(quietFrom, Number(value))}
        />
      </div>
      <p className="quiet fine mt-3">
        {timeZone.replaceAll('_', ' ')} time. Results entered during these hours reach you in one message
        afterward. To turn quiet hours off, choose the same hour twice.
      </p>
    </Disclosure>
  )
}
