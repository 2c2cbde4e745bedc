import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ImportPreview } from '#domain/schemas/import.ts'
import { counted, countText, dateText, dayTextAmong } from '#web/format.ts'
import { Question } from '#web/pages/dashboard/campaigns/id/results/use-confirming.tsx'
import { LeaveQuestion, useLeaving } from '#web/parts/forms/leaving.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ChooseFile, FileColumns, useHadProblem } from './choose-file.tsx'
import { ErrorLines, ImportRows, Skipped } from './import-rows.tsx'
import { countedParts, type Import, type Previewed, useImport } from './use-import.ts'

/** More choices than these are a list. */
const MOST_CARDS = 4

/** What only a person knows about the file, each asked once. */
function Questions({ importing: { questions: asked, answer } }: { importing: Import }) {
  if (asked.length === 0) return null
  const open = asked.filter(({ answer }) => answer === null).length
  return (
    <section aria-label="Questions" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading level={3} size="detail">
          {asked.length === 1 ? 'One question first' : `${asked.length} questions first`}
        </Heading>
        <p role="status" className="quiet fine">
          {open === 0 ? 'All answered' : `${open} still to answer`}
        </p>
      </div>
      {asked.map((question) => (
        <Card key={question.id} question={question} onAnswer={(value) => answer(question.id, value)} />
      ))}
    </section>
  )
}

type CardProps = { question: Import['questions'][number]; onAnswer: (value: string) => void }

function Card({ question: { text, choices, answer }, onAnswer }: CardProps) {
  const isOpen = answer === null
  return (
    <div
      className={`grid gap-2.5 rounded-card border border-l-4 p-4 ${isOpen ? 'border-line border-l-accent' : 'border-line'}`}
    >
      <Badge tone={isOpen ? 'paused' : 'active'} icon={isOpen ? 'warning' : 'check'}>
        {isOpen ? 'Not answered' : 'Answered'}
      </Badge>
      {choices.length > MOST_CARDS ? (
        <SelectField
          label={text}
          value={answer ?? ''}
          placeholder="Choose"
          options={choices}
          onChange={onAnswer}
        />
      ) : (
        <ChoiceGroup
          legend={text}
          across={choices.length < 3}
          options={choices.map(({ value, label }) => ({ value, title: label }))}
          value={answer}
          onChange={onAnswer}
        />
      )}
    </div>
  )
}

type Props = {
  data: Management
  /** Dropped on the page; or the calendar that the schedule follows. */
  file: File | 'followed' | null
  onClose: () => void
}

const MAX_NAMED = 20

/** Any file about the season: what it is, what has to be answered, what it would do; then all of it or nothing. */
export function ImportDialog({ data, file, onClose }: Props) {
  const importing = useImport(data.campaign.id, onClose)
  const { preview, apply, isChanged, start } = importing
  useDropped(file, importing)
  const asking = useUnusual(importing)
  const leaving = useLeaving(isChanged && !apply.isSuccess, onClose)
  const previewed = preview && { ...importing, preview }
  return (
    <>
      <Dialog
        open
        onOpenChange={() => leaving.ask()}
        size="wide"
        title="Import a file"
        part={preview ? 'preview' : 'file'}
        foot={previewed ? <Foot importing={previewed} asking={asking} /> : undefined}
      >
        {previewed ? (
          <Preview data={data} importing={previewed} onAgain={() => leaving.ask(() => start())}>
            {asking.isAsked && (
              <Question
                title="Are these figures right?"
                reasons={asking.reasons.slice(0, MAX_NAMED)}
                yes="Yes, they are right"
                no="Go back"
                pending={apply.isPending && 'Processing...'}
                onYes={asking.enter}
                onNo={asking.back}
              />
            )}
          </Preview>
        ) : (
          <ChooseFile importing={importing} mayFollow={data.permissions.canEditCampaign} />
        )}
      </Dialog>
      <LeaveQuestion {...leaving.question} title="Leave without importing?" cancel="Keep going">
        Nothing of this file is stored yet, and your answers would be lost.
      </LeaveQuestion>
    </>
  )
}

/** Read once; another one that is dropped while the dialog is open takes its place. */
function useDropped(file: Props['file'], { read, start }: Import): void {
  const last = useRef<Props['file']>(null)
  useEffect(() => {
    if (file === null || last.current === file) return
    last.current = file
    if (file === 'followed') start({ followed: true })
    else void read(file)
  })
}

type Asking = ReturnType<typeof useUnusual>

/** Figures that are unlikely are asked about once, before they are sent. */
function useUnusual({ preview, said, enter }: Import) {
  const [askedOf, setAskedOf] = useState<object | null>(null)
  const all = (preview?.rows ?? []).flatMap(({ name, unusual }) =>
    unusual.map((reason) => (reason.includes(name) ? reason : `${name}: ${reason}`)),
  )
  const reasons = [...new Set(all)]
  // Whatever is said afterwards withdraws the question.
  const isAsked = askedOf === said && reasons.length > 0
  return {
    reasons,
    isAsked,
    back: () => setAskedOf(null),
    enter: (): void => {
      const mustAsk = reasons.length > 0 && !isAsked
      setAskedOf(mustAsk ? said : null)
      if (!mustAsk) enter()
    },
  }
}

type PreviewProps = { data: Management; importing: Previewed; onAgain: () => void; children: ReactNode }

