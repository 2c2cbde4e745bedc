import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { shortCode } from '#domain/billing/lookup.ts'
import { matchWord, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { minus, plus } from '#domain/quantity.ts'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { artPath } from '#web/art/address.ts'
import { percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { statusLabels } from '#web/labels.ts'
import { LiveAnnouncements } from '#web/live/live-announcements.tsx'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { Colors, Crest } from '#web/parts/branding/crest.tsx'
import { AnimatedFigure, withSign } from '#web/parts/campaign/line-score.tsx'
import { CampaignErrors, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { read } from '#web/parts/campaign/season.ts'
import { campaignQuery } from '#web/queries/campaigns.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useNow, usePublicConfig } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { TRACK, Track } from '#web/ui/bar.tsx'
import { ADDRESS, BOARD_UNITS, LABEL, MatchLine, PART, QUIET_LABEL, StatisticPlates } from './plates.tsx'

/** Long enough to take a phone out and point it. */
const GOAL_SHOWN_MS = 20_000
/** A match that began longer ago than this is over. */
const UNDER_WAY_MS = 6 * 3_600_000

type Statistics = CampaignDetail['statistics']

/** `Goals +1`: what was entered since, confirmed or not; null where nothing was added. */
export function goalIn(before: Statistics, after: Statistics): string | null {
  const scored = after.flatMap((statistic) => {
    const was = before.find(({ id }) => id === statistic.id)
    if (!was || !countsUnits(statistic.type)) return []
    const added = minus(entered(statistic), entered(was))
    return added > 0 ? [`${statistic.name} ${withSign(added)}`] : []
  })
  return scored.length > 0 ? scored.join(', ') : null
}
const entered = ({ confirmedQuantity, unconfirmedQuantity }: Statistics[number]) =>
  plus(read(confirmedQuantity), read(unconfirmedQuantity))

/** For some seconds after it was entered: what was scored. */
function useGoal(statistics: Statistics): string | null {
  const before = useRef(statistics)
  const [goal, setGoal] = useState<{ text: string } | null>(null)
  useEffect(() => {
    const text = goalIn(before.current, statistics)
    before.current = statistics
    if (text !== null) setGoal({ text })
  }, [statistics])
  useEffect(() => {
    if (!goal) return
    const timer = setTimeout(() => setGoal(null), GOAL_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [goal])
  return goal?.text ?? null
}

type Crowd = Pick<CampaignDetail, 'events' | 'pledges' | 'pledgesCount'>

/** `3 new pledges since the match began. Thank you!`: by number, never by name. Null between matches, and without pledges. */
export function thanksFor(
  { events, pledges, pledgesCount }: Crowd,
  words: Vocabulary,
  now: number,
): string | null {
  const begun = events
    .filter(({ eventType }) => eventType === 'game' || eventType === 'tournament')
    .map(({ startTime }) => Date.parse(startTime))
    .filter((at) => at <= now && at > now - UNDER_WAY_MS)
  if (begun.length === 0) return null
  const start = Math.max(...begun)
  const count = pledges.filter(({ createdAt }) => Date.parse(createdAt) >= start).length
  if (count === 0) return null
  // The page knows only the newest ones.
  const more = count === pledges.length && pledgesCount > count ? '+' : ''
  const since = `the ${matchWord(words, 1)} began`
  return `${count}${more} new ${count === 1 ? 'pledge' : 'pledges'} since ${since}. Thank you!`
}

const CAMPAIGN_NAME =
  'mt-5 line-clamp-2 pb-[0.05em] text-[max(min(2rem,12vw),--spacing(42))] leading-[0.96] font-[850] wrap-anywhere'

/** Who plays, and where everyone in the gym can join in. */
function BoardHead({ campaign, organization }: { campaign: Campaign; organization: Organization }) {
  const { appUrl } = usePublicConfig()
  const takesPledges = campaign.pledgesClosedReason === null
  return (
    <header className="flex min-w-0 items-center justify-between gap-30 portrait:flex-col portrait:items-start portrait:gap-[0.875rem]">
      <div className="min-w-0">
        <p className={`${QUIET_LABEL} flex items-center gap-8`}>
          <Crest
            organization={organization}
            className="size-26 min-h-[1.875rem] min-w-[1.875rem] flex-none"
          />
          <bdi>{organization.name}</bdi>
        </p>
        <h1 className={CAMPAIGN_NAME}>
          <bdi>{campaign.name}</bdi>
        </h1>
      </div>
      {takesPledges ? (
        <div className="flex flex-none items-center gap-14 text-right portrait:w-full portrait:flex-wrap portrait:justify-between portrait:text-left">
          <p>
            <span className={`${QUIET_LABEL} block`}>Pledge with them</span>
            <span className={`${ADDRESS} mt-4 block text-[max(0.9375rem,--spacing(15))]`}>
              {appUrl.replace(/^https?:\/\//, '')}/c/{shortCode(campaign.id)}
            </span>
          </p>
          <img
            src={`/api/campaigns/${campaign.id}/qr.svg?to=pledge`}
            alt=""
            width="160"
            height="160"
            className="size-80 flex-none rounded-plate bg-[#fff] p-5 text-transparent portrait:size-[5.25rem] portrait:p-[0.3125rem]"
          />
        </div>
      ) : (
        <p className={`${LABEL} rounded-plate border-2 border-current px-[0.7em] py-[0.3em]`}>
          {statusLabels[campaign.status]}
        </p>
      )}
    </header>
  )
}

const IN_PAIRS =
  'portrait:flex portrait:flex-wrap portrait:items-center portrait:justify-between portrait:gap-x-[0.75rem] portrait:gap-y-[0.375rem]'
const AMOUNT = 'text-right text-[max(min(1.75rem,11vw),--spacing(28))] leading-none'

/** Pledged is outlined, earned is striped: two lanes to the goal, never one figure. */
function MoneyLanes({ campaign }: { campaign: Campaign }) {
  const lanes = [
    { lane: 'pledged', label: 'Pledged', amount: campaign.totalPledged },
    { lane: 'earned', label: 'Earned', amount: campaign.totalEarned },
  ] as const
  return (
    <dl
      className={`${PART} ${IN_PAIRS} grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-20 gap-y-9`}
      aria-label="Pledged and earned"
    >
      {lanes.map(({ lane, label, amount }) => (
        <div key={lane} className={`${IN_PAIRS} contents portrait:w-full`}>
          <dt className="flex items-center gap-[0.6em]">
            <span className={`key ${lane} size-[max(1.125rem,--spacing(15))]`} aria-hidden="true" />
            <span className={LABEL}>{label}</span>
          </dt>
          <dd className="*:h-[max(1rem,--spacing(12))] portrait:order-1 portrait:w-full">
            <Track
              lane={lane}
              percent={percentOfGoal(amount, campaign.goal)}
              className={`${TRACK} h-4`}
              hasFinishLine
            />
          </dd>
          <dd className={AMOUNT}>
            <AnimatedFigure text={usd(amount)} />
          </dd>
        </div>
      ))}
      <div className="col-start-4 row-[1/3] grid justify-items-end gap-4 pl-10 portrait:flex portrait:w-full portrait:flex-wrap portrait:items-center portrait:justify-between portrait:pl-0">
        <dt className={QUIET_LABEL}>Goal</dt>
        <dd className={`fig ${AMOUNT}`}>{wholeUsd(campaign.goal)}</dd>
      </div>
    </dl>
  )
}

/** Over the whole board, readable from the last row. */
const OVER_ALL =
  'absolute inset-0 z-2 flex items-center justify-center gap-50 bg-night p-50 motion-safe:animate-[code-board_320ms_ease-out] portrait:fixed portrait:flex-col portrait:gap-[1.5rem] portrait:px-[1.125rem] portrait:py-[1.5rem]'

/** The code over the whole board: for some seconds after a goal, and while somebody at the touchline shows it. */
function CodeBoard({ detail, now }: { detail: CampaignDetail; now: number }) {
  const { appUrl } = usePublicConfig()
  const goal = useGoal(detail.statistics)
  const { id, codeShownUntil, pledgesClosedReason, vocabulary } = detail.campaigns
  const isAskedFor = Boolean(codeShownUntil) && Date.parse(codeShownUntil ?? '') > now
  if (pledgesClosedReason !== null || (goal === null && !isAskedFor)) return null
  const thanks = thanksFor(detail, vocabulary, now)
  return (
    <section className={OVER_ALL} aria-label="Pledge from your seat">
      <div className="grid max-w-440 min-w-0 gap-16">
        <p className="fig text-[max(2.5rem,--spacing(70))] leading-none wrap-anywhere whitespace-normal">
          {goal ?? 'Pledge from your seat'}
        </p>
        <p className="text-[max(1.125rem,--spacing(22))]">
          {goal && 'Pledge from your seat: '}
          {goal ? 'point' : 'Point'} your phone at the code. It takes 30 seconds, without an account.
        </p>
        <p className={`${ADDRESS} text-[max(1.125rem,--spacing(24))]`}>
          {appUrl.replace(/^https?:\/\//, '')}/c/{shortCode(id)}
        </p>
        {thanks && <p className="text-[max(1.25rem,--spacing(24))] font-bold text-bulb">{thanks}</p>}
      </div>
      <img
        src={`/api/campaigns/${id}/qr.svg?to=pledge`}
        alt=""
        width="480"
        height="480"
        className="size-360 flex-none rounded-control bg-[#fff] p-16 text-transparent portrait:size-[min(78vw,44vh)] portrait:p-[0.875rem]"
      />
    </section>
  )
}

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
          src={artPath(campaign.cause, campaign.id, 'wide')}
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

/** Keeps the gym's screen awake while it shows the board. A browser that cannot, or may not, sleeps as usual. */
function useWakeLock(): void {
  useEffect(() => {
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const hold = async (): Promise<void> => {
      if (document.hidden || !('wakeLock' in navigator)) return
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void held?.release()
      else lock = held
    }
    void hold()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
