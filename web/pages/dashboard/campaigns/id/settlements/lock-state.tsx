/** What blocks the next lock: the same words beside the results and on the settlements tab. */
import { Link } from 'react-router'
import { parseCents } from '#domain/money.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Blocker, SettlementPreview } from '#domain/schemas/settlement.ts'
import { countText, usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'

/** What the user saw when they pressed Lock, compared with the current preview. */
type Pledge = SettlementPreview['pledges'][number]
type Totals = SettlementPreview['totals']

/** A preview with each of its pledges that was on the screen, by its number there. */
export type ShownPreview = {
  preview: SettlementPreview
  pledges: ReadonlyMap<string, { number: number; pledge: Pledge }>
}

/** `pages`: all loaded pages; only those of this preview count. */
export function shownPreview(
  preview: SettlementPreview,
  pages: readonly { from: number; page: SettlementPreview | undefined }[],
): ShownPreview {
  const shown = [{ from: 1, page: preview }, ...pages].flatMap(({ from, page }) =>
    page?.previewId === preview.previewId
      ? page.pledges.map((pledge, index) => ({ number: from + index, pledge }))
      : [],
  )
  return { preview, pledges: new Map(shown.map((one) => [one.pledge.pledgeId, one])) }
}

export const isZero = (amount: string): boolean => (parseCents(amount) ?? 0) === 0

const TOTAL_LABELS: readonly [Exclude<keyof Totals, 'pledges' | 'toBill' | 'difference'>, string][] = [
  ['accrued', 'Earned by these pledges'],
  ['billedBefore', 'Already billed'],
  ['carried', 'Left for the next one'],
  ['lowered', 'Unpaid bills lowered'],
  ['waived', 'Waived, not billed'],
  ['writtenOff', 'Written off'],
  ['refunded', 'To refund'],
  ['bill', 'To bill now'],
]

/** Null: not in it. Amounts as decimals. */
export type Changed = { label: string; before: string | null; now: string | null }

export const changedTotals = (before: Totals, now: Totals): Changed[] =>
  TOTAL_LABELS.filter(([name]) => before[name] !== now[name]).map(([name, label]) => ({
    label,
    before: before[name],
    now: now[name],
  }))

const isWhole = ({ preview, pledges }: ShownPreview): boolean => pledges.size === preview.pledgesCount

/** The pledges that were or are on the screen with a changed difference, by their number there. */
export function changedPledges(before: ShownPreview, now: ShownPreview): Changed[] {
  const changed: Changed[] = []
  for (const [id, { number, pledge }] of now.pledges) {
    const earlier = before.pledges.get(id)?.pledge
    if (earlier ? earlier.difference === pledge.difference : !isWhole(before)) continue
    changed.push({
      label: `Pledge ${number}`,
      before: earlier?.difference ?? null,
      now: pledge.difference,
    })
  }
  if (!isWhole(now)) return changed
  for (const [id, { number, pledge }] of before.pledges)
    if (!now.pledges.has(id))
      changed.push({ label: `Pledge ${number} before`, before: pledge.difference, now: null })
  return changed
}

export type Declared = { code: Blocker['code']; subjectId: string | null; reason: string }

/** One reason for all matches that are still to come; every other blocker has its own. */
const keyOf = ({ code, subjectId }: Blocker): string =>
  code === 'match_to_come' ? code : `${code}:${subjectId ?? ''}`

const canOverride = ({ code }: Blocker): boolean => code !== 'held_pledge'

/** Where what is missing is mended. */
const MENDS: Record<Blocker['code'], { words: string; to: (campaignId: string, subject: string) => string }> =
  {
    unconfirmed_results: { words: 'Confirm it', to: (id, event) => paths.confirmMatch(id, event) },
    game_without_result: { words: 'Enter the result', to: (id) => paths.enterResults(id) },
    statistic_without_result: { words: 'Enter a result', to: (id) => paths.manage(id, 'results') },
    achievement_open: { words: 'Say what became of it', to: (id) => paths.achievements(id) },
    held_pledge: { words: 'Check held pledges', to: () => paths.heldPledges },
    match_to_come: { words: 'See the schedule', to: (id) => paths.manage(id, 'events') },
    not_ended: { words: 'Change the end date', to: (id) => paths.editCampaign(id) },
  }

/** The reason for each blocker that may be overridden, and that has one. */
export const declaredBy = (blockers: readonly Blocker[], reasons: Record<string, string>): Declared[] =>
  blockers.filter(canOverride).flatMap((blocker) => {
    const reason = reasons[keyOf(blocker)]?.trim()
    return reason ? [{ code: blocker.code, subjectId: blocker.subjectId, reason }] : []
  })

export const isUndecided = ({ isCorrection, increases, totals }: SettlementPreview): boolean =>
  isCorrection &&
  !isZero(increases) &&
  !isZero(totals.carried) &&
  isZero(totals.bill) &&
  isZero(totals.waived)

type Overriding = { reasons: Record<string, string>; change: (reasons: Record<string, string>) => void }
type Props = {
  data: Pick<Management, 'campaign' | 'resultsToConfirm'>
  preview: SettlementPreview
  /** Where the settlement is locked. */
  overriding?: Overriding
}

export function LockState({ data: { campaign, resultsToConfirm }, preview, overriding }: Props) {
  const { kind, blockers } = preview
  return (
    <div className="mt-3 grid gap-3">
      {isUndecided(preview) && !overriding && (
        <Undecided campaignId={campaign.id} amount={preview.increases} />
      )}
      {kind === 'progress' && <Unconfirmed campaignId={campaign.id} count={resultsToConfirm} />}
      {blockers.length > 0 && (
        <Blockers campaignId={campaign.id} blockers={blockers} {...(overriding ? { overriding } : {})} />
      )}
      {kind === 'final' && blockers.length === 0 && !isUndecided(preview) && (
        <Note tone="good">No blockers: nothing stops the final lock.</Note>
      )}
    </div>
  )
}

/** A progress settlement leaves out what is not confirmed, and waits for nothing. */
function Unconfirmed({ campaignId, count }: { campaignId: string; count: number }) {
  if (count === 0) return <Note tone="good">Every result that was entered is confirmed.</Note>
  return (
    <Note tone="warning">
      <strong>
        {countText(count)} {count === 1 ? 'result is' : 'results are'} unconfirmed.
      </strong>{' '}
      {count === 1 ? 'It is' : 'They are'} not in these figures.{' '}
      <Link to={paths.manage(campaignId, 'results')} className="text-link">
        Confirm {count === 1 ? 'it' : 'them'}
      </Link>
    </Note>
  )
}

type UndecidedProps = { campaignId: string; amount: string; canSettle?: boolean }

/** Nothing of it is billed or waived until a representative decides. */
export const Undecided = ({ campaignId, amount, canSettle = true }: UndecidedProps) => (
  <Note tone="warning">
    <strong>{usd(amount)} was earned after the final lock and waits.</strong>{' '}
    {canSettle ? (
      <Link to={paths.finalSettlement(campaignId)} className="text-link">
        Bill it or waive it
      </Link>
    ) : (
      'A representative bills it or waives it.'
    )}
  </Note>
)

type BlockersProps = { campaignId: string; blockers: Blocker[]; overriding?: Overriding }

function Blockers({ campaignId, blockers, overriding }: BlockersProps) {
  const groups = Map.groupBy(blockers, keyOf)
  return (
    <>
      <Note tone="warning" role="status">
        <strong>
          {overriding
            ? `Resolve or override each blocker (${countText(blockers.length)}).`
            : `Blockers of the final lock: ${countText(blockers.length)}.`}
        </strong>{' '}
        {overriding
          ? 'Settle what stops the lock, or say why you lock all the same.'
          : 'Each is settled, or overridden with a reason, before the season is billed.'}
      </Note>
      <ul className="-m-1 grid max-h-96 gap-4 overflow-y-auto p-1">
        {[...groups].map(([key, group]) => (
          <Group key={key} name={key} campaignId={campaignId} group={group} overriding={overriding} />
        ))}
      </ul>
    </>
  )
}

type GroupProps = {
  campaignId: string
  name: string
  group: Blocker[]
  overriding: Overriding | undefined
}

function Group({ campaignId, name, group, overriding }: GroupProps) {
  const [first] = group
  if (!first) return null
  const { words, to } = MENDS[first.code]
  return (
    <li className="grid gap-2">
      <div id={`blocker-${name}`} className="dense grid gap-1">
        {group.map(({ subjectId, message }) => (
          <p key={subjectId}>{message}</p>
        ))}
      </div>
      <Link to={to(campaignId, first.subjectId ?? '')} className="text-link justify-self-start">
        {words}
      </Link>
      {overriding && canOverride(first) && (
        <TextField
          label="Reason to override"
          hint="Required to lock all the same. It is recorded with the lock."
          required
          maxLength={500}
          describedBy={`blocker-${name}`}
          value={overriding.reasons[name] ?? ''}
          onChange={(event) => overriding.change({ ...overriding.reasons, [name]: event.target.value })}
        />
      )}
    </li>
  )
}

type PreviewTotalsProps = {
  totals: SettlementPreview['totals']
  /** What is counted: progress settlements do not bill every pledge. */
  counted?: string
  /** What was earned after the final lock is neither billed nor waived yet. */
  isUndecided?: boolean
}

/** The sums of a preview, from what is earned to what would be billed now. */
export function PreviewTotals({ totals, counted = 'Pledges', isUndecided = false }: PreviewTotalsProps) {
  const rows = TOTAL_LABELS.filter(
    ([name]) => name === 'accrued' || (name !== 'bill' && !isZero(totals[name])),
  )
  return (
    <dl>
      <div className="summary-row">
        <dt>{counted}</dt>
        <dd className="fig fig-t">{countText(totals.pledges)}</dd>
      </div>
      {rows.map(([name, label]) => (
        <div key={name} className="summary-row">
          <dt>{name === 'carried' && isUndecided ? 'To bill or waive' : label}</dt>
          <dd>
            <Figure text={usd(totals[name])} size="t" />
          </dd>
        </div>
      ))}
      <div className="summary-row border-t-3 border-ink">
        <dt className="font-bold">To bill now</dt>
        <dd>
          <Figure text={usd(totals.bill)} flat className="large-[2.5]" />
        </dd>
      </div>
    </dl>
  )
}
