import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { STAGES } from '#domain/people/work-queue.ts'
import type { WorkQueueCampaign, WorkQueuePage } from '#domain/schemas/work-queue.ts'
import { countText, dateText, percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { sinceText } from '#web/parts/work-queue/step-labels.ts'
import { paths } from '#web/paths.ts'
import { WORK_QUEUE_PAGE_SIZE, workQueueCsvPath, workQueueQuery } from '#web/queries/work-queue.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Track } from '#web/ui/bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FoundCount } from '#web/ui/found-count.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import {
  type WorkQueueFilter as Chosen,
  filterOf,
  ORDERS,
  STAGE_WORDS,
  workQueueAddress,
  workQueueFilterOf,
} from './filter.ts'

const HEADS = [
  'Campaign',
  'Stage',
  'Ends',
  'Last result',
  'To confirm',
  'Pledged, of goal',
  'Ambassadors',
  'Failed cards',
]

/** Each figure of open work links to where it is handled. */
function CampaignRows({ campaigns }: { campaigns: readonly WorkQueueCampaign[] }) {
  const now = useNow()
  return (
    <div className="@container/table relative overflow-x-auto">
      <table className="table stacked broad broadest" aria-label="All campaigns">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={head === 'To confirm' ? 'num' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone zero amounts need no line. */
const unlessNone = (count: number): string => (count === 0 ? 'max-md:sr-only!' : '')

const LINK = 'font-semibold underline underline-offset-4'

function Row({ campaign, now }: { campaign: WorkQueueCampaign; now: number }) {
  const { id, name, stage, status, unconfirmedResults } = campaign
  const { label, tone, icon } = STAGE_WORDS[stage]
  const isOnHold = stage === 'active' && status === 'paused'
  return (
    <tr>
      <th scope="row" className="full md:min-w-52">
        <Link to={paths.manage(id)} className={`${LINK} line-clamp-3 break-words`}>
          {name}
        </Link>
        <span className="quiet fine line-clamp-2 break-words">{campaign.organizationName}</span>
      </th>
      <td data-label="Stage">
        {isOnHold ? (
          <Badge tone="paused">Paused</Badge>
        ) : (
          <Badge tone={tone} {...(icon ? { icon } : {})}>
            {label}
          </Badge>
        )}
        {status === 'cancelled' && <span className="quiet fine block">Cancelled</span>}
        {campaign.billingHeldAt && <span className="fine block text-danger">Books do not balance</span>}
      </td>
      <td data-label="Ends" className="whitespace-nowrap">
        {dateText(campaign.endsAt, campaign.timeZone)}
      </td>
      <td data-label="Last result" className="whitespace-nowrap">
        {sinceText(campaign.lastResultAt, now)}
      </td>
      <td data-label="To confirm" className={`num ${unlessNone(unconfirmedResults)}`}>
        {unconfirmedResults === 0 ? (
          '0'
        ) : (
          <Link to={paths.manage(id, 'results')} className={LINK}>
            {countText(unconfirmedResults)}
            <span className="sr-only"> to confirm: {name}</span>
          </Link>
        )}
      </td>
      <td data-label="Pledged, of goal" className="full md:@max-[69.6875rem]/table:col-span-2">
        <Pledged campaign={campaign} />
      </td>
      <td data-label="Ambassadors" className={unlessNone(campaign.ambassadors)}>
        <Activation campaign={campaign} />
      </td>
      <td data-label="Failed cards" className={`whitespace-nowrap ${unlessNone(campaign.failedCharges)}`}>
        <Failed campaign={campaign} />
      </td>
    </tr>
  )
}

/** The response calls it `forecast`; the forecast is another figure. */
function Pledged({ campaign: { forecast: pledged, goal } }: { campaign: WorkQueueCampaign }) {
  const percent = percentOfGoal(pledged, goal)
  return (
    <span className="block min-w-40 py-1.5">
      <span className="flex justify-between gap-3 whitespace-nowrap">
        <span>
          {wholeUsd(pledged)} <span className="quiet">of {wholeUsd(goal)}</span>
        </span>
        <span className="font-semibold">{countText(percent)}%</span>
      </span>
      <Track className="bar thin mt-1" lane="pledged" percent={percent} />
    </span>
  )
}

function Activation({ campaign }: { campaign: WorkQueueCampaign }) {
  const { ambassadors, ambassadorsJoined, ambassadorsWithPledge } = campaign
  if (ambassadors === 0) return <span className="quiet">None invited</span>
  return (
    <Link to={paths.manage(campaign.id, 'ambassadors')} className="block max-lg:min-h-11">
      <span className="sr-only">Ambassadors of {campaign.name}: </span>
      <span className="whitespace-nowrap underline underline-offset-4">
        {countText(ambassadorsJoined)} of {countText(ambassadors)} joined
      </span>
      <span className="quiet fine block whitespace-nowrap">
        {countText(ambassadorsWithPledge)} with a pledge
      </span>
    </Link>
  )
}

function Failed({ campaign: { id, name, failedCharges, failedAmount } }: { campaign: WorkQueueCampaign }) {
  if (failedCharges === 0) return <span className="quiet">None</span>
  return (
    <Link to={paths.failedCharges(id)} className={`${LINK} text-danger`}>
      {countText(failedCharges)}, {usd(failedAmount)}
      <span className="sr-only"> in failed cards: {name}</span>
    </Link>
  )
}

/** A representative runs forty campaigns: all of them, by stage. */
export function AllCampaigns() {
  const [params] = useSearchParams()
  const filter = workQueueFilterOf(params)
  const navigate = useNavigate()
  const go = (changes: Partial<Chosen>, replace = false): void =>
    void navigate(workQueueAddress(filter, changes, params), { replace, preventScrollReset: true })
  const found = useQuery({ ...workQueueQuery(filterOf(filter)), placeholderData: keepPreviousData })
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  return (
    <section className="card overflow-hidden" aria-labelledby="all-campaigns">
      <div className="flex flex-wrap items-center gap-3 px-5 pt-4">
        <Heading level={2} id="all-campaigns" className="mr-auto max-lg:w-full">
          All campaigns
        </Heading>
        <div className="w-full md:w-auto md:flex-1 lg:w-80 lg:flex-none">
          <SearchBox value={filter.search} onChange={(search) => go({ search }, true)} />
        </div>
        <Select
          label="Order"
          className="w-60 max-md:w-auto max-md:flex-1"
          value={filter.by}
          options={ORDERS}
          onChange={(by) => go({ by: by as Chosen['by'] })}
        />
        <DownloadCsv size="normal" path={workQueueCsvPath(filterOf(filter))} of="all campaigns" />
      </div>
      <Stages filter={filter} data={data} />
      <FoundCount search={filter.search} count={isPlaceholderData ? undefined : data?.count} />
      {!data && !error && <Skeleton className="m-5 h-96" />}
      <LoadProblem what="The campaigns" found={found} className="p-5" />
      {data && <Found filter={filter} data={data} go={go} />}
    </section>
  )
}

const PARTS = [
  { value: 'open', label: 'Open' },
  ...STAGES.map((value) => ({ value, label: STAGE_WORDS[value].label })),
  { value: 'all', label: 'All' },
] as const

function countOf(stages: WorkQueuePage['stages'], part: string): number {
  const all = Object.values(stages).reduce((sum, count) => sum + count, 0)
  if (part === 'all') return all
  return part === 'open' ? all - stages.closed : stages[part as keyof WorkQueuePage['stages']]
}

/** A campaign's stages, as links: each with how many campaigns are in it. */
function Stages({ filter, data }: { filter: Chosen; data: WorkQueuePage | undefined }) {
  const [params] = useSearchParams()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const link = current.current
    const bar = current.current?.parentElement
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2
  }, [])
  return (
    <nav className="tabs mx-1.5 gap-0 border-b border-line [&>a]:px-2.5" aria-label="Stages">
      {PARTS.map(({ value, label }) => (
        <Link
          key={value}
          ref={value === filter.stage ? current : undefined}
          to={workQueueAddress(filter, { stage: value }, params)}
          aria-current={value === filter.stage ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          {data && <span className="quiet">{countText(countOf(data.stages, value))}</span>}
        </Link>
      ))}
    </nav>
  )
}

type FoundProps = { filter: Chosen; data: WorkQueuePage; go: (changes: Partial<Chosen>) => void }

function Found({ filter, data, go }: FoundProps) {
  const start = (filter.page - 1) * WORK_QUEUE_PAGE_SIZE
  if (data.campaigns.length === 0)
    return (
      <div className="p-5">
        <EmptyState
          title="No campaigns here"
          action={
            (filter.search !== '' || filter.page > 1) && (
              <Button onClick={() => go({ search: '', page: 1 })}>Clear the search</Button>
            )
          }
        >
          {filter.search
            ? 'No campaign or organization has a name like that.'
            : 'No campaign is at this stage.'}
        </EmptyState>
      </div>
    )
  return (
    <>
      <CampaignRows campaigns={data.campaigns} />
      {data.count > WORK_QUEUE_PAGE_SIZE && (
        <Pager
          label="Pages of all campaigns"
          from={start + 1}
          to={start + data.campaigns.length}
          of={data.count}
          onPrevious={filter.page > 1 ? () => go({ page: filter.page - 1 }) : null}
          onNext={start + data.campaigns.length < data.count ? () => go({ page: filter.page + 1 }) : null}
        />
      )}
    </>
  )
}
