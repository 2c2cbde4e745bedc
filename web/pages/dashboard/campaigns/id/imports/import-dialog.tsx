import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import { counted } from '#web/format.ts'
import { Question } from '#web/pages/dashboard/campaigns/id/results/question.tsx'
import { LeaveQuestion, useLeaving } from '#web/parts/forms/leaving.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileColumns, useHadProblem } from './file-columns.tsx'
import { ErrorLines, ImportRows, Skipped } from './import-rows.tsx'
import { Questions } from './questions.tsx'
import { Recognized } from './recognized.tsx'
import { countedParts, type Import, type Previewed, useImport } from './use-import.ts'

type Props = {
  data: Management
  /** Dropped on the page; or the calendar that the schedule follows. */
  file: File | 'followed' | null
  onClose: () => void
}

const MAX_NAMED = 20

/** Any file about the season: what it is, what has to be answered, what it would do; then all of it or nothing (R19). */
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
          <ChooseFile importing={importing} mayFollow={data.permissions.canManageEvents} />
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
