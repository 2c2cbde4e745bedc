import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { data, Link, redirect, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import { countText, wholeUsd } from '#web/format.ts'
import { type AnyQuery, type PageData, publicLoader } from '#web/page-data.ts'
import { CampaignCard, CampaignCardSkeleton } from '#web/parts/campaign/campaign-card.tsx'
import { paths } from '#web/paths.ts'
import { campaignPageQuery, campaignSummaryQuery } from '#web/queries/campaigns.ts'
import { queryClient } from '#web/query-client.ts'
import { pageMeta } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { HERO_PICTURE } from '#web/ui/hero.ts'
import { EmptyState } from '#web/ui/note.tsx'
import { HeroPlates, type Tile } from '#web/ui/tiles.tsx'
import type { Route } from './+types/discovery.ts'
import {
  addressOf,
  CLEARED,
  changed,
  type Filter,
  filterOf,
  filterWords,
  isUnfiltered,
  useGoingOn,
  usePages,
} from './filter.ts'
import { type Change, FilterBar } from './filter-bar.tsx'

/** The tiles and the types to choose from are about all campaigns there are, whatever is filtered (spec, section 2). */
const EVERYTHING = { ...filterOf(new URLSearchParams()), status: 'all' }

const filterIn = (url: string) => filterOf(new URL(url).searchParams)

function queriesFor({ request }: { request: Request }): AnyQuery[] {
  const filter = filterIn(request.url)
  return [
    campaignPageQuery(filter, filter.cursor),
    campaignSummaryQuery(filter),
    campaignSummaryQuery(EVERYTHING),
  ]
}

const read = publicLoader(queriesFor)
const BAD_GATEWAY = 502
/** A longer figure gets its own row on a phone. */
const LONG_FIGURE = 9
type Read = PageData & { isFailed?: true }

/** An unreadable filter has its own message on this page; an invalid place in the list is treated as its beginning. */
export async function loader(args: Route.LoaderArgs) {
  try {
    return (await read(args)) as Read
  } catch (failed) {
    const filter = filterIn(args.request.url)
    const status = (failed as { init?: { status?: number } }).init?.status ?? BAD_GATEWAY
    if (status < 500 && status !== 429 && filter.cursor !== null)
      throw redirect(addressOf({ ...filter, cursor: null }))
    const nothing: Read = { dehydrated: { mutations: [], queries: [] }, isFailed: true }
    return data(nothing, { status })
  }
}

/** From elsewhere the page shows its skeleton at once; on the page itself, the old list stays until the next has loaded. */
export async function clientLoader(args: Route.ClientLoaderArgs): Promise<Read | null> {
  const isHere = window.location.pathname === paths.campaigns
  const reading = Promise.all(queriesFor(args).map((query) => queryClient().prefetchQuery(query)))
  if (isHere) await reading
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Find a team to back',
    description: 'Pick a campaign, pledge per goal, run or lap, and pay only for what they do.',
    path: paths.campaigns,
  })

const tile = (label: string, text: string | undefined): Tile => ({
  label,
  figure:
    text === undefined ? (
      <span className="skeleton block h-[1.625rem] w-20 md:mt-2 md:h-9" />
    ) : (
      <Figure text={text} />
    ),
  isWide: text !== undefined && text.length > LONG_FIGURE,
})

/** The picture ends where the text begins: no text overlaps its lamps, lines and numerals. */
const ART = `${HERO_PICTURE} max-md:hidden max-lg:h-32 max-lg:mask-b-from-55% lg:mask-l-from-36% lg:mask-l-to-44%`

export default function Discovery() {
  const { search } = useLocation()
  const coming = useNavigation().location
  const isChanging = coming?.pathname === paths.campaigns
  const filter = filterOf(new URLSearchParams(search))
  // The bar shows a choice at once; the list keeps the previous results until the new ones arrive.
  const chosen = isChanging ? filterOf(new URLSearchParams(coming.search)) : filter
  const navigate = useNavigate()
  const change: Change = (changes, how) =>
    navigate(addressOf(changed(chosen, changes)), { replace: how === 'typed', preventScrollReset: true })
  const pages = usePages(filter)
  const summary = useQuery(campaignSummaryQuery(filter))
  const all = useQuery(campaignSummaryQuery(EVERYTHING)).data
  const isFailed = useLoaderData<typeof loader>()?.isFailed && !pages.items
  const now = useNow()
  const tiles = [
    tile('Campaigns', all && countText(all.campaigns)),
    tile('Total Pledged', all && wholeUsd(all.totalPledged)),
    tile('Supporters', all && countText(all.supporters)),
    tile('Campaign Types', all && countText(all.campaignTypes)),
  ]
  return (
    <main id="main">
      <section className="hero">
        <img className={ART} src="/art/football-0-wide.svg" alt="" fetchPriority="high" />
        <div className="wrap pt-6 pb-5 md:pt-32 md:pb-10 lg:pt-14 lg:pb-12">
          <h1 className="title">Find a team to back</h1>
          <p className="lead mt-2 mb-4 max-w-[40ch] md:mt-4 md:mb-7">
            Pick a campaign, pledge per goal, run or lap, and pay only for what they do.
          </p>
          {!isFailed && <HeroPlates tiles={tiles} />}
        </div>
      </section>
      <FilterBar filter={chosen} templates={all?.templates ?? []} change={change} />
      <section className="wrap pt-4 md:pt-8" aria-busy={isChanging}>
        <p className="sr-only" role="status">
          {summary.data && !isChanging && foundText(summary.data.campaigns)}
        </p>
        {pages.isError || isFailed ? (
          <LoadingFailed />
        ) : pages.items?.length === 0 ? (
          <NothingFound filter={filter} />
        ) : (
          <Found
            filter={filter}
            count={summary.data?.campaigns}
            pages={pages}
            now={now}
            isLoading={isChanging}
          />
        )}
      </section>
    </main>
  )
}

