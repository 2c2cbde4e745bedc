import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { artPath } from '#web/art/address.ts'
import { LiveNews } from '#web/live/live-news.tsx'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { CampaignNotFound } from '#web/parts/campaign/not-found.tsx'
import { campaignQuery } from '#web/queries/campaigns.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/words.ts'
import { CodeBoard } from './code-board.tsx'
import { BoardHead } from './head.tsx'
import { MatchLine } from './match-line.tsx'
import { MoneyLanes } from './money-lanes.tsx'
import { StatisticPlates } from './plates.tsx'
import { useWakeLock } from './wake-lock.ts'

const queriesFor = ({ params }: { params: Record<string, string | undefined> }) => [
  campaignQuery(params.id ?? ''),
]
export const loader = publicLoader(queriesFor)
export const clientLoader = browserLoader(queriesFor)
export const meta = () => privateMeta('Scoreboard')
/** The whole screen is the board: no header, no footer. */
export const handle = { isBare: true }

/** For the wall of the gym: large, live, and nothing to press. */
export default function ScoreboardPage() {
  const { id = '' } = useParams()
  const { data, isError } = useQuery(campaignQuery(id))
  if (isError && !data) return <CampaignNotFound />
  return data ? <Scoreboard detail={data} /> : <main id="main" className="scoreboard" aria-busy="true" />
}

function Scoreboard({ detail }: { detail: CampaignDetail }) {
  const { campaigns: campaign, organizations: organization, statistics, events, results } = detail
  const season = { statistics, events, results, timeZone: campaign.timeZone }
  const now = useNow()
  useTitle(campaign.name)
  useWakeLock()
  return (
    <CampaignWords value={campaign.vocabulary}>
      <main id="main" className="scoreboard">
        <img
          className="sky"
          src={artPath(campaign.scene, campaign.id, 'wide')}
          alt=""
          width="1600"
          height="900"
        />
        <div className="straps" aria-hidden="true" />
        <div className="board wall">
          <BoardHead campaign={campaign} organization={organization} />
          <StatisticPlates {...season} />
          <MatchLine {...season} now={now} />
          <MoneyLanes campaign={campaign} />
        </div>
        <CodeBoard detail={detail} now={now} />
        <LiveNews campaignId={campaign.id} isPublic={campaign.status !== 'draft'} />
      </main>
    </CampaignWords>
  )
}

export const ErrorBoundary = CampaignNotFound
