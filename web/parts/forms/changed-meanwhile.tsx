import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

type Difference = { label: string; before: string; now: string }

/** Differences between what the form was opened with and the current record, field by field, in words. */
export function differencesOf<Values extends Record<string, unknown>>(
  before: Values,
  now: Values,
  labels: Partial<Record<keyof Values, string>>,
): Difference[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const old = shown(before[name])
    const fresh = shown(now[name])
    return old === fresh ? [] : [{ label: label as string, before: old, now: fresh }]
  })
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.map(shown).join(', ') : String(value)
}

type Props = { differences: readonly Difference[]; onTakeTheirs: () => void }

/** Two people edited the same record: the second one to save sees what the first one changed, and chooses. */
export function ChangedMeanwhile({ differences, onTakeTheirs }: Props) {
  return (
    <Note tone="warning" role="alert">
      <p>
        <strong>Someone else saved this while you were editing.</strong>
      </p>
      {differences.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {differences.map(({ label, before, now }) => (
            <li key={label}>
              {label}: was {before}, is now <strong>{now}</strong>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2">Save again to replace it with your version, or use theirs.</p>
      <Button size="small" className="mt-2" onClick={onTakeTheirs}>
        Use their version
      </Button>
    </Note>
  )
}
