import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ImportPreview } from '#domain/schemas/result.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { ImportPreviewTable } from './import-preview.tsx'

const MOST_BYTES = 1_000_000

/** A preview first, then all rows or none (R19). */
export function ImportDialog({ data, onClose }: { data: Management; onClose: () => void }) {
  const [csv, setCsv] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const [fileProblem, setFileProblem] = useState<string>()
  const path = `/api/campaigns/${data.campaign.id}/results/imports`
  const preview = useWrite<ImportPreview>({
    request: () => ({ method: 'POST', path: `${path}/preview`, payload: { csv } }),
    failure: null,
  })
  const apply = useWrite<{ entered: string[] }>({
    request: () => ({ method: 'POST', path, payload: { csv, previewId: preview.data?.previewId } }),
    failure: null,
    success: ({ entered }) => ({
      title: `${entered.length} ${entered.length === 1 ? 'result' : 'results'} imported`,
      description: 'They wait for a second person.',
    }),
    refresh: [campaignKey(data.campaign.id)],
    onSuccess: onClose,
  })
  const change = (text: string): void => {
    setCsv(text)
    preview.reset()
    apply.reset()
  }
  const read = async (file: File | null): Promise<void> => {
    setFileName(file?.name ?? null)
    setFileProblem(file && file.size > MOST_BYTES ? 'The file is larger than 1 MB' : undefined)
    if (file === null) change('')
    else if (file.size <= MOST_BYTES) change(await file.text())
  }
  const shown = preview.data
  const changes = shown ? shown.totals.new + shown.totals.corrections : 0
  const canApply = shown !== undefined && shown.errors.length === 0 && changes > 0

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Import CSV"
      description="One row a match: date, time, opponent, venue, and a column for each statistic."
      foot={
        shown ? (
          <>
            <Button onClick={() => preview.reset()}>Change the file</Button>
            <Button
              kind="primary"
              disabled={!canApply}
              pending={apply.isPending && 'Processing...'}
              onClick={() => apply.mutate()}
            >
              Import {changes} {changes === 1 ? 'result' : 'results'}
            </Button>
          </>
        ) : (
          <Button
            kind="primary"
            disabled={csv.trim() === ''}
            pending={preview.isPending && 'Processing...'}
            onClick={() => preview.mutate()}
          >
            Preview
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {shown ? (
          <ImportPreviewTable preview={shown} />
        ) : (
          <>
            <FileDrop
              label="CSV file"
              accept=".csv,text/csv"
              name={fileName}
              error={fileProblem}
              onFile={(file) => void read(file)}
            />
            <TextArea
              label="Or paste the rows"
              rows={8}
              spellCheck={false}
              value={csv}
              onChange={(event) => change(event.target.value)}
            />
          </>
        )}
        {[preview.error?.message, apply.error?.message].filter(Boolean).map((problem) => (
          <Note key={problem} tone="danger" role="alert">
            {problem}
          </Note>
        ))}
      </div>
    </Dialog>
  )
}
