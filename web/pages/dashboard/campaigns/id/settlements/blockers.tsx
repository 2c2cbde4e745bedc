import type { Blocker } from '#domain/schemas/settlement.ts'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { blockerKey } from './lock-panel.tsx'

type Props = {
  blockers: Blocker[]
  reasons: Record<string, string>
  change: (reasons: Record<string, string>) => void
}

/** What blocks a final lock. Each can be overridden with a reason, which is recorded (R31). */
export function Blockers({ blockers, reasons, change }: Props) {
  if (blockers.length === 0) {
    return (
      <div className="mt-3">
        <Note tone="good">No blockers.</Note>
      </div>
    )
  }
  return (
    <div className="mt-3 grid gap-3">
      <Note tone="warning" role="status">
        <strong>Resolve or override each blocker ({blockers.length}).</strong>
      </Note>
      <ul className="-m-1 grid max-h-96 gap-4 overflow-y-auto p-1">
        {blockers.map((blocker) => {
          const key = blockerKey(blocker)
          return (
            <li key={key} className="grid gap-2">
              <p id={`blocker-${key}`} className="dense">
                {blocker.message}
              </p>
              <TextField
                label="Reason to override"
                maxLength={500}
                describedBy={`blocker-${key}`}
                value={reasons[key] ?? ''}
                onChange={(event) => change({ ...reasons, [key]: event.target.value })}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
