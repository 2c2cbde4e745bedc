import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import { ApiError } from '#web/api-error.ts'
import { calendarDayText, counted, countText, dateText, usd } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { loadedPreviews, settlementPreviewQuery } from '#web/queries/settlements.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import {
  type Changed as Change,
  changedPledges,
  changedTotals,
  type Declared,
  declaredBy,
  isUndecided,
  isZero,
  LockState,
  PreviewTotals,
  type ShownPreview,
  shownPreview,
} from './lock-state.tsx'

/** Few enough to read in a dialog; the new preview behind it has all of them. */
const MAX_PLEDGES = 10

/** Before and now, for each changed total and each changed pledge on the screen. */
function Changed({ before, now }: { before: ShownPreview; now: ShownPreview }) {
  const totals = changedTotals(before.preview.totals, now.preview.totals)
  const pledges = changedPledges(before, now)
  const rows = [...totals, ...pledges.slice(0, MAX_PLEDGES)]
  const others = pledges.length - MAX_PLEDGES
  if (rows.length === 0) return null
  return (
    <div>
      <table className="w-full border-collapse" aria-label="What changed since your preview">
        <thead>
          <tr className="quiet fine">
            <th scope="col" className="pb-1 text-left font-semibold">
              What
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-semibold">
              Before
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-semibold">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} {...row} />
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <p className="quiet fine mt-2">
          {others} more {others === 1 ? 'pledge' : 'pledges'} in the preview changed.
        </p>
      )}
    </div>
  )
}

const amountOf = (amount: string | null): string => (amount === null ? 'Not included' : usd(amount))

const Row = ({ label, before, now }: Change) => (
  <tr className="border-t border-line">
    <th scope="row" className="py-2 text-left font-semibold">
      {label}
    </th>
    <td className="quiet py-2 pl-3 text-right tabular-nums">{amountOf(before)}</td>
    <td className="py-2 pl-3 text-right font-semibold tabular-nums">{amountOf(now)}</td>
  </tr>
)

type Props = {
  data: Management
  preview: SettlementPreview
  /** Undefined: not decided. */
  billIncreases: boolean | undefined
}

/** A progress lock leaves the campaign paused: its statements and charges wait. A final one completes it. */
const waitsFor = ({ status }: Campaign, { kind }: SettlementPreview): boolean =>
  status === 'paused' && kind === 'progress'

/** Bills too small to send wait for the next settlement: locking for them alone would only mail statements. */
const movesNothing = ({ totals, pledges }: SettlementPreview): boolean =>
  [totals.bill, totals.lowered, totals.waived, totals.writtenOff, totals.refunded].every(isZero) &&
  !pledges.some(({ isSplitOnly }) => isSplitOnly)

const PARTS = [
  ['to bill', 'bill'],
  ['off unpaid bills', 'lowered'],
  ['waived, not billed', 'waived'],
  ['written off', 'writtenOff'],
  ['to refund', 'refunded'],
] as const
/** "$12.00 to bill, $5.00 to refund". */
function inWords({ totals }: SettlementPreview): string {
  const parts = PARTS.filter(([, name]) => !isZero(totals[name])).map(
    ([words, name]) => `${usd(totals[name])} ${words}`,
  )
  return parts.length > 0 ? parts.join(', ') : 'no amount changes'
}

/** The preview that the question is about, and the previous one where that is out of date. */
type Asked = { shown: ShownPreview; before: ShownPreview | null }

/**
 * Asks, and locks exactly what was on the screen at that moment. If it has changed, nothing is locked: the question then
 * shows what changed, and one more press locks the new preview.
 */
function useLock(
  { data: { campaign }, preview, billIncreases }: Props,
  declared: Declared[],
  onLocked: () => void,
) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const shown = (at: SettlementPreview): ShownPreview => shownPreview(at, loadedPreviews(client, campaign.id))
  const lock = useWrite<Settlement>({
    request: () => {
      const { kind, version, previewId } = asked?.shown.preview ?? preview
      return {
        method: 'POST',
        path: `/api/campaigns/${campaign.id}/settlements`,
        payload: {
          kind,
          version,
          previewId,
          declared,
          ...(billIncreases === undefined ? {} : { billIncreases }),
        },
      }
    },
    failure: null,
    success: ({ version }) => ({
      title: `Version ${version} is locked`,
      description: waitsFor(campaign, preview)
        ? 'Every supporter gets a statement once the campaign is active again.'
        : 'Every supporter gets a statement.',
    }),
    refresh: [campaignKey(campaign.id)],
    onSuccess: () => {
      setAsked(null)
      onLocked()
    },
  })
  const lookAgain = async (error: Error): Promise<void> => {
    if (!asked || !(error instanceof ApiError) || error.status !== 409) return
    await client.invalidateQueries({ queryKey: campaignKey(campaign.id) })
    const of = { kind: preview.kind, billIncreases }
    const now = client.getQueryData(settlementPreviewQuery(campaign.id, of).queryKey)
    if (now && now.previewId !== asked.shown.preview.previewId)
      setAsked({ shown: shown(now), before: asked.shown })
  }
  return {
    asked,
    lock,
    ask: () => {
      lock.reset()
      setAsked({ shown: shown(preview), before: null })
    },
    close: () => setAsked(null),
    confirm: () => lock.mutate(undefined, { onError: (error) => void lookAgain(error) }),
  }
}

