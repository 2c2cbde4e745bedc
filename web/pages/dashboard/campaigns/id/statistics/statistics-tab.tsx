import { faClipboardList, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { STATISTIC_RULES } from '#domain/statistic-types.ts'
import { quantityText, shortUsd } from '#web/format.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { namesOf } from '#web/parts/statistics/proposals.ts'
import { tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { ProposalsDrawer } from './proposals-drawer.tsx'
import { StatisticDrawer } from './statistic-drawer.tsx'

const orNone = (value: number | null): string => (value === null ? 'N/A' : quantityText(value))

export function StatisticsTab({ data }: { data: Management }) {
  const [open, setOpen] = useState<Statistic | 'new' | 'proposed' | null>(null)
  const mayManage = data.permissions.canManageStatistics
  const add = mayManage && (
    <Button kind="primary" size="small" onClick={() => setOpen('new')}>
      <Icon icon={faPlus} />
      Add Statistic
    </Button>
  )
  const numbers = ['Goal', 'Last Year', 'So far']
  return (
    <>
      <TableCard
        title="Statistics"
        head={['Statistic', 'Type', ...numbers, 'Amounts', ...(mayManage ? ['Edit'] : [])]}
        numeric={numbers}
        empty="No statistics yet"
        emptyText="What supporters pledge on: an amount for each result, for an achievement, or a gift."
        emptyAction={
          mayManage && (
            <Button onClick={() => setOpen('proposed')}>
              <Icon icon={faClipboardList} />
              Start with {namesOf(data.campaign.template).toLowerCase()}
            </Button>
          )
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            {data.statistics.length > 0 && (
              <DownloadCsv path={tableFile(data.campaign.id, 'statistics')} of="statistics" />
            )}
            {add}
          </span>
        }
        rows={data.statistics.map((statistic) => (
          <tr key={statistic.id}>
            <th scope="row" className="full md:max-lg:col-span-4!">
              <span className="flex items-center gap-3 font-semibold">
                <StatisticIcon name={statistic.icon} type={statistic.type} />
                {statistic.name}
                {!statistic.isActive && <Badge tone="draft">Closed to new pledges</Badge>}
              </span>
            </th>
            <td data-label="Type">{STATISTIC_RULES[statistic.type].kind}</td>
            <td data-label="Goal" className="num">
              {orNone(statistic.expectedTarget)}
            </td>
            <td data-label="Last Year" className="num">
              {orNone(statistic.lastYearResult)}
            </td>
            <td data-label="So far" className="num">
              {quantityText(statistic.confirmedQuantity)}
            </td>
            <td data-label="Amounts">{statistic.pledgeAmountOptions.map(shortUsd).join(', ')}</td>
            {mayManage && (
              <td className="md:max-lg:col-start-5 md:max-lg:row-start-1 md:max-lg:justify-self-end">
                <Button size="dense" aria-label={`Edit ${statistic.name}`} onClick={() => setOpen(statistic)}>
                  <Icon icon={faPen} />
                  Edit
                </Button>
              </td>
            )}
          </tr>
        ))}
      />
      {open === 'proposed' && <ProposalsDrawer campaign={data.campaign} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'proposed' && (
        <StatisticDrawer data={data} statistic={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
