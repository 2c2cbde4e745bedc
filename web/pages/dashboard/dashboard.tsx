import { faPlus, faScaleBalanced, faUsers } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ROLE_WORDS } from '#domain/people/role-words.ts'
import { roleMay } from '#domain/people/roles.ts'
import { countText, usd } from '#web/format.ts'
import { type AnyQuery, optional, signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { AmbassadorLinks } from '#web/parts/home/home-section.tsx'
import { PledgesList } from '#web/parts/pledging/pledges-list.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { stepsForRepresentative } from '#web/parts/work-queue/shown.ts'
import { ThisWeek, WhatToDo } from '#web/parts/work-queue/this-week.tsx'
import { paths } from '#web/paths.ts'
import { newestAmbassadorshipsQuery } from '#web/queries/ambassadors.ts'
import {
  currentUserQuery,
  userCampaignsFile,
  userCampaignsQuery,
  userPledgesQuery,
} from '#web/queries/users.ts'
import { ownStepsQuery } from '#web/queries/work-queue.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { titled } from '#web/site/meta.ts'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { FindBox } from '#web/site/workspace/find-box.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { StartCampaign } from './start-campaign.tsx'
import { AllCampaigns, WhoseCampaigns } from './work-queue/work-queue.tsx'

const PAGE_SIZE = 10
const TYPING_PAUSE_MS = 300

/** Searched and paged on the server, ten a page. */
function CampaignsTable() {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  // The last campaign of each page before this one; a new search starts at page 1 again.
  const [trail, setTrail] = useState<{ search: string; after: string[] }>({ search: '', after: [] })
  const after = trail.search === search ? trail.after : []
  const found = useQuery({
    ...userCampaignsQuery({ search, after: after.at(-1) ?? null }),
    placeholderData: keepPreviousData,
  })
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  const isSearched = search !== ''
  const campaigns = data?.items
  const start = after.length * PAGE_SIZE
  const hasMore = data !== undefined && start + data.items.length < data.count
  return (
    <section className="card overflow-hidden" aria-labelledby="your-campaigns">
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <Heading level={2} id="your-campaigns">
          Your Campaigns
        </Heading>
        {(isSearched || text || (data?.count ?? 0) > 0) && (
          <div className="flex min-w-0 flex-wrap items-center gap-3 max-sm:w-full">
            <SearchField
              label="Search campaigns"
              placeholder="Search"
              className="grow sm:w-72 sm:max-w-full"
              value={text}
              onChange={setText}
            />
            {(data?.count ?? 0) > 0 && (
              <DownloadCsv size="normal" path={userCampaignsFile(search)} of="your campaigns" />
            )}
          </div>
        )}
      </div>
      <FoundCount
        search={text}
        count={isPlaceholderData || text.trim() !== search ? undefined : data?.count}
      />
      {!campaigns && !error && <Skeleton className="mx-5 mb-5 h-40" />}
      <LoadProblem what="Your campaigns" found={found} className="px-5 pb-5" />
      {campaigns?.length === 0 && (
        <div className="px-5 pb-5">
          <EmptyState title={isSearched ? 'No campaigns found' : 'No campaigns yet'}>
            {isSearched ? 'No name matches what you typed.' : 'Campaigns of your organizations appear here.'}
          </EmptyState>
        </div>
      )}
      {campaigns && campaigns.length > 0 && (
        <div className="@container/table relative overflow-x-auto">
          <table className="table stacked" aria-labelledby="your-campaigns">
            <thead>
              <tr>
                <th scope="col">Campaign</th>
                <th scope="col">Organization</th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {campaigns.map((campaign) => (
                <tr key={campaign.id} className="max-md:grid-cols-[minmax(0,1fr)_auto]!">
                  <th scope="row" className="full">
                    <Link to={paths.manage(campaign.id)} className={`${rowLinkClass} break-words`}>
                      {campaign.name}
                    </Link>
                  </th>
                  <td className="quiet">{campaign.organizationName}</td>
                  <td className="num max-md:justify-self-end">
                    <span className="inline-flex gap-2">
                      {campaign.canManage && (
                        <Link
                          to={paths.copyCampaign(campaign.id)}
                          className={buttonClass({ kind: 'quiet', size: 'dense' })}
                          aria-label={`Copy ${campaign.name}`}
                        >
                          Copy
                        </Link>
                      )}
                      <Link
                        to={paths.manage(campaign.id)}
                        className={buttonClass({ size: 'dense' })}
                        aria-label={`Manage ${campaign.name}`}
                      >
                        Manage
                      </Link>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && (after.length > 0 || hasMore) && (
        <Pager
          label="Pages of campaigns"
          from={start + 1}
          to={start + data.items.length}
          of={data.count}
          onPrevious={after.length === 0 ? null : () => setTrail({ search, after: after.slice(0, -1) })}
          onNext={hasMore ? () => setTrail({ search, after: [...after, data.items.at(-1)?.id ?? ''] }) : null}
        />
      )}
    </section>
  )
}

/**
 * Next steps come first: they are rendered with the page, so that nothing below them moves. A representative reads those of
 * all campaigns, everyone else what is their own.
 */
const queries = (client: QueryClient, request: Request): AnyQuery[] => {
  const steps = stepsForRepresentative(client, request).map(optional)
  const own = [userCampaignsQuery(), userPledgesQuery, ownStepsQuery, newestAmbassadorshipsQuery]
  return steps.length > 0 ? steps : own
}
export const loader = signedInLoader(
  () => [currentUserQuery],
  ({ request }, client) => queries(client, request),
)
export const clientLoader = signedInBrowserLoader(({ request }, client) => queries(client, request))
export const meta = () => titled('Dashboard')

export default function Dashboard() {
  const user = useUser()
  return (
    <main id="main" className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 pt-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1>Dashboard</h1>
          <p className="quiet mt-2">Welcome back, {user?.firstName || user?.email}!</p>
        </div>
        {isRepresentative(user) && (
          <Link to={paths.createCampaign} className={buttonClass({ kind: 'primary' })}>
            <Icon icon={faPlus} /> Create Campaign
          </Link>
        )}
      </div>
      {isRepresentative(user) ? (
        <>
          <FindBox />
          <WhoseCampaigns />
          <ThisWeek />
          <AllCampaigns />
        </>
      ) : (
        <OwnWork />
      )}
    </main>
  )
}

/** Of a member, a supporter or an ambassador. */
function OwnWork() {
  const user = useUser()
  const campaigns = useQuery(userCampaignsQuery())
  const pledges = useQuery(userPledgesQuery)
  const isMember = (user?.memberships.length ?? 0) > 0
  const entersResults = user?.memberships.some(({ role }) => roleMay(role, 'enterResults')) ?? false
  return (
    <>
      {campaigns.data?.count === 0 && pledges.data?.count === 0 && <StartCampaign />}
      {entersResults && <WhatToDo />}
      <section className="card" aria-label="Key figures">
        <Tiles
          tiles={[
            {
              label: 'Your Campaigns',
              figure: <Figure text={orUnknown(campaigns.data, ({ count }) => countText(count))} />,
            },
            {
              label: 'Your Pledges',
              figure: <Figure text={orUnknown(pledges.data, ({ count }) => countText(count))} />,
            },
            {
              label: 'Total Committed',
              figure: <Figure text={orUnknown(pledges.data, ({ committed }) => usd(committed))} />,
            },
          ]}
        />
      </section>
      {/* For an ambassador who runs no campaign, their links are what they came for. */}
      {!isMember && <AmbassadorLinks />}
      <CampaignsTable />
      {isMember && <AmbassadorLinks />}
      <OrganizationsList />
      <PledgesList />
    </>
  )
}

/** An unknown figure is not zero. */
const orUnknown = <Data,>(data: Data | undefined, text: (data: Data) => string): string =>
  data === undefined ? '–' : text(data)

/** The organizations the reader works for, with its page for those who have one. */
function OrganizationsList() {
  const memberships = useUser()?.memberships ?? []
  if (memberships.length === 0) return null
  return (
    <section className="card overflow-hidden" aria-labelledby="your-organizations">
      <div className="px-5 py-4">
        <Heading level={2} id="your-organizations">
          Your Organizations
        </Heading>
      </div>
      <div className="@container/table relative overflow-x-auto">
        <table className="table stacked" aria-labelledby="your-organizations">
          <thead>
            <tr>
              <th scope="col">Organization</th>
              <th scope="col">Your role</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {memberships.map(({ organizationId, organizationName, role }) => (
              <tr key={organizationId}>
                <th scope="row" className="full font-semibold break-words">
                  {organizationName}
                </th>
                <td data-label="Your role">{ROLE_WORDS[role].name}</td>
                <td className="num max-md:justify-self-end">
                  {roleMay(role, 'readMoney') ? (
                    <Link
                      to={paths.organization(organizationId)}
                      className={buttonClass({ size: 'dense' })}
                      aria-label={`${roleMay(role, 'manage') ? 'People' : 'Money'} and details of ${organizationName}`}
                    >
                      <Icon icon={roleMay(role, 'manage') ? faUsers : faScaleBalanced} />
                      {roleMay(role, 'manage') ? 'People' : 'Money'}
                    </Link>
                  ) : (
                    <span className="quiet fine">
                      {roleMay(role, 'confirmResults') ? 'Enters and confirms results' : 'Enters results'}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
