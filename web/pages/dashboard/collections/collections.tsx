import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useId } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { CollectionFigures, CollectionSums, Collections } from '#domain/schemas/collection.ts'
import { ApiError } from '#web/api-error.ts'
import { countText, toCents, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { collectionsQuery, openItemsQuery } from '#web/queries/collections.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { FindBox } from '#web/site/workspace/find-box.tsx'
import { Track } from '#web/ui/bar.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { ByAmbassador, ByCampaign } from './by-campaign-and-ambassador.tsx'
import { addressOfFilter, type CollectionsFilter, filterOf, VIEWS } from './filter.ts'
import { Items } from './items.tsx'

const ChargeDrawer = lazily(async () => (await import('#web/parts/charge/charge-drawer.tsx')).ChargeDrawer)

const queries = ({ request }: { request: Request }) => {
  const look = filterOf(new URL(request.url).searchParams)
  return [collectionsQuery(look), ...(look.view === 'items' ? [openItemsQuery(look)] : [])]
}
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Collections')

/** What was billed and its status: over all campaigns, by campaign, by ambassador, and every open item. */
export default function Collecting() {
  const [params] = useSearchParams()
  const look = filterOf(params)
  const navigate = useNavigate()
  const found = useQuery({ ...collectionsQuery(look), placeholderData: keepPreviousData })
  const { error } = found
  const data = keptOf(found)
  if (error instanceof ApiError && error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      <Head look={look} campaignName={look.campaign ? (data?.campaignName ?? null) : null} />
      <LoadProblem what="The sums" found={found} />
      {!data && !error && <Skeleton className="h-96" />}
      {data && <MoneySums data={data} look={look} />}
      <Tables look={look} states={data?.states} isMixed={(data?.byMoney.length ?? 0) > 1} />
      {look.charge && (
        <Suspense>
          <ChargeDrawer
            id={look.charge}
            onClose={() => void navigate(addressOfFilter(look, { charge: '' }), { preventScrollReset: true })}
          />
        </Suspense>
      )}
    </main>
  )
}

function Head({ look, campaignName }: { look: CollectionsFilter; campaignName: string | null }) {
  return (
    <div>
      <Breadcrumbs>
        <Link to={paths.dashboard}>Dashboard</Link>
        {look.campaign && campaignName && <Link to={paths.manage(look.campaign)}>{campaignName}</Link>}
      </Breadcrumbs>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1>Collections</h1>
          <p className="quiet mt-2 max-w-[70ch]">
            {look.campaign || look.search ? (
              <>
                Of{' '}
                <strong className="break-words">
                  {look.campaign ? (campaignName ?? 'one campaign') : `“${look.search}”`}
                </strong>{' '}
                only.{' '}
                <Link
                  to={addressOfFilter(look, { campaign: '', search: '' })}
                  className="underline underline-offset-4"
                >
                  Show all campaigns
                </Link>
              </>
            ) : (
              'What was billed, what arrived, and the next step for the rest.'
            )}
          </p>
        </div>
        <div className="w-full md:w-96">
          <FindBox />
        </div>
      </div>
    </div>
  )
}

/** `isMixed`: where test money is listed beside real money, each row says which it is. */
type TablesProps = {
  look: CollectionsFilter
  states: Parameters<typeof Items>[0]['states']
  isMixed: boolean
}

function Tables({ look, states, isMixed }: TablesProps) {
  const navigate = useNavigate()
  const go = (changes: Partial<CollectionsFilter>): void =>
    void navigate(addressOfFilter(look, changes), { preventScrollReset: true })
  return (
    <section className="card overflow-hidden" aria-label="Collections in tables">
      <nav className="tabs mx-1.5 border-b border-line" aria-label="View">
        {VIEWS.map(({ value, label }) => (
          <Link
            key={value}
            to={addressOfFilter(look, { view: value })}
            aria-current={value === look.view ? 'page' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      {!look.campaign && (
        <div className="px-5 pt-4 md:w-96">
          <SearchBox
            value={look.search}
            onChange={(search) =>
              void navigate(addressOfFilter(look, { search }), { replace: true, preventScrollReset: true })
            }
          />
        </div>
      )}
      {look.view === 'items' && <Items look={look} go={go} states={states} />}
      {look.view === 'campaigns' && <ByCampaign look={look} go={go} isMixed={isMixed} />}
      {look.view === 'ambassadors' && <ByAmbassador look={look} go={go} isMixed={isMixed} />}
    </section>
  )
}

const NotForThem = () => (
  <RepresentativesOnly>
    It is private because it shows who owes what. If you handle payments, ask a representative to give you the
    role.
  </RepresentativesOnly>
)

export const ErrorBoundary = refusedBy(NotForThem)

/** Real and test money are kept apart, and never added. */
function MoneySums({ data, look }: { data: Collections; look: CollectionsFilter }) {
  const all = data.byMoney.length > 0 ? data.byMoney : [data]
  return all.map(({ moneyMode, ...sums }) => {
    const test = moneyMode === 'sandbox' && all.length > 1 ? 'Test mode' : null
    return (
      <Fragment key={moneyMode}>
        <Figures {...{ ...sums, test }} isTestMoney={moneyMode === 'sandbox'} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <TheRest {...{ ...sums, look, test }} />
          <Reasons {...{ ...sums, test }} />
        </div>
      </Fragment>
    )
  })
}

/** Expected, billed and collected are kept apart, and nothing is summed on this screen. */
function Figures({
  totals,
  test,
  isTestMoney,
}: Pick<CollectionSums, 'totals'> & PartProps & { isTestMoney: boolean }) {
  const rate = totals.rate === null ? 'Nothing is billed yet' : `${totals.rate}% of what was billed`
  return (
    <section className="card" aria-label={test ? 'Key figures of test mode' : 'Key figures'}>
      {isTestMoney && <p className="label px-[1.125rem] pt-4 md:px-6">Test mode: no real money</p>}
      <Tiles
        tiles={[
          {
            label: 'Expected',
            figure: <Figure text={usd(totals.expected)} />,
            note: 'Pledged as of today',
          },
          { label: 'Billed', figure: <Figure text={usd(totals.billed)} />, note: 'By card and by invoice' },
          { label: 'Collected', figure: <Figure text={usd(totals.collected)} />, note: rate },
          {
            label: 'Written off',
            figure: <Figure text={usd(totals.writtenOff)} />,
            note: `${usd(totals.waived)} waived`,
          },
        ]}
      />
      {totals.rate !== null && (
        <div className="px-5 pb-5">
          <Track className="bar" lane="collected" percent={totals.rate} />
        </div>
      )}
    </section>
  )
}

type Part = { label: string; amount: string; count?: number; show?: string }

const partsOf = (totals: CollectionFigures, states: Collections['states']): Part[] => [
  { label: 'Failed cards', amount: totals.failed, count: totals.failedCount, show: 'cards' },
  { label: 'Overdue invoices', amount: totals.overdue, count: totals.overdueCount, show: 'overdue' },
  { label: 'In dispute', amount: totals.disputed, count: states.disputed, show: 'disputed' },
  { label: 'Upcoming: scheduled or not due yet', amount: totals.underway, show: 'upcoming' },
  { label: 'Refunded', amount: totals.refunded },
  { label: 'Lost to disputes', amount: totals.lost },
]

/** `test`: what says that it is test money, beside real money. */
type PartProps = { test: string | null }
const Test = ({ test }: PartProps) => test && <span className="quiet fine ml-2 font-normal">{test}</span>

/** Every dollar that was billed and not collected is in one of these lines. */
function TheRest({
  totals,
  states,
  look,
  test,
}: Pick<CollectionSums, 'totals' | 'states'> & { look: CollectionsFilter } & PartProps) {
  const id = useId()
  return (
    <section className="card p-5" aria-labelledby={id}>
      <Heading level={2} size="card" id={id}>
        Billed but not collected
        <Test test={test} />
      </Heading>
      <dl className="mt-2">
        {partsOf(totals, states).map(({ label, amount, count, show }) => (
          <div key={label} className="summary-row">
            <dt>
              {show !== undefined && toCents(amount) !== 0 ? (
                <Link
                  to={addressOfFilter(look, { view: 'items', show })}
                  preventScrollReset
                  className="underline underline-offset-4"
                >
                  {label}
                </Link>
              ) : (
                label
              )}
              {count ? <span className="quiet fine ml-2">{countText(count)}</span> : null}
            </dt>
            <dd>
              <Figure text={usd(amount)} size="t" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Reasons({ reasons, test }: Pick<CollectionSums, 'reasons'> & PartProps) {
  const id = useId()
  return (
    <section className="card p-5" aria-labelledby={id}>
      <Heading level={2} size="card" id={id}>
        Why cards failed
        <Test test={test} />
      </Heading>
      {reasons.length === 0 && <p className="quiet mt-3">No failed cards.</p>}
      <dl className="mt-2">
        {reasons.map(({ reason, count, amount }) => (
          <div key={reason} className="summary-row">
            <dt>
              {reason}
              <span className="quiet fine ml-2">{countText(count)}</span>
            </dt>
            <dd>
              <Figure text={usd(amount)} size="t" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
