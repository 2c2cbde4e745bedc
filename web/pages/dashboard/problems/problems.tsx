import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#web/api-error.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { disputesQuery, refusalsQuery, unprocessedQuery } from '#web/queries/cards.ts'
import { exceptionsQuery } from '#web/queries/exceptions.ts'
import { signOffsQuery } from '#web/queries/sign-offs.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { Disputes, Refusals, Unprocessed } from './cards.tsx'
import { Exceptions } from './exceptions.tsx'
import { HeldPledges, heldQuery } from './held-pledges.tsx'
import { SignOffs } from './sign-offs-card.tsx'
import { UndeliveredMails, undeliveredQuery } from './undelivered-mail.tsx'

const queries = () => [
  exceptionsQuery,
  signOffsQuery,
  unprocessedQuery(),
  disputesQuery(),
  refusalsQuery(),
  undeliveredQuery(),
]
/** Held pledges are read by the browser only: whose names they show is logged. */
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Problems')

/** What does not go by itself, in the order of what it stops. A list without rows is not shown. */
export default function Problems() {
  const { error } = useQuery(exceptionsQuery)
  if (error instanceof ApiError && error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Problems</h1>
      </div>
      <Part id="exceptions">
        <Exceptions />
        <SignOffs />
      </Part>
      <Part id="held-pledges">
        <HeldPledges />
      </Part>
      <Part id="cards">
        <Unprocessed />
        <Disputes />
        <Refusals />
      </Part>
      <Part id="mail">
        <UndeliveredMails />
      </Part>
      <Nothing />
    </main>
  )
}

const Part = ({ id, children }: { id: string; children: ReactNode }) => (
  <div id={id} className="grid scroll-mt-24 gap-8 empty:hidden">
    {children}
  </div>
)

function Nothing() {
  const lists = [
    useQuery(exceptionsQuery).data?.length,
    useQuery(signOffsQuery).data?.length,
    useQuery(unprocessedQuery()).data?.length,
    useQuery(heldQuery()).data?.items.length,
    useQuery(disputesQuery()).data?.items.length,
    useQuery(refusalsQuery()).data?.items.length,
    useQuery(undeliveredQuery()).data?.items.length,
  ]
  return lists.every((length) => length === 0) ? (
    <EmptyState level={2} title="No problems">
      Unusual payments, held pledges, disputed and declined cards and undelivered email appear here.
    </EmptyState>
  ) : null
}

const NotForThem = () => (
  <RepresentativesOnly>
    It is private because it shows payments and who made them. If you handle payments, ask a representative to
    give you the role.
  </RepresentativesOnly>
)

export const ErrorBoundary = refusedBy(NotForThem)
