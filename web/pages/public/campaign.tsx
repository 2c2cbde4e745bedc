import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { artPath } from '#web/art/address.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { PledgePanel } from '#web/pages/pledge/panel.tsx'
import { paths } from '#web/paths.ts'
import { campaignAmbassadorsQuery, campaignQuery } from '#web/queries/campaigns.ts'
import { titled } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import type { Route } from './+types/campaign.ts'
import { About } from './campaign/about.tsx'
import { Comments } from './campaign/comments.tsx'
import { CampaignHero } from './campaign/hero.tsx'
import { HowThisWorks } from './campaign/how-this-works.tsx'
import { MoneyBoard } from './campaign/money-board.tsx'
import { Rewards } from './campaign/rewards.tsx'
import { SeasonBoard } from './campaign/season-board.tsx'
import { StatTiles } from './campaign/stat-tiles.tsx'
import { Supporters } from './campaign/supporters.tsx'
import { Timeline } from './campaign/timeline.tsx'

const queriesFor = ({ params }: { params: Record<string, string | undefined> }) => {
  const id = params.id ?? ''
  return [campaignQuery(id), campaignAmbassadorsQuery(id)]
}
export const loader = publicLoader(queriesFor)
export const clientLoader = browserLoader(queriesFor)

export function meta({ loaderData, params }: Route.MetaArgs) {
  const queries = loaderData?.dehydrated.queries ?? []
  const detail = queries.find((query) => query.queryKey[2] === 'detail')?.state.data as
    | CampaignDetail
    | undefined
  if (!detail) return titled('Campaign')
  const { campaigns } = detail
  const image = campaigns.imageUrl ?? artPath(campaigns.template, params.id, 'wide')
  return titled(campaigns.name, campaigns.aboutThisCampaign.slice(0, 200), image)
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
  return (
    <main id="main">
      <CampaignHero campaign={campaign} organization={detail.organizations} />
      <div className="wrap campaign-columns relative z-10">
        <div className="area-board grid gap-5">
          <MoneyBoard campaign={campaign} />
        </div>
        <div className="area-panel">
          <PledgePanel detail={detail} />
        </div>
        <div className="area-rest grid gap-5">
          <StatTiles campaign={campaign} now={now} />
          <SeasonBoard
            statistics={statistics}
            events={events}
            results={results}
            timeZone={campaign.timeZone}
          />
          <HowThisWorks />
          <About campaign={campaign} organization={detail.organizations} />
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <Timeline campaign={campaign} events={events} results={results} now={now} />
            <Supporters pledges={detail.pledges} count={detail.pledgesCount} timeZone={campaign.timeZone} />
          </div>
          <Rewards rewards={detail.rewards} statistics={statistics} />
          <Comments campaignId={campaign.id} comments={detail.comments} count={detail.commentsCount} />
        </div>
      </div>
    </main>
  )
}

export function CampaignNotFound() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Campaign Not Found"
        action={
          <Link to={paths.landing} className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        This campaign has left the field. Time to find another team to support!
      </EmptyState>
    </main>
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
