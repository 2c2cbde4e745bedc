import { useState } from 'react'
import { pledgeReference } from '#domain/lookup.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countText, dateText, usd } from '#web/format.ts'
import { spelled, standingIcon, standingTone } from '#web/labels.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { managedPledgesQuery, type PledgeLook, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Select } from '#web/ui/select.tsx'
import { usePages } from './use-pages.tsx'

const STATUSES = [
  { value: 'all', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'past_due', label: 'Past due' },
  { value: 'settled', label: 'Settled' },
] as const
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const
const FIRST: PledgeLook = { status: 'all', order: 'newest' }
/** Rows of a phone's screen or two; the rest of the page is behind a button. */
const SHOWN = 25

/** Nobody is named here, not even to managers: each supporter has a number, and each pledge a reference (R26). */
export function SupportersTab({ data }: { data: Management }) {
  const { id, timeZone } = data.campaign
  const [look, setLook] = useState(FIRST)
  const isFirst = look.status === FIRST.status && look.order === FIRST.order
  const { rows, pager } = usePages({
    label: 'Pages of supporters',
    of: `${look.status} ${look.order}`,
    ...(isFirst ? { newest: data.pledges, count: data.pledgesCount } : {}),
    query: (after) => managedPledgesQuery(id, look, after),
  })
  return (
    <TableCard
      key={`${look.status} ${look.order}`}
      title="Supporters"
      head={['Supporter', 'Pledge Type', 'Amount', 'Status', 'Date']}
      numeric={['Amount']}
      isCompact
      empty={isFirst ? 'No supporters yet' : 'No supporters of this status'}
      emptyText="Every pledge appears here, without the supporter’s name."
      most={SHOWN}
      actions={rows.length > 0 && <DownloadCsv path={tableFile(id, 'supporters')} of="supporters" />}
      above={data.pledgesCount > 1 && <Choices look={look} onChange={setLook} />}
      pager={pager}
      rows={rows.map((pledge) => (
        <tr key={pledge.id}>
          <td className="font-semibold">
            Anonymous Supporter <span className="whitespace-nowrap">#{countText(pledge.number)}</span>
            <span className="quiet fine block font-normal">{pledgeReference(pledge.id)}</span>
          </td>
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

function Choices({ look, onChange }: { look: PledgeLook; onChange: (look: PledgeLook) => void }) {
  return (
    <div className="flex flex-wrap gap-2.5 max-md:*:flex-1">
      <Select
        label="Status"
        className="w-44"
        value={look.status}
        options={STATUSES}
        onChange={(status) => onChange({ ...look, status })}
      />
      <Select
        label="Order"
        className="w-44"
        value={look.order}
        options={ORDERS}
        onChange={(order) => onChange({ ...look, order: order as PledgeLook['order'] })}
      />
    </div>
  )
}
