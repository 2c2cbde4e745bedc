import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type Cents, formatUsd, subtract, timesQuantity } from '#domain/money.ts'
import type { LineChangeKind } from '#domain/pledges/line-changes.ts'
import { readQuantity } from '#domain/quantity.ts'
import type { LineChangePreview, PledgeDetail } from '#domain/schemas/pledge.ts'
import { counted, shortUsd, toCents, typedAmount, usd } from '#web/format.ts'
import { ComesTo } from '#web/parts/pledging/comes-to.tsx'
import { perUnit, unitOf } from '#web/parts/pledging/unit-labels.ts'
import { changeForecastQuery } from '#web/queries/forecasts.ts'
import { lineChangeQuery } from '#web/queries/pledges.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { fieldErrors } from '#web/write.ts'
import { ChangeNotes, type LineChangeText, usePledgeChange } from './changes.tsx'

type Line = PledgeDetail['changes']['lines'][number]
/** What the sheet needs to know about the pledge, whether its supporter is signed in or came through its link. */
type Changeable = Pick<PledgeDetail, 'agreedMaximum' | 'earned' | 'maximumAmount'> & {
  lines: readonly Line[]
}
type Preview = ReturnType<typeof lineChangeQuery>
type SheetProps = {
  pledge: Changeable
  kind: LineChangeKind
  line: Line | null
  onClose: () => void
  /** The path that asks the server for the new amounts. */
  preview: (wanted: LineChangeText | null) => Preview
  /** The pledge's own path, or its link's. */
  path: string
  /** The button's action and label. */
  send: (payload: LineChangeText & { agreedMaximum: string }) => void
  button: string
  isPending: boolean
  error: Error | null
  news?: readonly string[]
  children?: ReactNode
}

const TITLES: Record<LineChangeKind, string> = { raise: 'Raise', stop: 'Stop', add: 'Add a statistic' }
const DONE: Record<LineChangeKind, string> = {
  raise: 'Pledge raised',
  stop: 'Pledge stopped',
  add: 'Statistic added',
}
const PAUSE_MS = 250

type Props = { pledge: PledgeDetail; kind: LineChangeKind; line: Line | null; onClose: () => void }

/** A signed-in user raises, stops or adds a line. */
export function LineDialog({ pledge, kind, line, onClose }: Props) {
  const change = usePledgeChange(pledge, {
    success: ({ agreedMaximum }) => ({
      title: DONE[kind],
      description: `The most you can owe is ${usd(agreedMaximum)}. We emailed you a confirmation.`,
    }),
    onDone: onClose,
  })
  return (
    <LineSheet
      pledge={{ ...pledge, lines: pledge.changes.lines }}
      kind={kind}
      line={line}
      onClose={onClose}
      preview={(wanted) => lineChangeQuery(pledge, wanted)}
      path={`/api/pledges/${pledge.id}`}
      send={(payload) => change.go({ method: 'POST', part: 'changes', payload })}
      button="I agree"
      isPending={change.isPending}
      error={change.error}
      news={change.news}
    />
  )
}

