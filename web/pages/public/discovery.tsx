import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countText, wholeUsd } from '#web/format.ts'
import { templateLabels } from '#web/labels.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { campaignListQuery, campaignSummaryQuery } from '#web/queries/campaigns.ts'
import { titled } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { HeroPlates } from '#web/ui/tiles.tsx'
import { CampaignCard, CampaignCardSkeleton } from './campaign-card.tsx'
import { type Filter, filterOf, isUnfiltered, PAGE_SIZE, SORTS, STATUSES, useFilter } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'

const queriesFor = ({ request }: { request: Request }) => {
  const filter = filterOf(new URL(request.url).searchParams)
  return [
    campaignListQuery(filter, filter.limit),
    campaignSummaryQuery(filter),
    campaignSummaryQuery({ ...filter, type: 'all' }),
  ]
}
export const loader = publicLoader(queriesFor)
export const clientLoader = browserLoader(queriesFor)
export const meta = () =>
  titled(
    'Find a team to back',
    'Pick a campaign, pledge per goal, run or lap, and pay only for what they do.',
    '/art/football-0-wide.svg',
  )

export default function Discovery() {
  const [filter, change] = useFilter()
  const list = useQuery({ ...campaignListQuery(filter, filter.limit), placeholderData: keepPreviousData })
  const summary = useQuery({ ...campaignSummaryQuery(filter), placeholderData: keepPreviousData })
  const everyType = useQuery({
    ...campaignSummaryQuery({ ...filter, type: 'all' }),
    placeholderData: keepPreviousData,
  })
  const now = useNow()
  const figure = (text: string | undefined) =>
    text === undefined ? <span className="skeleton mt-2 block h-9 w-20" /> : <Figure text={text} />
  const tiles = [
    { label: 'Campaigns', figure: figure(summary.data && countText(summary.data.campaigns)) },
    { label: 'Total Pledged', figure: figure(summary.data && wholeUsd(summary.data.totalPledged)) },
    { label: 'Supporters', figure: figure(summary.data && countText(summary.data.supporters)) },
    { label: 'Campaign Types', figure: figure(summary.data && countText(summary.data.campaignTypes)) },
  ]
  return (
    <main id="main">
      <section className="hero">
        <img className="art" src="/art/football-0-wide.svg" alt="" />
        <div className="wrap pt-32 pb-10 lg:pt-14 lg:pb-12">
          <h1 className="title">Find a team to back</h1>
          <p className="lead mt-4 mb-7 max-w-[40ch]">
            Pick a campaign, pledge per goal, run or lap, and pay only for what they do.
          </p>
          <HeroPlates tiles={tiles} />
        </div>
      </section>
      <FilterBar filter={filter} templates={everyType.data?.templates ?? []} change={change} />
      <section className="wrap pt-8" aria-busy={list.isPlaceholderData} aria-live="polite">
        {list.isError ? (
          <EmptyState
            level={2}
            title="Error Loading Campaigns"
            action={
              <Link to={paths.landing} className={buttonClass()}>
                Back to Home
              </Link>
            }
          >
            We couldn't load the campaigns. Please try again later.
          </EmptyState>
        ) : (
          <Found
            filter={filter}
            count={summary.data?.campaigns}
            items={list.data}
            now={now}
            change={change}
          />
        )}
      </section>
    </main>
  )
}

type FoundProps = {
  filter: Filter
  count: number | undefined
  items: Parameters<typeof CampaignCard>[0]['item'][] | undefined
  now: number
  change: (changes: Partial<Filter>) => void
}

function Found({ filter, count, items, now, change }: FoundProps) {
  const grid = filter.view === 'grid' ? 'grid gap-6 md:grid-cols-2 lg:grid-cols-3' : 'grid gap-6'
  const total = count ?? items?.length ?? 0
  if (items?.length === 0) return <NothingFound filter={filter} change={change} />
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2>{items ? `${countText(total)} ${total === 1 ? 'Campaign' : 'Campaigns'} Found` : 'Campaigns'}</h2>
        <p className="quiet">{filterWords(filter)}</p>
      </div>
      <div className={grid}>
        {items
          ? items.map((item) => (
              <CampaignCard key={item.campaigns.id} item={item} now={now} view={filter.view} />
            ))
          : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => <CampaignCardSkeleton key={key} />)}
      </div>
      {items && items.length >= filter.limit && total > items.length && (
        <p className="mt-8 text-center">
          <Button onClick={() => change({ limit: filter.limit + PAGE_SIZE })}>Show more campaigns</Button>
        </p>
      )}
    </>
  )
}

function NothingFound({ filter, change }: { filter: Filter; change: (changes: Partial<Filter>) => void }) {
  return (
    <EmptyState
      level={2}
      title="No campaigns found"
      action={
        !isUnfiltered(filter) && (
          <Button onClick={() => change({ search: '', type: 'all', status: 'active' })}>Clear Filters</Button>
        )
      }
    >
      {isUnfiltered(filter)
        ? 'No campaigns are available at this time. Check back later for new opportunities to support!'
        : 'Try adjusting your search or filters to find what you are looking for.'}
    </EmptyState>
  )
}

/** The active search, type and status in a line. */
function filterWords({ search, type, status, sort, order }: Filter): string {
  const words = [
    search && `Matching “${search}”`,
    status === 'all'
      ? 'all statuses'
      : `${STATUSES.find(({ value }) => value === status)?.label.toLowerCase()} campaigns`,
    type === 'all' ? 'all types' : templateLabels[type as keyof typeof templateLabels],
    `by ${SORTS.find(({ value }) => value === sort)?.label.toLowerCase()}, ${order === 'desc' ? 'highest first' : 'lowest first'}`,
  ].filter(Boolean)
  const line = words.join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