function NothingFound({ filter }: { filter: Filter }) {
  if (isUnfiltered(filter))
    return (
      <EmptyState level={2} title="No campaigns found">
        No campaigns are available at this time. Check back later for new opportunities to support!
      </EmptyState>
    )
  return (
    <EmptyState level={2} title="No campaigns found" action={<ClearFilters filter={filter} />}>
      {filter.search && (
        <>
          Nothing matches “<bdi className="wrap-anywhere">{filter.search}</bdi>”.{' '}
        </>
      )}
      Try adjusting your search or filters to find what you are looking for.
    </EmptyState>
  )
}

/** Its own form: it keeps the order and the view, also without a script. */
function ClearFilters({ filter }: { filter: Filter }) {
  const navigate = useNavigate()
  const cleared = addressOf(changed(filter, CLEARED))
  return (
    <form
      action={paths.campaigns}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        navigate(cleared, { preventScrollReset: true })
      }}
    >
      {[...new URLSearchParams(cleared.split('?')[1])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">Clear Filters</Button>
    </form>
  )
}

function LoadingFailed() {
  const home = (
    <Link to={paths.landing} className={buttonClass()}>
      Back to Home
    </Link>
  )
  return (
    <EmptyState level={2} title="Error Loading Campaigns" action={home}>
      We couldn't load the campaigns. Please try again later.
    </EmptyState>
  )
}

type Props = {
  filter: Filter
  /** The number of all results; undefined while it is counted. */
  count: number | undefined
  pages: ReturnType<typeof usePages>
  now: number
  isLoading: boolean
}

const foundText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'Campaign' : 'Campaigns'} Found`

/** The results, page after page. */
function Found({ filter, count, pages, now, isLoading }: Props) {
  const { items, next, isFromStart, trail } = pages
  const list = useRef<HTMLUListElement>(null)
  const goOn = useGoingOn(list, items?.map(({ campaigns }) => campaigns.id) ?? [])
  const total = count ?? items?.length ?? 0
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 md:mb-5">
        <h2>{items ? foundText(total) : 'Campaigns'}</h2>
        <p className="quiet min-w-0 wrap-anywhere first-letter:uppercase">
          {filter.search && (
            <>
              matching “<bdi>{filter.search}</bdi>”,{' '}
            </>
          )}
          {filterWords(filter)}
        </p>
      </div>
      {!isFromStart && (
        <p className="mb-5">
          You are partway down the list.{' '}
          <Link className="link" to={addressOf({ ...filter, cursor: null })}>
            Start at the top
          </Link>
        </p>
      )}
      <ul
        ref={list}
        className={`campaign-list later grid gap-6 ${filter.view === 'list' ? '' : 'md:grid-cols-2 lg:grid-cols-3'}`}
      >
        {items
          ? items.map((item) => (
              <li key={item.campaigns.id} className="grid min-w-0" data-campaign={item.campaigns.id}>
                <CampaignCard item={item} now={now} view={filter.view} />
              </li>
            ))
          : ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <li key={key} className="grid min-w-0">
                <CampaignCardSkeleton />
              </li>
            ))}
      </ul>
      {items && next !== null && (
        <p className="mt-8 grid justify-items-center gap-3">
          <Link
            to={addressOf({ ...filter, cursor: next })}
            state={trail}
            replace
            preventScrollReset
            onClick={goOn}
            className={buttonClass({ size: 'big' })}
            aria-busy={isLoading}
          >
            {isLoading ? 'Loading...' : 'Show more campaigns'}
          </Link>
          {isFromStart && (
            <span className="quiet" role="status">
              {countText(items.length)} of {countText(total)} shown
            </span>
          )}
        </p>
      )}
    </>
  )
}
