import { completedUrl } from '#domain/web-address.ts'
import { TextField } from '#web/ui/field.tsx'

type Why = { note: string; evidenceUrl: string }
export const noWhy: Why = { note: '', evidenceUrl: '' }

type Props = {
  why: Why
  onChange: (why: Why) => void
  problems: { note?: string | undefined; evidenceUrl?: string | undefined }
  /** A correction asks for it explicitly. */
  label?: string
}

/** A note and the evidence, for the person who confirms (R17). */
export function WhyFields({ why, onChange, problems, label = 'Note' }: Props) {
  return (
    <div className="grid gap-4">
      <TextField
        label={label}
        optional
        value={why.note}
        error={problems.note}
        onChange={(event) => onChange({ ...why, note: event.target.value })}
      />
      <TextField
        label="Evidence link"
        optional
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="A video or a score sheet, for the person who confirms"
        value={why.evidenceUrl}
        error={problems.evidenceUrl}
        onChange={(event) => onChange({ ...why, evidenceUrl: event.target.value })}
        onBlur={() => {
          const evidenceUrl = completedUrl(why.evidenceUrl)
          if (evidenceUrl !== why.evidenceUrl) onChange({ ...why, evidenceUrl })
        }}
      />
    </div>
  )
}
