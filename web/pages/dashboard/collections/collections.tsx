import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#web/api-error.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { collectionsQuery, openItemsQuery } from '#web/queries/collections.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { ByAmbassador, ByCampaign } from './by.tsx'
import { MoneySums } from './figures.tsx'
import { type Look, lookAddress, lookOf, VIEWS } from './filter.ts'
import { Items } from './items.tsx'

const ChargeDrawer = lazily(async () => (await import('#web/parts/charge/charge-drawer.tsx')).ChargeDrawer)

const queries = ({ request }: { request: Request }) => {
  const look = lookOf(new URL(request.url).searchParams)
  return [collectionsQuery(look), ...(look.view === 'items' ? [openItemsQuery(look)] : [])]
}
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Collections')

/** What was billed and its status: over all campaigns, by campaign, by ambassador, and every open item. */
export default function Collecting() {
  const [params] = useSearchParams()
  const look = lookOf(params)
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
            onClose={() => void navigate(lookAddress(look, { charge: '' }), { preventScrollReset: true })}
          />
        </Suspense>
      )}
    </main>
  )
}

function Head({ look, campaignName }: { look: Look; campaignName: string | null }) {
  const navigate = useNavigate()
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
            {look.campaign ? (
              <>
                Of <strong className="break-words">{campaignName ?? 'one campaign'}</strong> only.{' '}
                <Link to={lookAddress(look, { campaign: '' })} className="underline underline-offset-4">
                  Show all campaigns
                </Link>
              </>
            ) : (
              'What was billed, what arrived, and the next step for the rest.'
            )}
          </p>
        </div>
        {!look.campaign && (
          <div className="w-full md:w-96">
            <SearchBox
              value={look.search}
              onChange={(search) =>
                void navigate(lookAddress(look, { search }), { replace: true, preventScrollReset: true })
              }
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** `isMixed`: where test money is listed beside real money, each row says which it is (R39). */
type TablesProps = { look: Look; states: Parameters<typeof Items>[0]['states']; isMixed: boolean }

function Tables({ look, states, isMixed }: TablesProps) {
  const navigate = useNavigate()
  const go = (changes: Partial<Look>): void =>
    void navigate(lookAddress(look, changes), { preventScrollReset: true })
  return (
    <section className="card overflow-hidden" aria-label="Collections in tables">
      <nav className="tabs mx-1.5 border-b border-line" aria-label="View">
        {VIEWS.map(({ value, label }) => (
          <Link
            key={value}
            to={lookAddress(look, { view: value })}
            aria-current={value === look.view ? 'page' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      {look.view === 'items' && <Items {...{ look, go, states }} />}
      {look.view === 'campaigns' && <ByCampaign {...{ look, go, isMixed }} />}
      {look.view === 'ambassadors' && <ByAmbassador {...{ look, go, isMixed }} />}
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
