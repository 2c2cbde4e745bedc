import type { UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { INSTRUMENT_RULES, type Instrument } from '#domain/billing/instruments.ts'
import { type Payers, usePayers } from '#web/parts/payers/payer.tsx'
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { usePages } from '#web/parts/records/use-pages.tsx'
import { POSTED_PAGE_SIZE, type PostedPage } from '#web/queries/payments.ts'
import type { Counted } from '#web/query-client.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'

const DEBOUNCE_MS = 150
const MAX_NUMBER = 100

type Props<Row> = {
  /** Its name in addresses that lead to one of its numbers (`paths.postedPayment`). */
  list: 'deposits' | 'bank' | 'reversed' | 'refunded'
  title: string
  head: readonly string[]
  numeric: readonly string[]
  /** Whose number is searched for: "Check or invoice number". */
  search: string
  query: (page: PostedPage) => UseQueryOptions<Counted<Row>>
  /** Of what belongs to a pledge: then its row is given whose it is. */
  pledgeOf?: (one: Row) => string
  row: (one: Row, payers: Payers) => ReactNode
}

/** Newest first, a page at a time, and found by its number however old it is. Nothing while there is nothing. */
export function NumberedTable<Row extends { id: string }>(props: Props<Row>) {
  const [params] = useSearchParams()
  const sought = params.get('in') === props.list ? (params.get('number') ?? '').slice(0, MAX_NUMBER) : ''
  return <Searched key={sought} {...props} sought={sought} />
}

/** `sought`: the number that the address leads to. */
function Searched<Row extends { id: string }>({
  sought,
  title,
  head,
  numeric,
  search: label,
  query,
  pledgeOf,
  row,
}: Props<Row> & { sought: string }) {
  const [text, setText] = useState(sought)
  const place = useRef<HTMLDivElement>(null)
  const search = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const { rows, count, pager, error, isPending, retry, isTrying } = usePages({
    label: `Pages: ${title}`,
    of: search,
    size: POSTED_PAGE_SIZE,
    query: (after) => query({ search, after }),
  })
  const payers = usePayers(pledgeOf ? rows.map(pledgeOf) : [])
  const isSearch = text !== '' || search !== ''
  const isLedHere = sought !== '' && !isPending
  useEffect(() => {
    if (isLedHere) place.current?.scrollIntoView()
  }, [isLedHere])
  if (error && rows.length === 0)
    return <NotLoaded what={title} message={error.message} isTrying={isTrying} onRetry={retry} />
  if (rows.length === 0 && !isSearch) return null
  return (
    <div ref={place} className="scroll-mt-20">
      <TableCard
        title={title}
        head={head}
        numeric={numeric}
        most={POSTED_PAGE_SIZE}
        empty={isPending ? 'Searching...' : 'Nothing has this number'}
        emptyText="Search for a part of it, or clear the search."
        {...(isSearch || count > POSTED_PAGE_SIZE
          ? {
              actions: (
                <SearchField label={label} className="w-full sm:w-80" value={text} onChange={setText} />
              ),
            }
          : {})}
        pager={pager}
        rows={rows.map((one) => row(one, payers))}
      />
    </div>
  )
}

/** What tells the rows of a batch apart: the number, or the kind of payment if it has none. */
export function numberOf(method: Instrument, reference: string | null): string {
  const { name, hasNumber } = INSTRUMENT_RULES[method]
  return hasNumber ? (reference ?? 'No number') : name
}
