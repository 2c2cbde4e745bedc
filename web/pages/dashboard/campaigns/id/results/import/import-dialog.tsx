import type { Management } from '#domain/schemas/campaign.ts'
import { Question } from '#web/pages/dashboard/campaigns/id/results/question.tsx'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { ImportPreviewTable } from './import-preview.tsx'
import { MatchColumns, problemsOf } from './match-columns.tsx'
import { type Import, useImport } from './use-import.ts'

const STEPS = ['File', 'Columns', 'Preview']

/** A file, its columns, a preview; then all rows or none (R19). */
export function ImportDialog({ data, onClose }: { data: Management; onClose: () => void }) {
  const importing = useImport(data, onClose)
  const { columns, preview, error } = importing
  const step = preview ? 3 : columns ? 2 : 1
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Import CSV"
      part={step}
      head={<Steps now={step} of={STEPS.length} name={STEPS[step - 1] ?? ''} next={STEPS[step] ?? null} />}
      foot={<Foot data={data} importing={importing} />}
    >
      <div className="grid gap-4">
        {error && (
          <Note tone="danger" role="alert">
            {error.message}
          </Note>
        )}
        {preview ? (
          <ImportPreviewTable
            preview={preview}
            timeZone={data.campaign.timeZone}
            answers={importing.matches}
            onAnswer={importing.answer}
          >
            {importing.isAsked && <UnusualFigures importing={importing} />}
          </ImportPreviewTable>
        ) : columns ? (
          <MatchColumns data={data} columns={columns} onChange={importing.setColumns} />
        ) : (
          <ChooseFile importing={importing} />
        )}
      </div>
    </Dialog>
  )
}

const MAX_NAMED = 20

function UnusualFigures({ importing: { preview, enter, notAsked, apply } }: { importing: Import }) {
  const lines = (preview?.rows ?? []).flatMap(({ line, unusual }) =>
    unusual.map((reason) => `Line ${line}: ${reason}`),
  )
  const more = lines.length - MAX_NAMED
  return (
    <Question
      title="Are these figures right?"
      reasons={[...lines.slice(0, MAX_NAMED), ...(more > 0 ? [`And ${more} more.`] : [])]}
      yes="Yes, they are right"
      no="Go back"
      pending={apply.isPending && 'Processing...'}
      onYes={enter}
      onNo={notAsked}
    />
  )
}

function ChooseFile({ importing: { csv, change, file, read } }: { importing: Import }) {
  const words = useWords()
  return (
    <>
      <p className="quiet">
        One row per {words.match}, with a column for the date, the {words.hasOpponents ? 'opponent' : 'name'}{' '}
        and each statistic. Columns can have any name; you assign them next. Nothing is saved until you have
        reviewed the changes.
      </p>
      <FileDrop
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv"
        name={file?.name ?? null}
        error={file?.problem}
        onFile={(chosen) => void read(chosen)}
      />
      <TextArea
        label="Or paste the rows"
        hint="Copied from a spreadsheet, or as CSV."
        rows={8}
        spellCheck={false}
        value={csv}
        onChange={(event) => change(event.target.value)}
      />
    </>
  )
}

function Foot({ data, importing }: { data: Management; importing: Import }) {
  const { csv, columns, preview, ask, look, apply, back, enter } = importing
  if (preview) {
    const changes = preview.totals.new + preview.totals.corrections
    return (
      <>
        <Button onClick={back}>Back to the columns</Button>
        <Button
          kind="primary"
          disabled={preview.errors.length > 0 || changes === 0 || importing.isAsked}
          reason={
            preview.totals.unanswered > 0
              ? `Choose the ${data.campaign.vocabulary.match} for ${preview.totals.unanswered === 1 ? 'one line' : `${preview.totals.unanswered} lines`}`
              : undefined
          }
          pending={(apply.isPending || look.isPending) && 'Processing...'}
          onClick={enter}
        >
          Import {changes} {changes === 1 ? 'result' : 'results'}
        </Button>
      </>
    )
  }
  if (columns) {
    return (
      <>
        <Button onClick={back}>Change the file</Button>
        <Button
          kind="primary"
          disabled={problemsOf(data, columns).length > 0}
          pending={look.isPending && 'Processing...'}
          onClick={importing.lookAgain}
        >
          Preview
        </Button>
      </>
    )
  }
  return (
    <Button
      kind="primary"
      reason={csv.trim() === '' ? 'Choose a file or paste its rows first' : undefined}
      pending={ask.isPending && 'Processing...'}
      onClick={() => ask.mutate()}
    >
      Match the columns
    </Button>
  )
}
