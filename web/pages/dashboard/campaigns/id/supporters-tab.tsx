import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { Management, PledgesByState } from '#domain/schemas/campaign.ts'
import type { ManagedPledge } from '#domain/schemas/pledge.ts'
import { countText, dateText, usd } from '#web/format.ts'
import { spelled, statusIcon, statusTone } from '#web/labels.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { usePages } from '#web/parts/records/use-pages.tsx'
import { managedPledgesQuery, type PledgeFilter, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'

/** Those that need attention first, in the order in which the server lists them. */
const STATES = [
  { value: 'past_due', label: 'Past due' },
  { value: 'active', label: 'Active' },
  { value: 'settled', label: 'Settled' },
] as const
const ORDERS = [
  { value: 'state', label: 'By status' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const
const FIRST: PledgeFilter = { status: 'all', order: 'state' }
/** Rows for a phone's screen or two; the rest of the page is behind a button. */
const SHOWN = 25

/** Anything unreadable falls back to the default. */
export function lookIn(params: URLSearchParams): PledgeFilter {
  const status = STATES.find(({ value }) => value === params.get('status'))?.value
  const order = ORDERS.find(({ value }) => value === params.get('order'))?.value
  return { status: status ?? FIRST.status, order: order ?? FIRST.order }
}

/** What is shown is in the address: a reload, the way back and a colleague find the same list. */
export function SupportersInAddress({ data }: { data: Management }) {
  const [params, setParams] = useSearchParams()
  const choose = ({ status, order }: PledgeFilter): void =>
    setParams(
      {
        tab: 'supporters',
        ...(status === FIRST.status ? {} : { status }),
        ...(order === FIRST.order ? {} : { order }),
      },
      { replace: true, preventScrollReset: true },
    )
  return <SupportersTab data={data} look={lookIn(params)} onLook={choose} />
}

type Props = { data: Management; look?: PledgeFilter; onLook?: (look: PledgeFilter) => void }

/** Nobody is named here, not even to managers: each supporter has a number, and each pledge a reference. */
export function SupportersTab({ data, look = FIRST, onLook = () => {} }: Props) {
  const { id } = data.campaign
  const of = `${look.status} ${look.order}`
  const { rows, pager, isPending, error } = usePages({
    label: 'Pages of supporters',
    of,
    ...loadedOf(data, look),
    query: (after) => managedPledgesQuery(id, look, after),
  })
  if (isPending) return <Skeleton className="h-96" />
  const isGrouped = look.order === 'state'
  return (
    <TableCard
      key={of}
      title="Supporters"
      head={['Supporter', 'Pledge Type', 'Amount', 'Status', 'Date']}
      numeric={['Amount']}
      isCompact
      empty={
        error ? 'Not loaded' : look.status === 'all' ? 'No supporters yet' : 'No supporters with this status'
      }
      emptyText={error?.message ?? 'Every pledge appears here, without the supporter’s name.'}
      most={SHOWN}
      actions={rows.length > 0 && <DownloadCsv path={tableFile(id, 'supporters')} of="supporters" />}
      above={data.pledgesCount > 1 && <Choices data={data} look={look} onChange={onLook} />}
      below={unlisted(data.pledgesByState)}
      pager={pager}
      headings={isGrouped ? headingsOf(rows, data) : {}}
      rows={rows.map((pledge) => rowOf(pledge, data, isGrouped ? 'max-md:sr-only!' : ''))}
    />
  )
}

/** The newest came with the screen; if these are all, they are sorted here. */
function loadedOf({ pledges, pledgesCount: count }: Management, { status, order }: PledgeFilter) {
  if (status !== 'all') return {}
  if (order === 'newest') return { newest: pledges, count }
  if (order === 'oldest' || count > pledges.length) return {}
  return { newest: [...pledges].sort((a, b) => rankOf(a.status) - rankOf(b.status)), count }
}
const rankOf = (status: string): number => STATES.findIndex(({ value }) => value === status)

/** The name of each state above the first row of it; the filter shows how many there are of it. */
function headingsOf(rows: readonly ManagedPledge[], data: Management): Record<number, ReactNode> {
  const firsts = rows.flatMap(({ status }, place) =>
    rows[place - 1]?.status === status ? [] : [{ status, place }],
  )
  return Object.fromEntries(
    firsts.map(({ status, place }) => {
      const count = data.pledgesByState?.[status as keyof PledgesByState]
      const heading = (
        <tr key={status}>
          <td colSpan={5} className="full bg-sunken font-bold">
            {spelled(status)} {count !== undefined && <span className="quiet">{countText(count)}</span>}
          </td>
        </tr>
      )
      return [place, heading]
    }),
  )
}

/** `statusLook`: on a phone a group's heading shows the status for all its rows. */
function rowOf(pledge: ManagedPledge, { campaign }: Management, statusLook = ''): ReactNode {
  return (
    <tr key={pledge.id}>
      <th scope="row" className="font-semibold">
        Anonymous Supporter <span className="whitespace-nowrap">#{countText(pledge.number)}</span>
        <span className="quiet fine block font-normal">{pledgeReference(pledge.id)}</span>
      </th>
      <td data-label="Pledge Type">{spelled(pledge.pledgeType)}</td>
      <td data-label="Amount" className="num">
        <Figure text={usd(pledge.totalAmountDue)} size="t" />
      </td>
      <td data-label="Status" className={statusLook}>
        <Badge tone={statusTone(pledge.status)} {...statusIcon(pledge.status)}>
          {spelled(pledge.status)}
        </Badge>
      </td>
      <td data-label="Date">{dateText(pledge.createdAt, campaign.timeZone)}</td>
    </tr>
  )
}

/** "Not listed: 2 under review, 3 cancelled." They count nowhere. */
function unlisted(states: PledgesByState | null): ReactNode {
  if (!states || states.held + states.cancelled === 0) return null
  const parts = [
    states.held > 0 && `${countText(states.held)} under review`,
    states.cancelled > 0 && `${countText(states.cancelled)} cancelled`,
  ].filter((part) => part !== false)
  return <p className="quiet fine">Not listed: {parts.join(', ')}.</p>
}

type ChoicesProps = { data: Management; look: PledgeFilter; onChange: (look: PledgeFilter) => void }

function Choices({ data: { pledgesCount, pledgesByState: states }, look, onChange }: ChoicesProps) {
  const named = (label: string, count: number | undefined): string =>
    count === undefined ? label : `${label} (${countText(count)})`
  const options = [
    { value: 'all', label: named('All', pledgesCount) },
    ...STATES.map(({ value, label }) => ({ value, label: named(label, states?.[value]) })),
  ]
  return (
    <div className="flex flex-wrap gap-2.5 max-md:*:flex-1">
      <Select
        label="Status"
        className="w-44"
        value={look.status}
        options={options}
        onChange={(status) => onChange({ ...look, status })}
      />
      <Select
        label="Order"
        className="w-44"
        value={look.order}
        options={ORDERS}
        onChange={(order) => onChange({ ...look, order: order as PledgeFilter['order'] })}
      />
    </div>
  )
}
