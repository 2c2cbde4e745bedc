import type { Management } from '#domain/schemas/campaign.ts'
import { countText, dateText, usd } from '#web/format.ts'
import { spelled, standingIcon, standingTone } from '#web/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { TableCard } from './table-card.tsx'

/** Nobody is named here, not even to managers (R26). */
export function SupportersTab({ data }: { data: Management }) {
  const more = data.pledgesCount - data.pledges.length
  return (
    <TableCard
      title="Supporters"
      head={['Supporter', 'Pledge Type', 'Amount', 'Status', 'Date']}
      numeric={['Amount']}
      empty="No supporters yet"
      emptyText="Every pledge stands here, with nobody’s name on it."
      rows={data.pledges.map((pledge) => (
        <tr key={pledge.id}>
          <td>Anonymous Supporter</td>
          <td data-label="Pledge Type">{spelled(pledge.pledgeType)}</td>
          <td data-label="Amount" className="num">
            <Figure text={usd(pledge.totalAmountDue)} size="t" />
          </td>
          <td data-label="Status">
            <Badge tone={standingTone(pledge.status)} {...standingIcon(pledge.status)}>
              {spelled(pledge.status)}
            </Badge>
          </td>
          <td data-label="Date">{dateText(pledge.createdAt, data.campaign.timeZone)}</td>
        </tr>
      ))}
      below={
        more > 0 && (
          <span className="quiet fine">
            The newest {countText(data.pledges.length)} of {countText(data.pledgesCount)}.
          </span>
        )
      }
    />
  )
}
