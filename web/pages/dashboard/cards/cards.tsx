import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '#web/api-error.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { disputesQuery, refusalsQuery, unprocessedQuery } from '#web/queries/cards.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Disputes } from './disputes.tsx'
import { Refusals } from './refusals.tsx'
import { Unprocessed } from './unprocessed.tsx'

const queries = () => [disputesQuery(), refusalsQuery(), unprocessedQuery()]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Declined and disputed cards')

/** For those who handle payments: charges that banks take back, and who tries cards that are declined. */
export default function Cards() {
  const { error } = useQuery(refusalsQuery())
  if (error instanceof ApiError && error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Declined and disputed cards</h1>
      </div>
      <Unprocessed />
      <Disputes />
      <Refusals />
    </main>
  )
}

const NotForThem = () => (
  <RepresentativesOnly>
    It is private because it shows whose cards were declined. If you handle payments, ask a representative to
    give you the role.
  </RepresentativesOnly>
)

export const ErrorBoundary = refusedBy(NotForThem)
