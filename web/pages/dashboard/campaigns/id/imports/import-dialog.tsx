import { useEffect, useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import { Question } from '#web/pages/dashboard/campaigns/id/results/question.tsx'
import { useWords } from '#web/site/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Note } from '#web/ui/note.tsx'
import { FileColumns } from './file-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { Questions } from './questions.tsx'
import { type Import, useImport } from './use-import.ts'

type Props = {
  data: Management
  /** Dropped on the page. */
  file: File | null
  onClose: () => void
}

/** Any file about the season: what it is, what it would do, what has to be answered; then all of it or nothing (R19). */
export function ImportDialog({ data, file, onClose }: Props) {
  const importing = useImport(data.campaign.id, onClose)
  const { preview, look, apply, problem } = importing
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    if (file) void importing.read(file)
  })
  const [isAsked, setAsked] = useState(false)
  const error = [look, apply].map((write) => write.error).find((one) => one !== null)
  const unusual = (preview?.rows ?? []).flatMap(({ name, unusual: reasons }) =>
    reasons.map((reason) => `${name}: ${reason}`),
  )
  const enter = (): void => {
    const mustAsk = unusual.length > 0 && !isAsked
    setAsked(mustAsk)
    if (!mustAsk) importing.enter()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Import a file"
      part={preview ? 'preview' : 'file'}
      foot={preview ? <Foot importing={importing} isAsked={isAsked} onEnter={enter} /> : undefined}
    >
      <div className="grid gap-5">
        {error && (
          <Note tone="danger" role="alert">
            {error.message}
          </Note>
        )}
        {!preview && <ChooseFile importing={importing} problem={problem} />}
        {preview && (
          <>
            <Recognized importing={importing} />
            <Questions preview={preview} onAnswer={importing.answer} />
            <FileColumns data={data} importing={importing} />
            <ImportRows preview={preview} timeZone={data.campaign.timeZone} importing={importing} />
            {isAsked && (
              <Question
                title="Are these figures right?"
                reasons={unusual.slice(0, MAX_NAMED)}
                yes="Yes, they are right"
                no="Go back"
                pending={apply.isPending && 'Processing...'}
                onYes={enter}
                onNo={() => setAsked(false)}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

const MAX_NAMED = 20

function ChooseFile({ importing, problem }: { importing: Import; problem: string | undefined }) {
  const words = useWords()
  const { chosen, read, paste, look } = importing
  const [text, setText] = useState('')
  return (
    <>
      <p className="quiet">
        A schedule, a calendar, statistics or a scorebook, as your program exports it. You see what would
        change before anything is saved.
      </p>
      <FileDrop
        label="File"
        accept=".csv,.tsv,.txt,.ics,.xml,text/csv,text/calendar,text/plain,text/xml"
        name={chosen.name}
        error={problem}
        onFile={(file) => void read(file)}
      />
      <TextArea
        label="Or paste its rows"
        hint={`For example: date, ${words.hasOpponents ? 'opponent' : words.match} and what was counted.`}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() !== '' && (
        <Button kind="primary" pending={look.isPending && 'Processing...'} onClick={() => paste(text)}>
          Read the rows
        </Button>
      )}
      {look.isPending && <p role="status">Reading the file…</p>}
    </>
  )
}

/** What the program takes the file for, so that a person sees at once whether it is the right one. */
function Recognized({ importing: { preview, chosen } }: { importing: Import }) {
  if (!preview) return null
  const { file, problems } = preview
  return (
    <Note tone={problems.length > 0 ? 'warning' : 'plain'} role="status">
      <strong className="break-words">
        {file.name}
        {chosen.name && <span className="quiet font-normal"> · {chosen.name}</span>}
      </strong>
      {problems.map((problem) => (
        <p key={problem}>{problem}.</p>
      ))}
      {file.letters.length > 0 && (
        <p className="fine">
          Written in an older encoding ({file.encoding}). Its letters read: {file.letters.join(', ')}
        </p>
      )}
      {!file.isFinal && (
        <p>
          The program that wrote it says that it is not final: its figures wait, and cannot be confirmed yet.
        </p>
      )}
    </Note>
  )
}

function Foot({ importing, isAsked, onEnter }: { importing: Import; isAsked: boolean; onEnter: () => void }) {
  const { preview, look, apply, again } = importing
  if (!preview) return null
  const { totals, problems, errors } = preview
  const events = totals.new + totals.changed + totals.calledOff
  const reason =
    problems[0] ??
    (totals.unanswered > 0
      ? `Answer ${totals.unanswered === 1 ? 'the question' : `the ${totals.unanswered} questions`} above`
      : errors.length > 0
        ? `${errors.length === 1 ? 'One line' : `${errors.length} lines`} cannot be read: correct the file, or leave them out`
        : events + totals.results === 0
          ? 'Everything in the file is here already'
          : undefined)
  const label = [
    ...(totals.results > 0 ? [`${totals.results} ${totals.results === 1 ? 'result' : 'results'}`] : []),
    ...(events > 0 ? [`${events} ${events === 1 ? 'event' : 'events'}`] : []),
  ].join(' and ')
  return (
    <>
      <Button className="self-start whitespace-nowrap" onClick={again}>
        Another file
      </Button>
      <Button
        kind="primary"
        reason={reason}
        disabled={isAsked}
        pending={(apply.isPending || look.isPending) && 'Processing...'}
        onClick={onEnter}
      >
        {label ? `Import ${label}` : 'Import'}
      </Button>
    </>
  )
}
