import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { isUnauthorized } from '#web/api-error.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { MonthBooks } from '#web/parts/bookkeeping/month-books.tsx'
import { keptOf, NotCurrent } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { bookkeepingQuery, bookkeepingSearch } from '#web/queries/bookkeeping.ts'
import { InsteadOfPage, missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Skeleton } from '#web/ui/note.tsx'

type Args = { request: Request; params: Record<string, string | undefined> }
const queries = ({ request, params: { id = '' } }: Args) => [
  bookkeepingQuery(id, bookkeepingSearch(new URL(request.url).searchParams)),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('QuickBooks and Xero')

const NotThere = () => (
  <InsteadOfPage title="Organization Not Found">
    It doesn't exist, or only its owners, treasurers and representatives may see it.
  </InsteadOfPage>
)
export const ErrorBoundary = missingAs(NotThere)

/** An organization's month for its own books, for its owners and treasurers. */
export default function OrganizationBookkeeping() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const found = useQuery({
    ...bookkeepingQuery(id, bookkeepingSearch(params)),
    placeholderData: keepPreviousData,
  })
  const { error } = found
  const data = keptOf(found)
  if (data) {
    return (
      <MonthBooks
        books={data}
        crumbs={
          <Breadcrumbs>
            <Link to={paths.dashboard}>Dashboard</Link>
            <Link to={paths.organization(id)}>{data.organization?.name}</Link>
          </Breadcrumbs>
        }
      >
        <NotCurrent found={found} />
      </MonthBooks>
    )
  }
  return error && !isUnauthorized(error) ? (
    <NotLoadedPage what="The month" found={found}>
      <NotThere />
    </NotLoadedPage>
  ) : (
    <main id="main" className="wrap grid gap-6 py-8 lg:py-10" aria-busy="true" aria-label="Loading the month">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-96" />
    </main>
  )
}
