import { faEye, faEyeSlash } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { OPEN_STATE_WORDS, OPEN_STATES } from '#domain/billing/collection.ts'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { Collections, OpenItem, PledgeName } from '#domain/schemas/collection.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { PayerLines } from '#web/parts/payers/payer.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { paths } from '#web/paths.ts'
import { COLLECTIONS_PAGE_SIZE, openItemsFile, openItemsQuery } from '#web/queries/collections.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { useWrite } from '#web/write.ts'
import { addressOfFilter, type CollectionsFilter, GROUP_WORDS, STATE_BADGES } from './filter.ts'

type Go = (changes: Partial<CollectionsFilter>) => void
type Names = ReadonlyMap<string, PledgeName>
type Props = { look: CollectionsFilter; go: Go; states: Collections['states'] | undefined }

const optionsOf = (states: Props['states']) => [
  { value: 'late', label: 'Not collected' },
  { value: 'cards', label: GROUP_WORDS.cards },
  { value: 'stopped', label: GROUP_WORDS.stopped },
  { value: 'upcoming', label: GROUP_WORDS.upcoming },
  ...OPEN_STATES.map((value) => ({
    value,
    label: `${OPEN_STATE_WORDS[value]}${states ? ` (${countText(states[value])})` : ''}`,
  })),
  { value: 'all', label: 'All open items' },
]

/** Each charge, invoice and dispute that is not settled, and refunds owed, with the next step and its date. */
export function Items({ look, go, states }: Props) {
  const found = useQuery({ ...openItemsQuery(look), placeholderData: keepPreviousData })
  const [names, setNames] = useState<Names>(new Map())
  const items = found.data?.items ?? []
  const unnamed = [...new Set(items.map(({ pledgeId }) => pledgeId))].filter((id) => !names.has(id))
  const ask = useWrite<PledgeName[]>({
    request: () => ({ method: 'POST', path: '/api/collections/names', payload: { pledgeIds: unnamed } }),
    failure: 'The names could not be shown',
    onSuccess: (shown) => setNames(new Map([...names, ...shown.map((one) => [one.pledgeId, one] as const)])),
  })
  const isShown = items.length > 0 && unnamed.length === 0
  return (
    <ShownTable
      label="Open items"
      found={found}
      search={look.search}
      rows={items}
      page={look.page}
      onPage={(page) => go({ page })}
      head={['What', 'Campaign', 'Amount', 'Why', 'What happens next', ...(isShown ? ['Supporter'] : [])]}
      numeric={['Amount']}
      empty="Nothing here"
      emptyText={
        look.show === 'late'
          ? 'No card failed, no invoice is overdue, and no bank disputes a charge.'
          : 'No charge or invoice is in this state.'
      }
      tools={
        <>
          <Select
            label="Which open items"
            className="w-60 max-md:w-auto max-md:flex-1"
            value={look.show}
            options={optionsOf(states)}
            onChange={(show) => go({ show })}
          />
          {items.length > 0 && (
            <Button
              pending={ask.isPending && 'Loading...'}
              onClick={() => (isShown ? setNames(new Map()) : ask.mutate())}
            >
              <Icon icon={isShown ? faEyeSlash : faEye} />
              {isShown ? 'Hide names' : 'Show names'}
            </Button>
          )}
          <DownloadCsv size="normal" path={openItemsFile(look)} of="open items, without names" />
        </>
      }
      {...(items.length > 0 ? { note: SHOWS_NAMES } : {})}
      row={(item) => (
        <ItemRow
          key={item.id}
          item={item}
          look={look}
          payer={isShown ? names.get(item.pledgeId) : undefined}
        />
      )}
    />
  )
}

const SHOWS_NAMES =
  '“Show names” adds who pays, with contact and address, to the rows of this page. That is logged in the campaign’s history.'
const LINK = 'font-semibold underline underline-offset-4'

type ItemRowProps = { item: OpenItem; look: CollectionsFilter; payer: PledgeName | undefined }

