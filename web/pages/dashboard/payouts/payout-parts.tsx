import { Link } from 'react-router'
import type { Payout } from '#domain/schemas/payout.ts'
import { calendarDayText, dateText, usd } from '#web/format.ts'
import { bankFileText } from '#web/parts/payouts/bank-file.tsx'
import { isBelowZero } from '#web/parts/payouts/payout-labels.ts'
import { paths } from '#web/paths.ts'
import { payoutPath } from '#web/queries/payouts.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

/** The amount, the people involved, and what makes it up. */
export function What({ payout, timeZone }: { payout: Payout; timeZone: string }) {
  const { amount, preparedBy, preparedAt, approvedBy, approvedAt, note, bankFile } = payout
  return (
    <>
      {payout.moneyMode === 'sandbox' && <Note tone="warning">Test mode: no real money moves.</Note>}
      <p>
        <Figure text={usd(amount)} size="l" />
        <span className="quiet mt-1 block">
          Prepared by {preparedBy.name} on {dateText(preparedAt, timeZone)}
          {approvedBy &&
            approvedAt &&
            `, approved by ${approvedBy.name} on ${dateText(approvedAt, timeZone)}`}
          .{' '}
          <Link to={paths.payout(payout.id)} className="text-link">
            See what this payout includes
          </Link>
        </span>
        {bankFile && <span className="mt-1 block">It is in the {bankFileText(bankFile)}.</span>}
        {note && <span className="mt-1 block break-words">{note}</span>}
      </p>
      <Lines lines={payout.lines} />
    </>
  )
}

/** When it was sent, under which number, and where to. */
export function Sent({ payout: { paidOn, reference, destination } }: { payout: Payout }) {
  return (
    <p className="break-words">
      <span className="quiet block">
        Sent{paidOn && ` on ${calendarDayText(paidOn)}`}
        {reference && `, number ${reference}`}
      </span>
      {destination}
    </p>
  )
}

/** What it is for each campaign, where there are several. */
export function Lines({ lines }: Pick<Payout, 'lines'>) {
  if (lines.length < 2) return null
  return (
    <ul className="grid gap-1">
      {lines.map(({ campaignId, campaignName, amount }) => (
        <li key={campaignId} className="flex justify-between gap-4">
          <span className="min-w-0 break-words">{campaignName}</span>
          <span className={isBelowZero(amount) ? 'text-danger' : ''}>{usd(amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Whom a payout is for, and for which campaigns. */
export const forWhom = (organizationName: string, { lines }: Pick<Payout, 'lines'>): string =>
  lines.length === 1
    ? `${lines[0]?.campaignName}, for ${organizationName}.`
    : `${lines.length} campaigns of ${organizationName}.`

/** Beside the button that withdraws what a person sends. */
export const ONLY_IF_NOT_SENT = 'Only if no check was mailed and the bank was asked for no transfer.'

/** As long as nobody has sent it; of one that is in a file for the bank, with a reason. */
export const useWithdraw = (payout: Payout, onSuccess: () => void) =>
  useWrite<Payout, { reason: string } | undefined>({
    request: (input) => ({
      method: 'POST',
      path: `${payoutPath(payout.id)}/withdrawal`,
      payload: input ?? {},
    }),
    failure: 'Failed to withdraw',
    success: { title: 'Payout withdrawn' },
    refresh: [['payouts'], ['exceptions']],
    onSuccess,
  })