/** The server's new maximum is shown before it is agreed to. */
export function LineSheet(props: SheetProps) {
  const { pledge, kind, line, onClose, error, isPending } = props
  const form = useId()
  const addable = pledge.lines.filter(({ cannotAddReason }) => cannotAddReason === null)
  const [chosen, setChosen] = useState<Line | undefined>(line ?? addable[0])
  const [text, setText] = useState('')
  const [isMeant, setMeant] = useState(false)
  const hasCap = pledge.maximumAmount !== null && kind !== 'stop'
  const [cap, setCap] = useState(pledge.maximumAmount ?? '')
  const wanted = wantedOf(kind, chosen, text, hasCap ? cap : '')
  const { preview, problem, capProblem, reason, isPaused } = useLinePreview(props.preview, wanted)
  const refused = error ? fieldErrors(error).pledgeAmount : undefined
  const needsYes = preview?.isUnusual === true && !isMeant
  const isCalculating = wanted !== null && !preview && !reason && !isPaused
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title={kind === 'add' ? TITLES.add : `${TITLES[kind]} ${chosen?.name ?? ''}`}
      foot={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            reason={reasonNot(wanted, isPaused ? OFFLINE : reason, needsYes)}
            pending={isPending ? 'Processing...' : isCalculating && 'Calculating...'}
          >
            {props.button}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!wanted || !preview || needsYes || isPending) return
          props.send({ ...wanted, agreedMaximum: preview.most })
        }}
      >
        {kind === 'add' && (
          <SelectField
            label="Statistic"
            value={chosen?.statisticId ?? ''}
            options={addable.map(({ statisticId, name }) => ({ value: statisticId, label: name }))}
            onChange={(id) => {
              setChosen(addable.find(({ statisticId }) => statisticId === id))
              setText('')
            }}
          />
        )}
        {kind !== 'stop' && chosen && (
          <Rate line={chosen} text={text} setText={setText} problem={refused ?? problem} />
        )}
        {hasCap && (
          <MoneyField
            label="Your maximum"
            value={cap}
            error={capProblem}
            onChange={(event) => setCap(event.target.value)}
          />
        )}
        {kind === 'stop' && problem && <Note tone="danger">{problem}</Note>}
        {preview?.isUnusual && (
          <Choice
            type="checkbox"
            name="meant"
            value="yes"
            title={`Yes, I mean ${usd(preview.rate ?? '0')}`}
            checked={isMeant}
            onChange={setMeant}
          >
            That is more than ten times the largest suggested amount.
          </Choice>
        )}
        <NewMost
          pledge={pledge}
          preview={preview}
          wanted={wanted}
          path={props.path}
          cap={hasCap ? cap : null}
        />
        {props.children}
        <ChangeNotes news={[...(props.news ?? [])]} problem={refused ? undefined : error?.message} />
      </form>
    </Dialog>
  )
}

const OFFLINE = 'You are offline. Your new maximum is calculated once you are connected.'

/** Why it cannot be agreed to yet. */
const reasonNot = (wanted: LineChangeText | null, reason: string | undefined, needsYes: boolean) => {
  if (!wanted) return 'Choose an amount first'
  return reason ?? (needsYes ? 'Confirm the amount first' : undefined)
}

/** A pledge with its own cap may get a new one together with what is raised or added. */
function wantedOf(
  kind: LineChangeKind,
  line: Line | undefined,
  text: string,
  cap: string,
): LineChangeText | null {
  if (!line) return null
  if (kind === 'stop') return { kind, statisticId: line.statisticId }
  if (text.trim() === '') return null
  return {
    kind,
    statisticId: line.statisticId,
    pledgeAmount: typedAmount(text),
    ...(cap.trim() === '' ? {} : { maximumAmount: typedAmount(cap) }),
  }
}

/** The server's response to exactly the current choice; nothing while it is on its way. */
function useLinePreview(ask: SheetProps['preview'], wanted: LineChangeText | null) {
  const asked = useDebouncedValue(wanted, PAUSE_MS)
  const { data, error, fetchStatus } = useQuery(ask(asked))
  const isCurrent = wanted !== null && JSON.stringify(asked) === JSON.stringify(wanted)
  const refusal = isCurrent && error ? error : null
  const fields = refusal ? fieldErrors(refusal) : {}
  const capProblem = fields.maximumAmount
  const isTheirs = Boolean(capProblem ?? fields.pledgeAmount)
  return {
    preview: isCurrent && !error ? data : undefined,
    capProblem,
    problem: capProblem ? undefined : (fields.pledgeAmount ?? refusal?.message),
    /** What keeps it from being agreed to; what it says is above. */
    reason: refusal ? (isTheirs ? 'Correct the amount first' : 'Your new maximum is not known') : undefined,
    isPaused: isCurrent && !data && fetchStatus === 'paused',
  }
}

