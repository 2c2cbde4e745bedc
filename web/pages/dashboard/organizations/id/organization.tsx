import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { organizationTypeLabels } from '#web/labels.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { Crest } from '#web/parts/look/crest.tsx'
import { paths } from '#web/paths.ts'
import { organizationQuery } from '#web/queries/organizations.ts'
import { organizationPayoutsQuery } from '#web/queries/payouts.ts'
import { InsteadOfPage, missingAs } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useTitle } from '#web/site/use-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Details } from './details.tsx'
import { Look } from './look.tsx'
import { Members } from './members.tsx'
import { OwedAndPaid } from './owed-and-paid.tsx'
import { PayoutDestination } from './payout-destination.tsx'
import { ReceiptsArchive } from './receipts-archive.tsx'
import { Standing } from './standing.tsx'
import { Years } from './years.tsx'

const queriesFor = ({ params: { id = '' } }: { params: Record<string, string | undefined> }) => [
  organizationQuery(id),
  // Above what people press: it must not move when this arrives.
  organizationPayoutsQuery(id),
]
export const loader = signedInLoader(queriesFor)
export const clientLoader = signedInBrowserLoader(queriesFor)
export const meta = () => privateMeta('Organization')

/** People and details of an organization, for its owners and the representatives (R25). */
export default function OrganizationPage() {
  const { id = '' } = useParams()
  const found = useQuery(organizationQuery(id))
  const { data, error } = found
  if (data) return <Loaded data={data} />
  return error && !isUnauthorized(error) ? (
    <NotLoadedPage what="The organization" found={found}>
      <NotManaged />
    </NotLoadedPage>
  ) : (
    <Loading />
  )
}

function Loaded({ data }: { data: ManagedOrganization }) {
  const { name, city, state, organizationType, is501c3 } = data.organization
  useTitle(name)
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Crest organization={data.organization} className="size-14 flex-none" />
          <h1 className="min-w-0 break-words">{name}</h1>
          {is501c3 && (
            <Badge tone="active" icon="check">
              501(c)(3)
            </Badge>
          )}
        </div>
        <p className="quiet mt-2">{`${organizationTypeLabels[organizationType]} in ${city}, ${state}`}</p>
      </div>
      <OwedAndPaid organization={data.organization} />
      <Years organization={data.organization} />
      <Members data={data} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <Details data={data} />
          <Look organization={data.organization} />
        </div>
        <div className="grid gap-8">
          <Standing data={data} />
          <PayoutDestination data={data} />
          {data.isRepresentative && <ReceiptsArchive organization={data.organization} />}
        </div>
      </div>
    </main>
  )
}

const NotManaged = () => (
  <InsteadOfPage title="Organization Not Found">
    It doesn't exist, or only its owners and representatives may see it.
  </InsteadOfPage>
)
export const ErrorBoundary = missingAs(NotManaged)

function Loading() {
  return (
    <main id="main" className="wrap grid gap-6 py-8" aria-busy="true" aria-label="Loading the organization">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </main>
  )
}
