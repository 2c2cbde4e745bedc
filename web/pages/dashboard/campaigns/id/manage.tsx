import { faClipboardList, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { STATISTIC_RULES } from '#domain/season/statistic-types.ts'
import { isUnauthorized } from '#web/api-error.ts'
import { quantityText, shortUsd } from '#web/format.ts'
import { type AnyQuery, optional, signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import {
  chosenStatistics,
  errorsByPlace,
  namesOf,
  problemsOf,
  proposedRows,
  type StatisticInput,
} from '#web/parts/statistics/proposals.ts'
import { ProposalsList } from '#web/parts/statistics/proposals-list.tsx'
import { ambassadorCountsQuery } from '#web/queries/ambassadors.ts'
import { campaignKey, managementQuery, rewardProgressQuery, tableFile } from '#web/queries/campaigns.ts'
import { expectedCollectionQuery } from '#web/queries/forecasts.ts'
import { reviewRequestsQuery } from '#web/queries/review-requests.ts'
import { settlementsQuery } from '#web/queries/settlements.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { CampaignNotFound, missingAs } from '#web/site/error-boundaries.tsx'
import { titled } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords, useWords } from '#web/site/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { StatisticIcon } from '#web/ui/statistic-icon.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { AmbassadorsTab } from './ambassadors/ambassadors-tab.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { ExpectedCollection } from './expected-collection.tsx'
import { ManageHeader } from './header.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { NamesToThank } from './names-to-thank.tsx'
import { mayBeAsked } from './questions.tsx'
import { ResultsTab } from './results/results-tab.tsx'
import { mayBeReviewed } from './review-request.tsx'
import { RewardsTab } from './rewards/rewards-tab.tsx'
import { SettlementsTab } from './settlements/settlements-tab.tsx'
import { StatisticDrawer } from './statistics/statistic-drawer.tsx'
import { SupportersInAddress } from './supporters-tab.tsx'
import { currentTab } from './tabs.ts'
import { ThankSupporters } from './thank-supporters.tsx'

type Args = { request: Request; params: Record<string, string | undefined> }
const queriesFor = ({ params: { id = '' } }: Args) => [managementQuery(id)]
/** What stands above or between the controls of a tab: they must not move when it arrives. */
const TAB_QUERIES = new Map<string, (id: string) => AnyQuery>([
  ['supporters', expectedCollectionQuery],
  ['ambassadors', ambassadorCountsQuery],
  ['rewards', rewardProgressQuery],
  ['settlements', settlementsQuery],
])
const tabQueries = ({ request, params: { id = '' } }: Args) => {
  const query = TAB_QUERIES.get(new URL(request.url).searchParams.get('tab') ?? 'supporters')
  return query ? [optional(query(id))] : []
}
/** Above the tabs. */
const reviewFor = ({ params: { id = '' } }: Args, client: QueryClient) => {
  const data = client.getQueryData(managementQuery(id).queryKey)
  return data && (mayBeReviewed(data) || mayBeAsked(data)) ? [reviewRequestsQuery(id)] : []
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
              <ThankSupporters data={data} />
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

const many = (count: number): string => `${count} ${count === 1 ? 'statistic' : 'statistics'}`

type Props = { campaign: Pick<Campaign, 'id' | 'cause' | 'causeLabel'>; onClose: () => void }

/** The statistics of the campaign's template: chosen, adjusted and added, all or none. */
function ProposalsDrawer({ campaign: { id, cause, causeLabel }, onClose }: Props) {
  const proposed = useMemo(() => proposedRows(cause), [cause])
  const [rows, setRows] = useState(proposed)
  const words = useWords()
  const [attempts, setAttempts] = useState(0)
  const add = useWrite<Statistic[], StatisticInput[]>({
    request: (statistics) => ({
      method: 'POST',
      path: `/api/campaigns/${id}/statistics/batches`,
      payload: { statistics, skipExisting: true },
    }),
    failure: 'Failed to add statistics',
    success: (added) =>
      added.length > 0
        ? { title: `${many(added.length)} added` }
        : { title: 'Nothing was added', description: 'The campaign has these statistics already.' },
    refresh: [campaignKey(id)],
    onSuccess: onClose,
  })
  const statistics = chosenStatistics(cause, rows)
  const here = attempts > 0 ? problemsOf(statistics) : {}
  const fields = { ...fieldErrors(add.error), ...here }
  const isRefusedAsAWhole = add.error !== null && Object.keys(fields).length === 0
  const problem =
    attempts > 0 && statistics.length === 0
      ? 'Choose at least one statistic'
      : isRefusedAsAWhole
        ? (add.error?.message ?? null)
        : null
  return (
    <FormDrawer
      title="Start with these"
      description={`What a ${causeLabel.toLowerCase()} campaign usually counts, with targets for a usual ${words.season} and amounts a family can afford. You can change everything later.`}
      save={statistics.length > 0 ? `Add ${many(statistics.length)}` : 'Add statistics'}
      saving="Adding..."
      isDirty={rows !== proposed}
      isPending={add.isPending}
      attempt={attempts}
      problem={problem}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setAttempts((count) => count + 1)
        if (statistics.length > 0 && Object.keys(problemsOf(statistics)).length === 0) add.mutate(statistics)
      }}
    >
      <ProposalsList
        cause={cause}
        rows={rows}
        errors={errorsByPlace(fields, rows)}
        onChange={(changed) => {
          if (add.isError) add.reset()
          setRows(changed)
        }}
      />
    </FormDrawer>
  )
}

