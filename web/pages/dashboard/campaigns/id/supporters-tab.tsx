import type { Management } from '#domain/schemas/campaign.ts'
import { dateText, usd } from '#web/format.ts'
import { spelled, standingIcon, standingTone } from '#web/labels.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { managedPledgesQuery, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { usePages } from './use-pages.tsx'

/** Nobody is named here, not even to managers (R26). */
export function SupportersTab({ data }: { data: Management }) {
  const { id, timeZone } = data.campaign
  const { rows, pager } = usePages({
    label: 'Pages of supporters',
    newest: data.pledges,
    count: data.pledgesCount,
    query: (after) => managedPledgesQuery(id, after),
  })
  return (
    <TableCard
      title="Supporters"
      head={['Supporter', 'Pledge Type', 'Amount', 'Status', 'Date']}
      numeric={['Amount']}
      empty="No supporters yet"
      emptyText="Every pledge appears here, without the supporter’s name."
      most={rows.length}
      actions={rows.length > 0 && <DownloadCsv path={tableFile(id, 'supporters')} of="supporters" />}
      pager={pager}
      rows={rows.map((pledge) => (
        <tr key={pledge.id}>
          <td className="max-md:font-semibold">Anonymous Supporter</td>
          <td data-label="Pledge Type">{spelled(pledge.pledgeType)}</td>
          <td data-label="Amount" className="num">
            <Figure text={usd(pledge.totalAmountDue)} size="t" />
          </td>
          <td data-label="Status">
            <Badge tone={standingTone(pledge.status)} {...standingIcon(pledge.status)}>
              {spelled(pledge.status)}
            </Badge>
          </td>
          <td data-label="Date">{dateText(pledge.createdAt, timeZone)}</td>
        </tr>
      ))}
    />
  )
}
