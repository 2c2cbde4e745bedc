import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '#web/api-error.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { MonthBooks } from '#web/parts/bookkeeping/month-books.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { bookkeepingQuery, bookkeepingSearch } from '#web/queries/bookkeeping.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Skeleton } from '#web/ui/note.tsx'

const queries = ({ request }: { request: Request }) => [
  bookkeepingQuery(null, bookkeepingSearch(new URL(request.url).searchParams)),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('QuickBooks and Xero')

/** The provider's month for its own books, chosen in the address. */
export default function ProviderBookkeeping() {
  const [params] = useSearchParams()
  const found = useQuery({
    ...bookkeepingQuery(null, bookkeepingSearch(params)),
    placeholderData: keepPreviousData,
  })
  const { error } = found
  const data = keptOf(found)
  if (error instanceof ApiError && error.status === 403) return <RepresentativesOnly />
  const crumbs = (
    <Breadcrumbs>
      <Link to={paths.dashboard}>Dashboard</Link>
      <Link to={paths.reports}>Monthly report</Link>
    </Breadcrumbs>
  )
  if (data)
    return (
      <MonthBooks books={data} crumbs={crumbs}>
        <LoadProblem what="The month" found={found} />
      </MonthBooks>
    )
  return (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10">
      {crumbs}
      {error && <h1>QuickBooks and Xero</h1>}
      <LoadProblem what="The month" found={found} />
      {!error && <Skeleton className="h-96" />}
    </main>
  )
}

export const ErrorBoundary = refusedBy(RepresentativesOnly)
