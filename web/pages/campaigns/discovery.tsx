import { useQuery } from '@tanstack/react-query'
import { data, redirect, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import { countText, wholeUsd } from '#web/format.ts'
import { type AnyQuery, type PageData, publicLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { campaignPageQuery, campaignSummaryQuery } from '#web/queries/campaigns.ts'
import { queryClient } from '#web/query-client.ts'
import { pageMeta } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { Figure } from '#web/ui/figure.tsx'
import { HERO_PICTURE } from '#web/ui/hero.ts'
import { HeroPlates, type Tile } from '#web/ui/tiles.tsx'
import type { Route } from './+types/discovery.ts'
import { addressOf, changed, filterOf } from './filter.ts'
import { type Change, FilterBar } from './filter-bar.tsx'
import { Found, foundText } from './found.tsx'
import { LoadingFailed, NothingFound } from './nothing-found.tsx'
import { usePages } from './pages.ts'

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
