import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { LiveNews } from '#web/live/live-news.tsx'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { About } from '#web/parts/campaign/about.tsx'
import { HowThisWorks } from '#web/parts/campaign/how-this-works.tsx'
import { MoneyBoard } from '#web/parts/campaign/money-board.tsx'
import { CampaignNotFound } from '#web/parts/campaign/not-found.tsx'
import { SeasonBoard } from '#web/parts/campaign/season-board.tsx'
import { Standings } from '#web/parts/campaign/standings.tsx'
import { StatTiles } from '#web/parts/campaign/stat-tiles.tsx'
import { ForecastSection } from '#web/parts/forecast/forecast-section.tsx'
import { PledgePanel } from '#web/parts/pledging/panel.tsx'
import { codeIn } from '#web/parts/pledging/referral.ts'
import { leaderboardQuery } from '#web/queries/ambassadors.ts'
import { campaignAmbassadorsQuery, campaignQuery, creditedQuery } from '#web/queries/campaigns.ts'
import { campaignMeta } from '#web/site/campaign-meta.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useNow, usePublicConfig } from '#web/site/session.ts'
import { CampaignWords } from '#web/site/words.ts'
import { Heading } from '#web/ui/heading.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import type { Route } from './+types/campaign.ts'
import { Comments } from './comments/comments.tsx'
import { CampaignHero } from './hero.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { MatchResults } from './match-results.tsx'
import { Rewards } from './rewards.tsx'
import { ShareKit } from './share-kit.tsx'
import { Supporters } from './supporters.tsx'
import { Timeline } from './timeline.tsx'

/** Only whoever sets it up needs it. */
const DraftBar = lazily(async () => (await import('./draft-bar.tsx')).DraftBar)

type Asked = { request: Request; params: Record<string, string | undefined> }

const queriesFor = ({ request, params }: Asked) => {
  const id = params.id ?? ''
  const code = codeIn(new URL(request.url).searchParams)
  const shown = [campaignQuery(id), campaignAmbassadorsQuery(id), leaderboardQuery(id)]
  return code ? [...shown, creditedQuery(id, code)] : shown
}
export const loader = publicLoader(queriesFor)
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
  const { data, isError } = useQuery(campaignQuery(id))
  if (isError && !data) return <CampaignNotFound />
  return data ? <Loaded key={id} detail={data} /> : <CampaignSkeleton />
}

function Loaded({ detail }: { detail: CampaignDetail }) {
  const now = useNow()
  const { campaigns: campaign, statistics, events, results } = detail
  const season = { statistics, events, results, timeZone: campaign.timeZone }
  return (
    <CampaignWords value={campaign.vocabulary}>
      <main id="main">
        <LiveNews campaignId={campaign.id} isPublic={campaign.status !== 'draft'} />
        {campaign.status === 'draft' && (
          <Suspense>
            <DraftBar campaignId={campaign.id} />
          </Suspense>
        )}
        <CampaignHero campaign={campaign} organization={detail.organizations} />
        <div className="wrap campaign-columns relative z-10">
          <div className="area-board grid gap-5">
            <MoneyBoard campaign={campaign} />
          </div>
          <div className="area-panel">
            <PledgePanel detail={detail} />
          </div>
          <div className="area-rest later grid gap-5">
            <StatTiles campaign={campaign} now={now} />
            <SeasonBoard {...season} />
            <Standings {...season} status={campaign.status} />
            <ForecastSection detail={detail} />
            <HowThisWorks statistics={statistics} />
            <About campaign={campaign} organization={detail.organizations} />
            <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
              <Timeline campaign={campaign} events={events} results={results} now={now} />
              <Supporters
                pledges={detail.pledges}
                count={detail.pledgesCount}
                timeZone={campaign.timeZone}
                takesPledges={campaign.pledgesClosedReason === null}
              />
            </div>
            <MatchResults {...season} />
            <Rewards rewards={detail.rewards} statistics={statistics} />
            <Leaderboard campaignId={campaign.id} />
            <Comments {...detail} />
            {campaign.status !== 'draft' && <SpreadTheWord campaignId={campaign.id} />}
          </div>
        </div>
      </main>
    </CampaignWords>
  )
}

function SpreadTheWord({ campaignId }: { campaignId: string }) {
  const { appUrl } = usePublicConfig()
  return (
    <section className="card pad" aria-labelledby="spread-title">
      <Heading level={2} id="spread-title" className="mb-3">
        Spread the word
      </Heading>
      <ShareKit campaignId={campaignId} appUrl={appUrl} />
    </section>
  )
}

/** A missing campaign keeps its status on the server's answer, and its words here. */
export const ErrorBoundary = CampaignNotFound

function CampaignSkeleton() {
  return (
    <main id="main" aria-busy="true" aria-label="Loading the campaign">
      <div className="hero h-[430px]" />
      <div className="wrap campaign-columns relative z-10">
        <Skeleton className="area-board h-80" />
        <Skeleton className="area-panel h-150" />
        <Skeleton className="area-rest h-120" />
      </div>
    </main>
  )
}