const orNone = (value: number | null): string => (value === null ? 'N/A' : quantityText(value))

function StatisticsTab({ data }: { data: Management }) {
  const [open, setOpen] = useState<Statistic | 'new' | 'proposed' | null>(null)
  const mayManage = data.permissions.canManageStatistics
  const add = mayManage && (
    <Button kind="primary" size="small" onClick={() => setOpen('new')}>
      <Icon icon={faPlus} />
      Add Statistic
    </Button>
  )
  const numbers = ['Goal', 'Last Year', 'So far']
  return (
    <>
      <TableCard
        title="Statistics"
        head={['Statistic', 'Type', ...numbers, 'Amounts', ...(mayManage ? ['Edit'] : [])]}
        numeric={numbers}
        empty="No statistics yet"
        emptyText="What supporters pledge on: an amount for each result, for an achievement, or a gift."
        emptyAction={
          mayManage && (
            <Button onClick={() => setOpen('proposed')}>
              <Icon icon={faClipboardList} />
              Start with {namesOf(data.campaign.cause).toLowerCase()}
            </Button>
          )
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            {data.statistics.length > 0 && (
              <DownloadCsv path={tableFile(data.campaign.id, 'statistics')} of="statistics" />
            )}
            {add}
          </span>
        }
        rows={data.statistics.map((statistic) => (
          <tr key={statistic.id}>
            <th scope="row" className="full md:max-lg:col-span-4!">
              <span className="flex items-center gap-3 font-semibold">
                <StatisticIcon name={statistic.icon} type={statistic.type} />
                {statistic.name}
                {!statistic.isActive && <Badge tone="draft">Closed to new pledges</Badge>}
              </span>
            </th>
            <td data-label="Type">{STATISTIC_RULES[statistic.type].kind}</td>
            <td data-label="Goal" className="num">
              {orNone(statistic.expectedTarget)}
            </td>
            <td data-label="Last Year" className="num">
              {orNone(statistic.lastYearResult)}
            </td>
            <td data-label="So far" className="num">
              {quantityText(statistic.confirmedQuantity)}
            </td>
            <td data-label="Amounts">{statistic.pledgeAmountOptions.map(shortUsd).join(', ')}</td>
            {mayManage && (
              <td className="md:max-lg:col-start-5 md:max-lg:row-start-1 md:max-lg:justify-self-end">
                <Button size="dense" aria-label={`Edit ${statistic.name}`} onClick={() => setOpen(statistic)}>
                  <Icon icon={faPen} />
                  Edit
                </Button>
              </td>
            )}
          </tr>
        ))}
      />
      {open === 'proposed' && <ProposalsDrawer campaign={data.campaign} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'proposed' && (
        <StatisticDrawer data={data} statistic={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
