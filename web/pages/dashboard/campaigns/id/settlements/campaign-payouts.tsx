import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Payout } from '#domain/schemas/payout.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { cameBack, lookOf } from '#web/parts/payouts/payout-labels.ts'
import { OnceLoaded } from '#web/parts/records/once-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { campaignPayoutsQuery } from '#web/queries/payouts.ts'
import { Badge } from '#web/ui/badge.tsx'

/** What of the organization's payouts is for this campaign, the newest first. */
export function CampaignPayouts({ campaignId }: { campaignId: string }) {
  const found = useQuery(campaignPayoutsQuery(campaignId))
  return (
    <OnceLoaded what="The payouts" found={found}>
      {(payouts) =>
        payouts.length > 0 && (
          <TableCard
            title="Payouts"
            head={['Payout', 'For this campaign', 'Whole payout', 'State']}
            numeric={['For this campaign', 'Whole payout']}
            empty="No payouts yet"
            rows={payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} campaignId={campaignId} />
            ))}
          />
        )
      }
    </OnceLoaded>
  )
}

function PayoutRow({ payout, campaignId }: { payout: Payout; campaignId: string }) {
  const { tone, words, icon } = lookOf(payout)
  const line = payout.lines.find((one) => one.campaignId === campaignId)
  return (
    <tr>
      <th scope="row" className="full">
        <Link to={paths.payout(payout.id)} className="underline underline-offset-4">
          {payout.paidOn ? calendarDayText(payout.paidOn) : `Prepared by ${payout.preparedBy.name}`}
        </Link>
        {payout.reference && (
          <span className="quiet fine block wrap-anywhere">Number {payout.reference}</span>
        )}
      </th>
      <td data-label="For this campaign" className="num">
        {usd(line?.amount ?? '0')}
      </td>
      <td data-label="Whole payout" className="num">
        {usd(payout.amount)}
        {cameBack(payout).map((back) => (
          <span key={back} className="quiet fine block font-normal">
            {back}
          </span>
        ))}
      </td>
      <td data-label="State">
        <Badge tone={tone} {...(icon ? { icon } : {})}>
          {words}
        </Badge>
      </td>
    </tr>
  )
}