/** The sums of a preview, its blockers, and the lock with what it will do in words. */
export function LockPanel({ data, preview, billIncreases }: Props) {
  const { campaign } = data
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const declared = declaredBy(preview.blockers, reasons)
  const isOnHold = preview.onHold.length > 0
  const isBlocked = isOnHold || declared.length < preview.blockers.length
  const hasNothing = (preview.kind === 'progress' || preview.isCorrection) && movesNothing(preview)
  const locking = useLock({ data, preview, billIncreases }, declared, () => setReasons({}))
  const { totals } = preview
  return (
    <section className="card p-5" aria-label="What this settlement would bill">
      <Heading level={2} size="card">
        Version {preview.version}, {preview.kind}
      </Heading>
      <p className="quiet fine mt-1 mb-2">This is a preview. Nothing changes until you lock it.</p>
      <PreviewTotals totals={totals} isUndecided={isUndecided(preview)} />
      {isOnHold && (
        <Note tone="danger">
          Billing is on hold: the books of this campaign do not balance. It resumes automatically once they
          do.
          <ul className="mt-2 list-disc pl-5">
            {preview.onHold.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      <LockState data={data} preview={preview} overriding={{ reasons, change: setReasons }} />
      <div className="mt-4">
        <Button
          kind="primary"
          full
          reason={
            isUndecided(preview)
              ? 'Decide whether to bill or waive first'
              : hasNothing
                ? 'Nothing to bill yet'
                : isOnHold
                  ? 'Billing is on hold'
                  : isBlocked
                    ? 'Settle or override what stops the lock first'
                    : undefined
          }
          onClick={locking.ask}
        >
          Review and lock...
        </Button>
      </div>
      {locking.asked && (
        <Question {...locking} asked={locking.asked} isBlocked={isBlocked} campaign={campaign} />
      )}
    </section>
  )
}

type QuestionProps = Pick<ReturnType<typeof useLock>, 'lock' | 'close' | 'confirm'> & {
  asked: Asked
  isBlocked: boolean
  campaign: Campaign
}

function Question({ asked, lock, close, confirm, isBlocked, campaign }: QuestionProps) {
  const { shown, before } = asked
  const { preview } = shown
  return (
    <Confirm
      open
      onClose={close}
      title={`Lock the ${preview.kind} settlement?`}
      confirm={before ? 'Lock the new preview' : 'Lock settlement'}
      pending={lock.isPending && 'Processing...'}
      disabled={isBlocked}
      onConfirm={confirm}
    >
      <div className="grid gap-4">
        {lock.error && (
          <Note tone={before ? 'warning' : 'danger'} role="alert">
            {lock.error.message}
          </Note>
        )}
        {before && <Changed before={before} now={shown} />}
        <p>
          {counted(preview.pledgesCount, 'pledge')} in this version: <strong>{inWords(preview)}</strong>.
          Every supporter gets a statement with the exact amount and the results behind it.
          {waitsFor(campaign, preview) &&
            ' The campaign is paused: statements are sent, and cards charged, once it is active again.'}
          {!isZero(preview.totals.bill) && !waitsFor(campaign, preview) && (
            <>
              {' '}
              Cards are charged on <strong>{dateText(preview.chargeAt, campaign.timeZone)}</strong>; checks
              and cash get an invoice.
            </>
          )}
        </p>
        {preview.exceptionsCount > 0 && (
          <p>
            {counted(preview.exceptionsCount, 'unusual pledge')}{' '}
            {preview.exceptionsCount === 1 ? 'is' : 'are'} listed first in the preview.
          </p>
        )}
        <BeforeTheEnd preview={preview} campaign={campaign} />
        {preview.kind === 'final' && !preview.isCorrection && (
          <Note tone="warning">
            This completes the campaign. You can reopen it until the first charge is attempted or the first
            check is posted; after that, corrections become a new version.
          </Note>
        )}
        {isBlocked && <p>Something new stops the lock. Close this to see it.</p>}
      </div>
    </Confirm>
  )
}

type BeforeTheEndProps = { preview: SettlementPreview; campaign: Pick<Campaign, 'endDate' | 'vocabulary'> }

/** Asked where a season is locked before it is over: what is left of it, what is billed now, and what becomes of the rest. */
export function BeforeTheEnd({
  preview: { blockers, totals },
  campaign: { endDate, vocabulary },
}: BeforeTheEndProps) {
  const matches = blockers.filter(({ code }) => code === 'match_to_come').length
  const isRunning = blockers.some(({ code }) => code === 'not_ended')
  if (matches === 0 && !isRunning) return null
  const left =
    matches === 0
      ? `No ${vocabulary.match} is left on the schedule.`
      : `${countText(matches)} ${matches === 1 ? `${vocabulary.match} is` : `${vocabulary.matches} are`} still to come.`
  return (
    <Note tone="warning">
      <strong>The {vocabulary.season} is not over.</strong> {left} The campaign {isRunning ? 'ends' : 'ended'}{' '}
      on {calendarDayText(endDate)}. {usd(totals.bill)} is billed now. What later results add is not billed by
      this lock: it waits until a representative bills or waives it.
    </Note>
  )
}
