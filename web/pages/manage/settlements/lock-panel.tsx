import { useState } from 'react'
import { parseCents } from '#domain/money.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Blocker, Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import { counted, countText, dateText, usd } from '#web/format.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import { Blockers } from './blockers.tsx'

type Declared = { code: Blocker['code']; subjectId: string | null; reason: string }
export const blockerKey = ({ code, subjectId }: { code: string; subjectId: string | null }): string =>
  `${code}:${subjectId ?? ''}`

type Props = { campaign: Campaign; preview: SettlementPreview; billIncreases: boolean }

const isZero = (amount: string): boolean => (parseCents(amount) ?? 0) === 0
/** Bills too small to send wait for the next settlement: a lock for them alone would only mail statements (R32). */
const movesNothing = ({ toBill, lowered, waived, refunded }: SettlementPreview['totals']): boolean =>
  [toBill, lowered, waived, refunded].every(isZero)

/** The sums of a preview, what stands in the way, and the lock with what it will do in words (R30, R31). */
export function LockPanel({ campaign, preview, billIncreases }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const declared: Declared[] = preview.blockers.flatMap(({ code, subjectId }) => {
    const reason = reasons[blockerKey({ code, subjectId })]?.trim()
    return reason ? [{ code, subjectId, reason }] : []
  })
  const isOnHold = preview.onHold.length > 0
  const isBlocked = isOnHold || declared.length < preview.blockers.length
  const hasNothing = (preview.kind === 'progress' || preview.isCorrection) && movesNothing(preview.totals)
  const lock = useWrite<Settlement>({
    request: () => ({
      method: 'POST',
      path: `/api/campaigns/${campaign.id}/settlements`,
      payload: {
        ...{ kind: preview.kind, version: preview.version, toBill: preview.totals.toBill },
        ...{ declared, billIncreases },
      },
    }),
    failure: 'Failed to lock the settlement',
    success: ({ version }) => ({
      title: `Version ${version} is locked`,
      description: 'Every supporter gets a statement.',
    }),
    refresh: [campaignKey(campaign.id)],
    onSuccess: () => setAsking(false),
  })
  const { totals } = preview
  const rows = [
    ['Earned by them', totals.accrued],
    ['Already billed', totals.billedBefore],
    ['Carried over', totals.carried],
    ['Unpaid bills lowered', totals.lowered],
    ['Waived', totals.waived],
    ['Written off', totals.writtenOff],
    ['To refund', totals.refunded],
  ] as const
  const shown = rows.filter(([label, amount]) => label === 'Earned by them' || !isZero(amount))
  const what = preview.kind === 'final' ? 'final' : 'progress'
  return (
    <section className="card p-5" aria-label="What the lock would bill">
      <h2 className="text-[30px]">
        Version {preview.version}, {what}
      </h2>
      <p className="quiet fine mt-1 mb-2">A preview. Changes nothing.</p>
      <dl>
        <div className="summary-row">
          <dt>Pledges</dt>
          <dd className="fig fig-t">{countText(totals.pledges)}</dd>
        </div>
        {shown.map(([label, amount]) => (
          <div key={label} className="summary-row">
            <dt>{label}</dt>
            <dd>
              <Figure text={usd(amount)} size="t" />
            </dd>
          </div>
        ))}
        <div className="summary-row summary-total">
          <dt className="font-bold">To bill now</dt>
          <dd>
            <Figure text={usd(totals.toBill)} flat className="text-[40px]" />
          </dd>
        </div>
      </dl>
      {isOnHold && (
        <Note tone="danger">
          Billing is on hold: the books of this campaign do not add up. It goes on by itself when they agree
          again.
          <ul className="mt-2 list-disc pl-5">
            {preview.onHold.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      <Blockers blockers={preview.blockers} reasons={reasons} change={setReasons} />
      <Button
        kind="primary"
        full
        className="mt-4"
        disabled={isBlocked || hasNothing}
        onClick={() => setAsking(true)}
      >
        Review and lock...
      </Button>
      {hasNothing && <p className="quiet fine mt-2">Nothing to bill yet.</p>}
      {isBlocked && !isOnHold && (
        <p className="quiet fine mt-2">Settle what stands in the way first, or declare each on purpose.</p>
      )}
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Lock the ${what} settlement?`}
        confirm="Lock settlement"
        pending={lock.isPending && 'Processing...'}
        onConfirm={() => lock.mutate()}
      >
        <div className="grid gap-4">
          <p>
            {countText(totals.pledges)} {totals.pledges === 1 ? 'pledge is' : 'pledges are'} billed{' '}
            <strong>{usd(totals.toBill)}</strong> in all. Every supporter gets a statement with the exact
            amount and the matches behind it. Cards are charged on{' '}
            <strong>{dateText(preview.chargeAt, campaign.timeZone)}</strong>; checks and cash get an invoice.
          </p>
          {preview.exceptionsCount > 0 && (
            <p>
              {counted(preview.exceptionsCount, 'pledge')} out of the ordinary{' '}
              {preview.exceptionsCount === 1 ? 'stands' : 'stand'} first in the preview.
            </p>
          )}
          {preview.kind === 'final' && !preview.isCorrection && (
            <Note tone="warning">
              The campaign is completed by this. It cannot be undone; corrections make a new version.
            </Note>
          )}
          {lock.error && (
            <Note tone="danger" role="alert">
              {lock.error.message}
            </Note>
          )}
        </div>
      </Confirm>
    </section>
  )
}
