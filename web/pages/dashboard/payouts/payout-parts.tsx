import { Link } from 'react-router'
import type { Payout } from '#domain/schemas/payout.ts'
import { calendarDayText, dateText, usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

/** The amount, the people involved, and what makes it up. */
export function What({ payout, timeZone }: { payout: Payout; timeZone: string }) {
  const { amount, preparedBy, preparedAt, approvedBy, approvedAt, note } = payout
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
        {note && <span className="mt-1 block break-words">{note}</span>}
      </p>
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

export const pathOf = ({ campaignId, id }: Payout): string => `/api/campaigns/${campaignId}/payouts/${id}`

/** As long as nobody has sent it. */
export const useWithdraw = (payout: Payout, onSuccess: () => void) =>
  useWrite({
    request: () => ({ method: 'DELETE', path: pathOf(payout) }),
    failure: 'Failed to withdraw',
    success: { title: 'Payout withdrawn' },
    refresh: [['payouts'], ['exceptions']],
    onSuccess,
  })
