import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { type AnyQuery, optional, signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { ambassadorCountsQuery } from '#web/queries/ambassadors.ts'
import { managementQuery, rewardStandingsQuery } from '#web/queries/campaigns.ts'
import { expectedCollectionQuery } from '#web/queries/forecasts.ts'
import { reviewRequestsQuery } from '#web/queries/review-requests.ts'
import { settlementsQuery } from '#web/queries/settlements.ts'
import { CampaignNotFound, missingAs } from '#web/site/instead.tsx'
import { titled } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/words.ts'
import { Skeleton } from '#web/ui/note.tsx'
import { AmbassadorsTab } from './ambassadors/ambassadors-tab.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { ExpectedCollection } from './expected-collection.tsx'
import { ManageHeader } from './header.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { NamesToThank } from './names-to-thank.tsx'
import { ResultsTab } from './results/results-tab.tsx'
import { mayBeReviewed } from './review-request.tsx'
import { RewardsTab } from './rewards/rewards-tab.tsx'
import { SettlementsTab } from './settlements/settlements-tab.tsx'
import { StatisticsTab } from './statistics/statistics-tab.tsx'
import { SupportersInAddress } from './supporters-tab.tsx'
import { currentTab } from './tabs.ts'

type Args = { request: Request; params: Record<string, string | undefined> }
const queriesFor = ({ params: { id = '' } }: Args) => [managementQuery(id)]
/** What stands above or between the controls of a tab: they must not move when it arrives. */
const TAB_QUERIES = new Map<string, (id: string) => AnyQuery>([
  ['supporters', expectedCollectionQuery],
  ['ambassadors', ambassadorCountsQuery],
  ['rewards', rewardStandingsQuery],
  ['settlements', settlementsQuery],
])
const tabQueries = ({ request, params: { id = '' } }: Args) => {
  const query = TAB_QUERIES.get(new URL(request.url).searchParams.get('tab') ?? 'supporters')
  return query ? [optional(query(id))] : []
}
/** Above a draft's tabs. */
const reviewFor = ({ params: { id = '' } }: Args, client: QueryClient) => {
  const data = client.getQueryData(managementQuery(id).queryKey)
  return data && mayBeReviewed(data) ? [reviewRequestsQuery(id)] : []
}
export const loader = signedInLoader((args) => [...queriesFor(args), ...tabQueries(args)], reviewFor)
export const clientLoader = signedInBrowserLoader(queriesFor)
export const meta = () => titled('Manage campaign')

export default function Manage() {
  const { id = '' } = useParams()
  const found = useQuery(managementQuery(id))
  const { data, error } = found
  if (data) return <Loaded data={data} />
  return error && !isUnauthorized(error) ? (
    <NotLoadedPage what="The campaign" found={found}>
      <CampaignNotFound />
    </NotLoadedPage>
  ) : (
    <Loading />
  )
}

function Loaded({ data }: { data: Management }) {
  const [params] = useSearchParams()
  const tab = currentTab(data.permissions, params.get('tab'))
  useTitle(data.campaign.name)
  return (
    <CampaignWords value={data.campaign.vocabulary}>
      <main id="main">
        <ManageHeader data={data} tab={tab} />
        <div className="wrap wide pt-6">
          {tab === 'statistics' ? (
            <StatisticsTab data={data} />
          ) : tab === 'events' ? (
            <EventsTab data={data} />
          ) : tab === 'rewards' ? (
            <RewardsTab data={data} />
          ) : tab === 'ambassadors' ? (
            <AmbassadorsTab data={data} />
          ) : tab === 'results' ? (
            <ResultsTab data={data} />
          ) : tab === 'settlements' ? (
            <SettlementsTab data={data} />
          ) : tab === 'history' ? (
            <HistoryTab data={data} />
          ) : (
            <div className="grid gap-6">
              <ExpectedCollection {...data} />
              <SupportersInAddress data={data} />
              {data.thanks && <NamesToThank campaignId={data.campaign.id} counts={data.thanks} />}
            </div>
          )}
        </div>
      </main>
    </CampaignWords>
  )
}
export const ErrorBoundary = missingAs(CampaignNotFound)

function Loading() {
  return (
    <main id="main" className="wrap wide grid gap-6 pt-8" aria-busy="true" aria-label="Loading the campaign">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </main>
  )
}
