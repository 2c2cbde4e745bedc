import type { Management } from '#domain/schemas/campaign.ts'
import { quantityText, shortUsd } from '#web/format.ts'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { TableCard } from './table-card.tsx'

const KINDS = { per_increment: 'Increment', per_achievement: 'Achievement', one_time: 'One-Time' } as const
const orNone = (value: number | null): string => (value === null ? 'N/A' : quantityText(value))

export function StatisticsTab({ data }: { data: Management }) {
  return (
    <TableCard
      title="Statistics"
      head={['Statistic', 'Type', 'Goal', 'Last Year', 'So far', 'Amounts']}
      numeric={['Goal', 'Last Year', 'So far']}
      empty="No statistics yet"
      rows={data.statistics.map((statistic) => (
        <tr key={statistic.id}>
          <td className="full">
            <span className="flex items-center gap-3 font-semibold">
              <StatisticIcon name={statistic.icon} type={statistic.type} />
              {statistic.name}
            </span>
          </td>
          <td data-label="Type">{KINDS[statistic.type]}</td>
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
        </tr>
      ))}
    />
  )
}
