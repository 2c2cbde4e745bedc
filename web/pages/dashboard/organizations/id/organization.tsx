import { faFileZipper } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { yearOf, yearWords } from '#domain/billing/fiscal-year.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { ManagedOrganization, OwnOrganization } from '#domain/schemas/organization.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { organizationTypeLabels } from '#web/labels.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { ApiKeys } from '#web/parts/api-keys/api-keys.tsx'
import { Crest } from '#web/parts/branding/crest.tsx'
import { Webhooks } from '#web/parts/webhooks/webhooks.tsx'
import { paths } from '#web/paths.ts'
import { organizationQuery, stripeAccountQuery } from '#web/queries/organizations.ts'
import { organizationPayoutsQuery } from '#web/queries/payouts.ts'
import { receiptsArchive } from '#web/queries/receipts.ts'
import { useDownload } from '#web/site/download.tsx'
import { InsteadOfPage, missingAs } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useNow, useUser } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { ownedBy } from '#web/site/workspace/who.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Details } from './details.tsx'
import { Look } from './logo-and-colors.tsx'
import { Members } from './members.tsx'
import { OwedAndPaid } from './owed-and-paid.tsx'
import { PayoutDestination } from './payout-destination.tsx'
import { Standing } from './tax-status.tsx'

const ALL = 'all'

/** For representatives only: receipts name supporters. */
function ReceiptsArchive({ organization }: { organization: OwnOrganization }) {
  const years = archiveYears(organization, new Date(useNow()))
  const [year, setYear] = useState(ALL)
  const download = useDownload(receiptsArchive(organization.id, year === ALL ? undefined : year))
  return (
    <section className="card p-5" aria-labelledby="receipts-archive">
      <Heading level={2} id="receipts-archive">
        Receipts
      </Heading>
      <p className="quiet mt-1">
        Every receipt as a PDF, with a list of them and a list of what was refunded, in one file. They name
        supporters, so each download is logged.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Select
          label="Which year"
          className="w-40"
          value={year}
          options={[{ value: ALL, label: 'All years' }, ...years.map((one) => ({ value: one, label: one }))]}
          onChange={setYear}
        />
        <Button pending={download.isPending && 'Preparing...'} onClick={() => download.mutate()}>
          <Icon icon={faFileZipper} />{' '}
          {year === ALL ? 'Download all receipts' : `Download receipts of ${year}`}
        </Button>
      </div>
    </section>
  )
}

const queriesFor = ({ params: { id = '' } }: { params: Record<string, string | undefined> }) => [
  organizationQuery(id),
  // Above what people press: it must not move when this arrives.
  organizationPayoutsQuery(id),
  stripeAccountQuery(id),
]
export const loader = signedInLoader(queriesFor)
export const clientLoader = signedInBrowserLoader(queriesFor)
export const meta = () => privateMeta('Organization')

/** An organization's money and details and, for its owners and the representatives, its people. */
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
      <OwedAndPaid data={data} />
      <Years organization={data.organization} />
      {data.mayManage && <Members data={data} />}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <Details data={data} />
          {data.mayManage && <Look organization={data.organization} />}
        </div>
        <div className="grid gap-8">
          <Standing data={data} />
          <PayoutDestination data={data} />
          {data.isRepresentative && <ReceiptsArchive organization={data.organization} />}
        </div>
      </div>
      {data.mayManage && <Keys organization={data.organization} />}
      {data.mayManage && (
        <Webhooks
          organizationId={data.organization.id}
          lead="Your own systems are told when a campaign starts or ends, a result is confirmed, a pledge is made, or money moves."
        />
      )}
    </main>
  )
}

function Keys({ organization: { id, timeZone } }: { organization: OwnOrganization }) {
  const user = useUser()
  const isOwner = user !== null && ownedBy(user).some(({ organizationId }) => organizationId === id)
  return (
    <ApiKeys
      organizationId={id}
      timeZone={timeZone}
      reasonNotToMake={isOwner ? undefined : 'Only the owners make keys'}
    />
  )
}

const NotManaged = () => (
  <InsteadOfPage title="Organization Not Found">
    It doesn't exist, or only its owners, treasurers and representatives may see it.
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

/** Nothing is received before the organization is here, so these are all years with receipts. */
export function archiveYears(
  { createdAt, timeZone }: Pick<OwnOrganization, 'createdAt' | 'timeZone'>,
  now: Date,
): string[] {
  const yearOf = (at: Date) => Number(dateIn(timeZone, at).slice(0, 4))
  const last = yearOf(now)
  const first = yearOf(new Date(createdAt))
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, back) => String(last - back))
}

/** The way to this year and, for those who file it now, to the one before. */
function Years({ organization }: { organization: OwnOrganization }) {
  const { id, timeZone, fiscalYearFrom: from } = organization
  const year = yearOf(dateIn(timeZone, new Date(useNow())), from)
  return (
    <section
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5"
      aria-labelledby="years"
    >
      <div>
        <Heading level={2} id="years">
          Yearly figures
        </Heading>
        <p className="quiet mt-1 max-w-[64ch]">
          What was collected, refunded, paid out and owed in a calendar or fiscal year, for your board and
          your tax return.
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Link to={paths.organizationYear(id, year)} className={buttonClass()}>
          {yearWords({ year, from })} so far
        </Link>
        <Link to={paths.organizationYear(id, year - 1)} className={buttonClass()}>
          {yearWords({ year: year - 1, from })}
        </Link>
        <Link to={paths.organizationBookkeeping(id)} className={buttonClass()}>
          QuickBooks and Xero
        </Link>
      </div>
    </section>
  )
}