function Preview({ data, importing, onAgain, children }: PreviewProps) {
  const hadProblem = useHadProblem(importing)
  const { timeZone } = data.campaign
  const columns = <FileColumns data={data} importing={importing} isOpen={hadProblem} />
  return (
    <div className="grid gap-6" aria-busy={importing.look.isPending}>
      <Recognized timeZone={timeZone} importing={importing} onAgain={onAgain} />
      <Failure importing={importing} />
      {hadProblem && columns}
      <Questions importing={importing} />
      <ErrorLines importing={importing} />
      <ImportRows timeZone={timeZone} importing={importing}>
        <Skipped preview={importing.preview} />
        {!hadProblem && columns}
      </ImportRows>
      {children}
    </div>
  )
}

/** Shown where it is read, however far down the list somebody is. */
function Failure({ importing: { look, apply, retry } }: { importing: Import }) {
  const place = useRef<HTMLDivElement>(null)
  const error = look.error ?? apply.error
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!error) return null
  return (
    <div ref={place} className="grid scroll-mt-4 gap-2.5">
      <Note tone="danger" role="alert">
        {error.message}
      </Note>
      {look.error && (
        <Button size="small" className="justify-self-start" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function Foot({ importing, asking }: { importing: Previewed; asking: Asking }) {
  const { look, apply, isCalendar, preview } = importing
  const { results, ...totals } = preview.totals
  const what = countedParts(results, totals.new + totals.changed + totals.calledOff).join(' and ')
  return (
    // On a phone the reason is below the button, both across the whole width.
    <div className="grid w-full gap-2 md:flex md:justify-end">
      <p role="status" className="sr-only">
        {look.isPending ? 'Updating...' : what && `${what} to import`}
      </p>
      <Button
        kind="primary"
        className="max-md:basis-full!"
        reason={reasonAgainst(importing, asking, what !== '')}
        pending={(apply.isPending && 'Processing...') || (look.isPending && 'Updating...')}
        onClick={asking.enter}
      >
        {what ? `Import ${what}` : isCalendar ? 'Follow this calendar' : 'Import'}
      </Button>
    </div>
  )
}

/** Why nothing can be imported now, and what to do about it. */
function reasonAgainst(
  { preview, questions, look, said, isCalendar }: Previewed,
  { isAsked }: Asking,
  changesSomething: boolean,
) {
  const [problem] = preview.problems
  if (problem) return problem
  const open = questions.filter(({ answer }) => answer === null).length
  if (open > 0) return open === 1 ? 'Answer the question above' : `Answer the ${open} questions above`
  const wrong = preview.errors.filter(({ line }) => !said.leftOut.includes(line)).length
  if (wrong > 0)
    return `${counted(wrong, 'line')} cannot be read: leave ${wrong === 1 ? 'it' : 'them'} out above`
  if (look.error) return 'What you changed last has not arrived: try again'
  if (isAsked) return 'Say whether the figures are right'
  // A calendar is followed, and its answers are kept, also where nothing changes today.
  return changesSomething || isCalendar ? undefined : 'Everything in the file is here already'
}

type RecognizedProps = { timeZone: string; importing: Previewed; onAgain: () => void }

/** What the program takes the file for, so that a person sees at once whether it is the right one. */
function Recognized({ timeZone, importing: { preview, name, isCalendar }, onAgain }: RecognizedProps) {
  const { file, problems } = preview
  const place = useRef<HTMLElement>(null)
  // What was pressed to choose the file is gone: the focus goes on with what it is.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const span = useSpan(preview, timeZone)
  return (
    <section ref={place} tabIndex={-1} aria-label="The file" className="grid gap-3 outline-none">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3">
        <Icon icon={faFileLines} className="mt-1 large-[1.375] text-ink2" />
        <div className="min-w-0">
          <strong className="wrap-anywhere">{file.name}</strong>
          <p className="quiet fine line-clamp-2 wrap-anywhere">
            {name ?? (isCalendar ? 'Read every hour once it is imported' : 'Pasted rows')}
          </p>
          {span && <p className="quiet fine">{span}</p>}
        </div>
        <Button size="small" onClick={onAgain}>
          Another file
        </Button>
      </div>
      {file.letters.length > 0 && (
        <p className="quiet fine">
          Please check the spelling: {file.letters.join(', ')}. The file is written the way of an older
          program ({file.encoding}).
        </p>
      )}
      {!file.isFinal && (
        <Note tone="warning">
          <strong>Not final yet.</strong> The file says that the game is not over. Its results wait until you
          import the final file.
        </Note>
      )}
      {problems.length > 0 && (
        <Note tone="warning">
          {problems.map((problem) => (
            <p key={problem}>{problem}.</p>
          ))}
        </Note>
      )}
    </section>
  )
}

/** "12 games, Sep 4 to Nov 20". */
function useSpan({ rows }: ImportPreview, timeZone: string): string | null {
  const { match, matches } = useWords()
  const starts = rows
    .flatMap(({ startTime, eventType }) => (startTime && eventType === 'game' ? [startTime] : []))
    .sort()
  const first = starts[0]
  const last = starts.at(-1)
  if (!first || !last) return null
  if (starts.length === 1) return `1 ${match}, ${dateText(first, timeZone)}`
  const day = dayTextAmong(starts, timeZone)
  return `${countText(starts.length)} ${matches}, ${day(first)} to ${day(last)}`
}