function ItemRow({ item, look, payer }: ItemRowProps) {
  const { tone, icon } = STATE_BADGES[item.state]
  return (
    <tr>
      <th scope="row" className="full md:min-w-44 md:py-2.5 md:max-lg:col-span-2!">
        <What item={item} look={look} />
        <span className="mt-1 block">
          <Badge tone={tone} {...(icon ? { icon } : {})}>
            {OPEN_STATE_WORDS[item.state]}
          </Badge>
        </span>
      </th>
      <td className="full md:min-w-44 md:max-lg:col-span-3!">
        <Link
          to={paths.manage(item.campaignId, 'settlements')}
          className="break-words underline underline-offset-4"
        >
          {item.campaignName}
        </Link>
        <span className="quiet fine block break-words">{item.organizationName}</span>
      </td>
      <td data-label="Amount" className="num">
        <Figure text={usd(item.amount)} size="t" />
        {item.moneyMode === 'sandbox' && (
          <span className="quiet fine block whitespace-nowrap">Test mode</span>
        )}
      </td>
      <td
        data-label="Why"
        className={`md:max-lg:col-span-2! ${item.reason === null ? 'max-md:sr-only!' : ''}`}
      >
        {item.reason ?? '–'}
      </td>
      <td
        data-label="What happens next"
        className={`md:min-w-52 md:max-lg:col-span-2! ${item.reason === null ? '' : 'full'}`}
      >
        {item.nextStep}
        <span className="quiet fine block">
          {item.nextOn === null ? `Since ${calendarDayText(item.dueOn)}` : calendarDayText(item.nextOn)}
        </span>
      </td>
      {payer && (
        <td data-label="Supporter" className="full md:min-w-48 md:py-2.5 xl:min-w-60">
          <PayerLines payer={payer} withAddress={item.state === 'owed_back'} />
        </td>
      )}
    </tr>
  )
}

function What({
  item: { kind, chargeId, number, pledgeId, amount },
  look,
}: {
  item: OpenItem
  look: CollectionsFilter
}) {
  if (kind === 'overpayment' || kind === 'refund')
    return (
      <Link to={`${paths.payments}#give-back`} className={`${LINK} whitespace-nowrap`}>
        {number ?? 'Card refund'}
      </Link>
    )
  if (chargeId === null)
    return (
      <Link to={`${paths.pledge(pledgeId)}#${number}`} className={`${LINK} whitespace-nowrap`}>
        {number}
      </Link>
    )
  return (
    <Link to={addressOfFilter(look, { charge: chargeId })} preventScrollReset className={LINK}>
      {kind === 'dispute' ? 'Dispute' : number === null ? 'Card charge' : `Card payment for ${number}`}
      <span className="quiet fine block whitespace-nowrap">
        <span className="sr-only">of </span>pledge {pledgeReference(pledgeId)}
        <span className="sr-only">, {usd(amount)}</span>
      </span>
    </Link>
  )
}

type ShownTableProps<Row> = {
  label: string
  found: UseQueryResult<{ count: number }>
  search: string
  rows: readonly Row[]
  row: (row: Row) => ReactNode
  head: readonly string[]
  numeric: readonly string[]
  page: number
  onPage: (page: number) => void
  empty: string
  emptyText: string
  /** The part that is shown, and the file to download. */
  tools: ReactNode
  note?: string
}

/** One table of the screen: its tools, its page, and links to the other pages. */
export function ShownTable<Row>(props: ShownTableProps<Row>) {
  const { label, found, search, rows, page, onPage, note, tools } = props
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  const start = (page - 1) * COLLECTIONS_PAGE_SIZE
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-5 py-4">{tools}</div>
      <FoundCount search={search} count={isPlaceholderData ? undefined : data?.count} />
      {note && <p className="quiet fine max-w-[80ch] px-5 pb-4">{note}</p>}
      {!data && !error && <Skeleton className="mx-5 mb-5 h-80" />}
      <LoadProblem what={label} found={found} className="px-5 pb-5" />
      {data && rows.length === 0 && (
        <div className="px-5 pb-5">
          {page > 1 ? (
            <PastTheEnd count={data.count} pageSize={COLLECTIONS_PAGE_SIZE} onPage={onPage} />
          ) : (
            <EmptyState title={props.empty}>{props.emptyText}</EmptyState>
          )}
        </div>
      )}
      {data && rows.length > 0 && <Rows {...props} />}
      {data && rows.length > 0 && data.count > COLLECTIONS_PAGE_SIZE && (
        <Pager
          label={`Pages of ${label.toLowerCase()}`}
          from={start + 1}
          to={start + rows.length}
          of={data.count}
          onPrevious={page > 1 ? () => onPage(page - 1) : null}
          onNext={start + rows.length < data.count ? () => onPage(page + 1) : null}
        />
      )}
    </>
  )
}

function Rows<Row>({ label, head, numeric, rows, row }: ShownTableProps<Row>) {
  return (
    <div className="relative overflow-x-auto border-t border-line">
      <table className="table stacked broad" aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col" className={numeric.includes(name) ? 'num' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(row)}</tbody>
      </table>
    </div>
  )
}
