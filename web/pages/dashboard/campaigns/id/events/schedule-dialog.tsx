import { useState } from 'react'
import type { ScheduleField, SchedulePreview } from '#domain/schemas/event.ts'
import { ApiError } from '#web/api-error.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { type Column, ScheduleColumns } from './schedule-columns.tsx'
import { SchedulePreviewTable } from './schedule-preview.tsx'

const MAX_BYTES = 1_000_000
type Columns = Record<string, ScheduleField | ''>
type Asked = { text: string; columns: Columns }

const events = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`

/** The columns of a file that was refused because nobody has said yet what they are. */
const columnsIn = (error: unknown): readonly Column[] =>
  error instanceof ApiError ? ((error.details as { columns?: Column[] } | undefined)?.columns ?? []) : []

const removedBy = ({ calledOff }: SchedulePreview): number =>
  calledOff.filter(({ staysBecause }) => staysBecause === null).length

const importedWords = (done: SchedulePreview): { title: string; description?: string } => {
  const [changes, removed] = [done.totals.new + done.totals.changed, removedBy(done)]
  const removal = `${events(removed)} taken off the schedule`
  if (removed === 0) return { title: `${events(changes)} imported` }
  return changes === 0 ? { title: removal } : { title: `${events(changes)} imported`, description: removal }
}

type Props = { campaign: { id: string; timeZone: string }; onClose: () => void }

/** A preview first, then all rows or none. */
export function ScheduleDialog({ campaign: { id, timeZone }, onClose }: Props) {
  const [text, setText] = useState('')
  const [columns, setColumns] = useState<Columns>({})
  const [file, setFile] = useState<{ name: string | null; problem?: string }>({ name: null })
  const path = `/api/campaigns/${id}/events/imports`
  const preview = useWrite<SchedulePreview, Asked>({
    request: (asked) => ({ method: 'POST', path: `${path}/preview`, payload: asked }),
    failure: null,
  })
  const shown = preview.data
  const apply = useWrite<SchedulePreview>({
    request: () => ({ method: 'POST', path, payload: { text, columns, previewId: shown?.previewId } }),
    failure: null,
    success: importedWords,
    refresh: [campaignKey(id)],
    onSuccess: onClose,
  })
  const change = (changed: string): void => {
    setText(changed)
    setColumns({})
    preview.reset()
    apply.reset()
  }
  const read = async (chosen: File | null): Promise<void> => {
    const isLarge = chosen !== null && chosen.size > MAX_BYTES
    setFile({ name: chosen?.name ?? null, ...(isLarge ? { problem: 'The file is larger than 1 MB' } : {}) })
    change(chosen && !isLarge ? await chosen.text() : '')
  }
  const tell = (header: string, field: ScheduleField | ''): void => {
    const chosen = { ...columns, [header]: field }
    setColumns(chosen)
    apply.reset()
    preview.mutate({ text, columns: chosen })
  }
  const asked = shown?.columns ?? columnsIn(preview.error)
  const problem = apply.error?.message ?? preview.error?.message
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Import Schedule"
      description="A spreadsheet saved as CSV, or a calendar file (.ics) from a league or school. You can review the changes before anything is imported."
      foot={
        shown || asked.length > 0 ? (
          <Foot {...{ shown, apply }} onBack={() => change(text)} />
        ) : (
          <Button
            kind="primary"
            reason={text.trim() === '' ? 'Choose a file, or paste the schedule' : undefined}
            pending={preview.isPending && 'Processing...'}
            onClick={() => preview.mutate({ text, columns })}
          >
            Preview
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {asked.length > 0 && (
          <ScheduleColumns columns={asked} chosen={columns} isOpen={!shown} onChange={tell} />
        )}
        {shown && <SchedulePreviewTable preview={shown} timeZone={timeZone} />}
        {!shown && asked.length === 0 && (
          <>
            <FileDrop
              label="CSV or .ics file"
              accept=".csv,.ics,text/csv,text/calendar"
              name={file.name}
              error={file.problem}
              onFile={(chosen) => void read(chosen)}
            />
            <TextArea
              label="Or paste it"
              hint="For example: date, time, opponent, home/away, location."
              rows={8}
              spellCheck={false}
              value={text}
              onChange={(event) => change(event.target.value)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

type FootProps = {
  shown: SchedulePreview | undefined
  apply: { isPending: boolean; mutate: () => void }
  onBack: () => void
}

function Foot({ shown, apply, onBack }: FootProps) {
  const removed = shown ? removedBy(shown) : 0
  const changes = shown ? shown.totals.new + shown.totals.changed : 0
  const reason = !shown
    ? 'Match the columns first.'
    : shown.totals.refused > 0
      ? 'Nothing is imported until every row is valid.'
      : changes + removed === 0
        ? 'Everything is already on the schedule.'
        : undefined
  return (
    <>
      <Button className="self-start whitespace-nowrap" onClick={onBack}>
        Change the file
      </Button>
      <Button
        kind="primary"
        reason={reason}
        pending={apply.isPending && 'Processing...'}
        onClick={() => apply.mutate()}
      >
        {changes > 0 ? `Import ${events(changes)}` : removed > 0 ? `Remove ${events(removed)}` : 'Import'}
      </Button>
    </>
  )
}
