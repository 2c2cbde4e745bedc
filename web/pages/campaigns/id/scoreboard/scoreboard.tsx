import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { artPath } from '#web/art/address.ts'
import { LiveAnnouncements } from '#web/live/live-announcements.tsx'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { CampaignErrors, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { Colors } from '#web/parts/look/crest.tsx'
import { campaignQuery } from '#web/queries/campaigns.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/words.ts'
import { CodeBoard } from './code-board.tsx'
import { BoardHead } from './head.tsx'
import { BOARD_UNITS } from './look.ts'
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

const SCREEN = `${BOARD_UNITS} relative isolate grid h-[max(100dvh,35rem)] content-stretch overflow-hidden bg-night p-24 pt-29 text-boardink portrait:h-auto portrait:min-h-dvh portrait:px-[min(0.75rem,3.1vw)] portrait:pt-[1.375rem] portrait:pb-[0.75rem]`
const WALL =
  'board grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_auto_auto] gap-11 rounded-[--spacing(9)] border-[max(1px,--spacing(1.4))] px-30 py-17 shadow-[0_--spacing(14)_--spacing(40)_rgba(0,0,0,0.6)] portrait:gap-[1.125rem] portrait:rounded-card portrait:px-[min(1.125rem,4.7vw)] portrait:py-[1.375rem]'
const STRAP = 'absolute top-0 -z-1 h-44 w-9 bg-boardline portrait:h-[2.5rem] portrait:w-[0.5rem]'

/** For the wall of the gym: large, with live updates, and nothing to press. */
export default function ScoreboardPage() {
  const { id = '' } = useParams()
  const found = useQuery(campaignQuery(id))
  const { data, isError } = found
  if (isError && !data) return <CampaignNotLoaded found={found} />
  return data ? <Scoreboard detail={data} /> : <main id="main" className={SCREEN} aria-busy="true" />
}

function Scoreboard({ detail }: { detail: CampaignDetail }) {
  const { campaigns: campaign, organizations: organization, statistics, events, results } = detail
  const season = { statistics, events, results, timeZone: campaign.timeZone }
  const now = useNow()
  useTitle(campaign.name)
  useWakeLock()
  return (
    <CampaignWords value={campaign.vocabulary}>
      <main id="main" className={SCREEN}>
        <img
          className="absolute inset-0 -z-2 size-full object-cover brightness-62"
          src={artPath(campaign.scene, campaign.id, 'wide')}
          alt=""
          width="1600"
          height="900"
        />
        <Colors organization={organization} className="absolute top-0 left-0 h-2" />
        {/* Decoration: the two straps that the board seems to hang from. */}
        <div className={`${STRAP} left-[18%] -translate-x-[18%]`} aria-hidden="true" />
        <div className={`${STRAP} left-[82%] -translate-x-[82%]`} aria-hidden="true" />
        <div className={WALL}>
          <BoardHead campaign={campaign} organization={organization} />
          <StatisticPlates {...season} />
          <MatchLine {...season} now={now} />
          <MoneyLanes campaign={campaign} />
        </div>
        <CodeBoard detail={detail} now={now} />
        <LiveAnnouncements campaignId={campaign.id} isPublic={campaign.status !== 'draft'} />
      </main>
    </CampaignWords>
  )
}

export const ErrorBoundary = () => <CampaignErrors />