type RateProps = { line: Line; text: string; setText: (text: string) => void; problem: string | undefined }

/** Presets above the current rate, and a custom amount where the statistic allows it. */
function Rate({ line, text, setText, problem }: RateProps) {
  const larger = line.pledgeAmountOptions.filter(
    (option) => line.rate === null || toCents(option) > toCents(line.rate),
  )
  return (
    <>
      {line.rate !== null && (
        <p>
          Now {usd(line.rate)} {perUnit(line)}.
        </p>
      )}
      {larger.length > 0 && (
        <Chips
          legend={`Amount for ${line.name}`}
          options={larger.map((option) => ({ value: String(option), label: shortUsd(option) }))}
          value={larger.map(String).find((option) => option === text) ?? null}
          onChange={setText}
        />
      )}
      {line.allowCustomAmounts ? (
        <MoneyField
          label={`New amount ${perUnit(line)}`}
          value={text}
          error={problem}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        problem && <Note tone="danger">{problem}</Note>
      )}
    </>
  )
}

type NewMostProps = {
  pledge: Changeable
  preview: LineChangePreview | undefined
  wanted: LineChangeText | null
  path: string
  cap: string | null
}

function NewMost({ pledge, preview, wanted, path, cap }: NewMostProps) {
  const change = preview && wanted ? { ...wanted, most: preview.most } : null
  const { data } = useQuery(changeForecastQuery(path, change))
  return (
    <section className="board p-5" aria-live="polite" aria-label="The most you can owe">
      <p className="label quiet">The most you can owe</p>
      <Figure text={preview ? usd(preview.most) : '…'} className="mt-2 block large-[3.25]" />
      <p className="quiet fine mt-2">
        {preview ? changedMaximumWords(preview, cap) : `${usd(pledge.agreedMaximum)} so far.`}
      </p>
      {preview && (
        <>
          <ComesTo
            range={data?.forecast?.now}
            most={preview.most}
            earned={pledge.earned}
            className="mt-3 border-t border-boardline pt-3"
          />
          <p className="mt-3">{preview.words}</p>
        </>
      )}
    </section>
  )
}

/**
 * How a changed maximum comes about, so that a calculator suffices to check it: "$70.00 so far, and 30 goals still possible
 * × $1.00 more = $30.00 more.". `cap`: the supporter's own, which stays.
 */
export function changedMaximumWords(preview: LineChangePreview, cap: string | null): string {
  const { name, unitName, rateBefore, rate, maximumUnits } = preview
  const start = `${usd(preview.mostBefore)} so far`
  if (cap) return `${start}. You set this maximum yourself.`
  const [each, isMore] = difference(rateBefore, rate)
  const [by] = difference(preview.mostBefore, preview.most)
  const way = isMore ? 'more' : 'less'
  const units = maximumUnits === null ? null : readQuantity(maximumUnits)
  if (units !== null && timesQuantity(each, units) === by) {
    const many = counted(maximumUnits ?? 0, unitOf({ name, unitName }))
    const change = rateBefore !== null && rate !== null ? `${formatUsd(each)} ${way}` : formatUsd(each)
    return `${start}, and ${many} still possible × ${change} = ${formatUsd(by)} ${way}.`
  }
  if (units === null && each === by) return `${start}, and ${formatUsd(by)} ${way} for ${name}.`
  return units === null && isMore
    ? `${start}. Nobody has said how many are possible: this leaves room above the ${usd(preview.estimatedTotal)} of the estimate.`
    : `${start}. It is never below what is earned or may still count.`
}

function difference(before: string | null, after: string | null): [by: Cents, isMore: boolean] {
  const from = toCents(before ?? '0')
  const to = toCents(after ?? '0')
  return to > from ? [subtract(to, from), true] : [subtract(from, to), false]
}
