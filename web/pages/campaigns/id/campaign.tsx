import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { LiveAnnouncements } from '#web/live/live-announcements.tsx'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { About } from '#web/parts/campaign/about.tsx'
import { HowThisWorks } from '#web/parts/campaign/how-this-works.tsx'
import { MoneyBoard } from '#web/parts/campaign/money-board.tsx'
import { CampaignErrors, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { SeasonBoard } from '#web/parts/campaign/season-board.tsx'
import { Standings } from '#web/parts/campaign/standings.tsx'
import { StatTiles } from '#web/parts/campaign/stat-tiles.tsx'
import { ForecastSection } from '#web/parts/forecast/forecast-section.tsx'
import { PANEL_SCROLL } from '#web/parts/pledging/look.ts'
import { PledgePanel } from '#web/parts/pledging/panel.tsx'
import { codeIn } from '#web/parts/pledging/referral.ts'
import { leaderboardQuery } from '#web/queries/ambassadors.ts'
import { campaignAmbassadorsQuery, campaignQuery, creditedQuery } from '#web/queries/campaigns.ts'
import { campaignMeta } from '#web/site/campaign-meta.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useOpenByHash } from '#web/site/open-by-hash.ts'
import { useNow } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/words.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import type { Route } from './+types/campaign.ts'
import { Beside } from './beside.tsx'
import { Comments } from './comments/comments.tsx'
import { CampaignHero } from './hero.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { MatchResults } from './match-results.tsx'
import { Rewards } from './rewards.tsx'
import { Supporters } from './supporters.tsx'
import { Timeline } from './timeline.tsx'

/** Only the people who set it up need it. */
const DraftBar = lazily(async () => (await import('./draft-bar.tsx')).DraftBar)
const Thanks = lazily(async () => (await import('./thanks.tsx')).Thanks)

type Asked = { request: Request; params: Record<string, string | undefined> }

const queriesFor = ({ request, params }: Asked) => {
  const id = params.id ?? ''
  const code = codeIn(new URL(request.url).searchParams)
  return code ? [campaignQuery(id), creditedQuery(id, code)] : [campaignQuery(id)]
}
/** Nothing more to read where nobody has joined. */
const ambassadorQueries = (id: string, detail: CampaignDetail | undefined) =>
  detail && detail.ambassadorsCount > 0 ? [campaignAmbassadorsQuery(id), leaderboardQuery(id)] : []

export const loader = publicLoader(queriesFor, ({ params: { id = '' } }, client) =>
  ambassadorQueries(id, client.getQueryData(campaignQuery(id).queryKey)),
)
export const clientLoader = browserLoader(queriesFor)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const queries = loaderData?.dehydrated.queries ?? []
  const detail = queries.find((query) => query.queryKey[2] === 'detail')?.state.data as
    | CampaignDetail
    | undefined
  return detail ? campaignMeta(matches, detail) : privateMeta('Campaign')
}

export default function CampaignPage() {
  const { id = '' } = useParams()
  const found = useQuery(campaignQuery(id))
  const { data, isError } = found
  if (isError && !data) return <CampaignNotLoaded found={found} />
  return data ? <Loaded key={id} detail={data} /> : <CampaignSkeleton />
}

/** The board and the panel overlap the hero, which creates the depth. */
const COLUMNS =
  'wrap relative z-10 -mt-[2.125rem] grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:-mt-28 lg:grid-cols-[minmax(0,1fr)_min(25.25rem,43%)] lg:gap-x-[1.625rem]'
/** The panel is sticky, down to what is below it at the end of its column. */
const PANEL =
  'min-w-0 rounded-card lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:[box-shadow:var(--sh2)]'
const REST = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-2'
const BESIDE = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 lg:col-start-2 lg:row-start-3'

function Loaded({ detail }: { detail: CampaignDetail }) {
  const now = useNow()
  useOpenByHash()
  const { campaigns: campaign, statistics, events, results } = detail
  useTitle(campaign.name)
  const season = { statistics, events, results, timeZone: campaign.timeZone }
  return (
    <CampaignWords value={campaign.vocabulary}>
      <main id="main">
        <LiveAnnouncements campaignId={campaign.id} isPublic={campaign.status !== 'draft'} />
        {campaign.status === 'draft' && (
          <Suspense>
            <DraftBar campaignId={campaign.id} />
          </Suspense>
        )}
        <CampaignHero campaign={campaign} organization={detail.organizations} now={now} />
        <div className={`${COLUMNS} lg:grid-rows-[auto_1fr_auto]`}>
          <MoneyBoard campaign={campaign} />
          <div id="support" className={`${PANEL} ${PANEL_SCROLL} scroll-mt-4`}>
            <PledgePanel detail={detail} />
          </div>
          <div className={`${REST} later`}>
            <StatTiles campaign={campaign} now={now} />
            <SeasonBoard {...season} />
            <HowThisWorks statistics={statistics} />
            <About campaign={campaign} organization={detail.organizations} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 [contain-intrinsic-block-size:auto_47.5rem]">
              <Standings {...season} status={campaign.status} />
              <ForecastSection detail={detail} />
              <MatchResults {...season} />
              <Timeline campaign={campaign} events={events} results={results} now={now} />
              <Supporters
                pledges={detail.pledges}
                count={detail.pledgesCount}
                timeZone={campaign.timeZone}
                takesPledges={campaign.pledgesClosedReason === null}
              />
              {detail.thanks && (
                <Suspense>
                  <Thanks names={detail.thanks} />
                </Suspense>
              )}
              {(campaign.status !== 'cancelled' || detail.rewards.length > 0) && (
                <Rewards rewards={detail.rewards} statistics={statistics} />
              )}
              {detail.ambassadorsCount > 0 && <Leaderboard campaignId={campaign.id} />}
              <Comments {...detail} />
            </div>
          </div>
          <aside className={BESIDE} aria-label="Next, sharing and the organization">
            <Beside detail={detail} now={now} />
          </aside>
        </div>
      </main>
    </CampaignWords>
  )
}

/** A missing campaign keeps its status on the server's response, and its message here. */
export const ErrorBoundary = () => <CampaignErrors />

function CampaignSkeleton() {
  return (
    <main id="main" aria-busy="true" aria-label="Loading the campaign">
      <div className="hero h-[26.875rem]" />
      <div className={COLUMNS}>
        <Skeleton className="h-80" />
        <Skeleton className={`${PANEL} h-150`} />
        <Skeleton className={`${REST} h-120`} />
      </div>
    </main>
  )
}
