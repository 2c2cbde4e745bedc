import { OFFERED_ZONES } from '#domain/places/place-zones.ts'
import { zoneName } from '#web/format.ts'
import { useNow } from '#web/site/session.ts'
import { ChoiceField } from '#web/ui/field.tsx'

/** People know these four; the others are offered where they are the town's, or were chosen. */
const USUAL = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']

/** "Mountain Time (Boise)" */
const labelOf = (zone: string, now: number): string =>
  `${zoneName(zone, now)} (${zone.replace(/^.*\//, '').replaceAll('_', ' ')})`

type Props = {
  /** The choice; empty: the proposed one. */
  value: string
  proposed: string
  error?: string | undefined
  hint: string
  onChange: (zone: string) => void
}

/** The zone in which days begin and start times are typed. */
export function ZoneField({ value, proposed, error, hint, onChange }: Props) {
  const now = useNow()
  const first = new Set([proposed, value, ...USUAL].filter(Boolean))
  return (
    <ChoiceField
      label="Time zone"
      name="timeZone"
      error={error}
      hint={hint}
      value={value || proposed}
      onChange={({ target }) => onChange(target.value)}
    >
      {proposed === '' && value === '' && <option value="">–</option>}
      {[...first, ...OFFERED_ZONES.filter((zone) => !first.has(zone))].map((zone) => (
        <option key={zone} value={zone}>
          {labelOf(zone, now)}
        </option>
      ))}
    </ChoiceField>
  )
}
