import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ImportPreview } from '#domain/schemas/import.ts'
import { counted } from '#web/format.ts'
import { Question } from '#web/pages/dashboard/campaigns/id/results/question.tsx'
import { useUnsaved } from '#web/parts/forms/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileColumns, useHadProblem } from './file-columns.tsx'
import { ErrorLines, ImportRows, lines, OtherRows, Skipped } from './import-rows.tsx'
import { askedIn, Questions } from './questions.tsx'
import { Recognized } from './recognized.tsx'
import { type Import, useImport } from './use-import.ts'

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
  const { preview, apply } = importing
  useDropped(file, importing)
  const asking = useUnusual(importing)
  const leaving = useLeaving(importing, onClose)
  return (
    <>
      <Dialog
        open
        onOpenChange={() => leaving.ask('close')}
        size="wide"
        title="Import a file"
        part={preview ? 'preview' : 'file'}
        foot={preview ? <Foot importing={importing} preview={preview} asking={asking} /> : undefined}
      >
        {preview ? (
          <Preview data={data} preview={preview} importing={importing} onAgain={() => leaving.ask('again')}>
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
      <Confirm
        open={leaving.isOpen}
        onClose={leaving.stay}
        onConfirm={leaving.leave}
        title="Leave without importing?"
        cancel="Keep going"
        confirm="Discard"
        kind="danger"
      >
        <p className="quiet">Nothing of this file is stored yet, and your answers would be lost.</p>
      </Confirm>
    </>
  )
}

/** Read once; another one that is dropped while the dialog is open takes its place. */
function useDropped(file: Props['file'], { read, review }: Import): void {
  const last = useRef<Props['file']>(null)
  useEffect(() => {
    if (file === null || last.current === file) return
    last.current = file
    if (file === 'followed') review()
    else void read(file)
  })
}

/** Answers are not lost by one press: closing, another file and leaving the page ask first. */
function useLeaving({ isChanged, apply, again }: Import, onClose: () => void) {
  const [asked, setAsked] = useState<'close' | 'again' | null>(null)
  const isDirty = isChanged && !apply.isSuccess
  const way = useUnsaved(isDirty)
  const go = (where: 'close' | 'again' | null): void => (where === 'again' ? again() : onClose())
  return {
    isOpen: asked !== null || way.isBlocked,
    ask: (where: 'close' | 'again'): void => (isDirty ? setAsked(where) : go(where)),
    stay: (): void => {
      setAsked(null)
      way.stay()
    },
    leave: (): void => {
      setAsked(null)
      if (way.isBlocked) way.leave()
      go(way.isBlocked ? null : asked)
    },
  }
}

type Asking = ReturnType<typeof useUnusual>

/** Figures that are unlikely are asked about once, before they are sent. */
function useUnusual({ preview, said, enter }: Import) {
  const [askedOf, setAskedOf] = useState<object | null>(null)
  const reasons = [
    ...new Set(
      (preview?.rows ?? []).flatMap(({ name, unusual }) =>
        unusual.map((reason) => (reason.includes(name) ? reason : `${name}: ${reason}`)),
      ),
    ),
  ]
  // Whatever is said afterwards withdraws the question.
  const isAsked = askedOf === said && reasons.length > 0
  return {
    ...{ reasons, isAsked },
    back: () => setAskedOf(null),
    enter: (): void => {
      const mustAsk = reasons.length > 0 && !isAsked
      setAskedOf(mustAsk ? said : null)
      if (!mustAsk) enter()
    },
  }
}

type PreviewProps = {
  data: Management
  preview: ImportPreview
  importing: Import
  onAgain: () => void
  children: ReactNode
}

function Preview({ data, preview, importing, onAgain, children }: PreviewProps) {
  const hadProblem = useHadProblem(importing)
  const { timeZone } = data.campaign
  const columns = <FileColumns data={data} preview={preview} importing={importing} isOpen={hadProblem} />
  return (
    <div className="grid gap-6" aria-busy={importing.look.isPending}>
      <Recognized preview={preview} timeZone={timeZone} importing={importing} onAgain={onAgain} />
      <Failure importing={importing} />
      {hadProblem && columns}
      <Questions importing={importing} />
      <ErrorLines preview={preview} importing={importing} />
      <ImportRows preview={preview} timeZone={timeZone} importing={importing} />
      <div>
        <OtherRows preview={preview} timeZone={timeZone} importing={importing} />
        <Skipped preview={preview} />
        {!hadProblem && columns}
      </div>
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

type FootProps = { importing: Import; preview: ImportPreview; asking: Asking }

function Foot({ importing, preview, asking }: FootProps) {
  const { look, apply, chosen } = importing
  const isFollowing = chosen.address !== undefined || chosen.followed === true
  const { results, ...totals } = preview.totals
  const events = totals.new + totals.changed + totals.calledOff
  const parts = [
    ...(results > 0 ? [counted(results, 'result')] : []),
    ...(events > 0 ? [counted(events, 'event')] : []),
  ]
  return (
    // On a phone the reason is below the button, both across the whole width.
    <div className="grid w-full gap-2 md:flex md:justify-end">
      <p role="status" className="sr-only">
        {look.isPending ? 'Updating...' : parts.length > 0 ? `${parts.join(' and ')} to import` : ''}
      </p>
      <Button
        kind="primary"
        className="max-md:basis-full!"
        reason={reasonAgainst(importing, preview, asking)}
        pending={(apply.isPending && 'Processing...') || (look.isPending && 'Updating...')}
        onClick={asking.enter}
      >
        {parts.length > 0 ? `Import ${parts.join(' and ')}` : isFollowing ? 'Follow this calendar' : 'Import'}
      </Button>
    </div>
  )
}

/** Why nothing can be imported now, and what to do about it. */
function reasonAgainst(importing: Import, { problems, errors, totals }: ImportPreview, { isAsked }: Asking) {
  const { look, said, chosen } = importing
  const [problem] = problems
  if (problem) return problem
  const open = askedIn(importing).filter(({ answer }) => answer === null).length
  if (open > 0) return open === 1 ? 'Answer the question above' : `Answer the ${open} questions above`
  const wrong = errors.filter(({ line }) => !said.leftOut.includes(line)).length
  if (wrong > 0) return `${lines(wrong)} cannot be read: leave ${wrong === 1 ? 'it' : 'them'} out above`
  if (look.error) return 'What you changed last has not arrived: try again'
  if (isAsked) return 'Say whether the figures are right'
  const changes = totals.new + totals.changed + totals.calledOff + totals.results
  // A calendar is followed, and its answers are kept, also where nothing changes today.
  const isFollowed = chosen.address !== undefined || chosen.followed === true
  return changes === 0 && !isFollowed ? 'Everything in the file is here already' : undefined
}
