import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { isOver, opensLater } from '#domain/campaigns/campaign-state.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { PublicPledge } from '#domain/schemas/pledge.ts'
import { counted, countText, dateText, usd } from '#web/format.ts'
import { LiveAnnouncements } from '#web/live/live-announcements.tsx'
import { browserLoader, optional, publicLoader } from '#web/page-data.ts'
import { About, HowThisWorks } from '#web/parts/campaign/about.tsx'
import { MoneyBoard, StatTiles } from '#web/parts/campaign/money-board.tsx'
import { CampaignErrors, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { SeasonBoard } from '#web/parts/campaign/season-board.tsx'
import { Standings } from '#web/parts/campaign/standings.tsx'
import { ForecastSection } from '#web/parts/forecast/forecast-section.tsx'
import { PledgePanel } from '#web/parts/pledging/panel.tsx'
import { PANEL_SCROLL } from '#web/parts/pledging/panel-classes.ts'
import { ambassadorName, codeIn } from '#web/parts/pledging/referral.ts'
import { leaderboardQuery } from '#web/queries/ambassadors.ts'
import { campaignAmbassadorsQuery, campaignQuery, creditedQuery } from '#web/queries/campaigns.ts'
import { nextCampaignQuery } from '#web/queries/closed-campaigns.ts'
import { campaignMeta } from '#web/site/campaign-meta.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useOpenByHash } from '#web/site/open-by-hash.ts'
import { useNow } from '#web/site/session.ts'
import { useTitle } from '#web/site/use-title.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyFold, Fold } from '#web/ui/fold.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import type { Route } from './+types/campaign.ts'
import { Beside } from './beside.tsx'
import { Comments } from './comments/comments.tsx'
import { CampaignHero } from './hero.tsx'
import { MatchResults } from './match-results.tsx'
import { Rewards } from './rewards.tsx'
import { Timeline } from './timeline.tsx'

const SHOWN = 10

type Props = { pledges: PublicPledge[]; count: number; timeZone: string; takesPledges: boolean }

/** The newest ten, open: who is in already persuades whoever is not. */
function Supporters({ pledges, count, timeZone, takesPledges }: Props) {
  const more = count - Math.min(SHOWN, pledges.length)
  const [newest] = pledges
  if (!newest)
    return (
      <EmptyFold title="Our Supporters">
        No Supporters Yet{takesPledges && '. Pick a statistic and be the first.'}
      </EmptyFold>
    )
  return (
    <Fold
      id="supporters"
      title="Our Supporters"
      figure={countText(count)}
      note={`Newest: ${usd(newest.totalAmountDue)}, ${dateText(newest.createdAt, timeZone)}`}
      isOpen
    >
      <ul className="grid gap-x-8 md:grid-cols-2">
        {pledges.slice(0, SHOWN).map((pledge) => (
          <li
            key={pledge.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-x-3 border-t border-line py-1"
          >
            <p className="dense leading-snug flex flex-wrap items-baseline gap-x-2">
              <span>Anonymous Supporter #{pledge.number}</span>{' '}
              <span className="quiet fine">Joined {dateText(pledge.createdAt, timeZone)}</span>
            </p>
            <Figure text={usd(pledge.totalAmountDue)} className="large-[1.25]" />
            {pledge.note && <p className="quiet fine col-span-full break-words">“{pledge.note}”</p>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet mt-3">And {countText(more)} more supporters...</p>}
    </Fold>
  )
}

/** Only the people who set it up need it. */
const DraftBar = lazily(async () => (await import('./draft-bar.tsx')).DraftBar)
/** A page that takes pledges does without. */
const Over = lazily(async () => (await import('./over.tsx')).Over)
const TellMe = lazily(async () => (await import('./tell-me.tsx')).TellMe)
const Thanks = lazily(async () => (await import('./thanks.tsx')).Thanks)

type Asked = { request: Request; params: Record<string, string | undefined> }

const queriesFor = ({ request, params }: Asked) => {
  const id = params.id ?? ''
  const code = codeIn(new URL(request.url).searchParams)
  return code ? [campaignQuery(id), creditedQuery(id, code)] : [campaignQuery(id)]
}
/** Nothing more to read where nobody has joined, and where pledges are taken. */
const furtherQueries = (id: string, detail: CampaignDetail | undefined) => [
  ...(detail && detail.ambassadorsCount > 0 ? [campaignAmbassadorsQuery(id), leaderboardQuery(id)] : []),
  ...(detail && detail.campaigns.pledgesClosedReason !== null ? [optional(nextCampaignQuery(id))] : []),
]

export const loader = publicLoader(queriesFor, ({ params: { id = '' } }, client) =>
  furtherQueries(id, client.getQueryData(campaignQuery(id).queryKey)),
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
  'wrap relative z-10 -mt-8.5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:-mt-28 lg:grid-cols-[minmax(0,1fr)_min(25.25rem,43%)] lg:gap-x-[1.625rem]'
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
            {isOver({ status: campaign.status, endsAt: new Date(campaign.endsAt) }, new Date(now)) ? (
              <Suspense>
                <Over detail={detail} />
              </Suspense>
            ) : (
              <PledgePanel
                detail={detail}
                whileClosed={isWaitedFor(detail, now) && <Waiting id={campaign.id} />}
              />
            )}
          </div>
          <div className={`${REST} later`}>
            <StatTiles campaign={campaign} now={now} />
            <SeasonBoard {...season} />
            <HowThisWorks statistics={statistics} />
            <About campaign={campaign} organization={detail.organizations} />
            <Sections detail={detail} now={now} />
          </div>
          <aside className={BESIDE} aria-label="Next, sharing and the organization">
            <Beside detail={detail} now={now} />
          </aside>
        </div>
      </main>
    </CampaignWords>
  )
}

const isWaitedFor = (
  { campaigns: { status, endsAt, pledgesClosedReason }, statistics }: CampaignDetail,
  now: number,
) =>
  opensLater(
    {
      status,
      endsAt: new Date(endsAt),
      closedReason: pledgesClosedReason,
      hasStatistics: statistics.some(({ isActive }) => isActive),
    },
    new Date(now),
  )

const Waiting = ({ id }: { id: string }) => (
  <Suspense>
    <TellMe campaignId={id} />
  </Suspense>
)

const takesPledges = ({ campaigns: { pledgesClosedReason }, statistics }: CampaignDetail): boolean =>
  pledgesClosedReason === null && statistics.some(({ isActive }) => isActive)

/** What persuades comes first and is open: supporters, their words, rewards. What is still empty comes last. */
function Sections({ detail, now }: { detail: CampaignDetail; now: number }) {
  const { campaigns: campaign, statistics, events, results, pledges, rewards } = detail
  const season = { statistics, events, results, timeZone: campaign.timeZone }
  const supporters = (
    <Supporters
      pledges={pledges}
      count={detail.pledgesCount}
      timeZone={campaign.timeZone}
      takesPledges={takesPledges(detail)}
    />
  )
  const comments = <Comments {...detail} />
  // It stays where it was when the first message is posted.
  const [hadMessages] = useState(detail.comments.length > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 [contain-intrinsic-block-size:auto_93.75rem]">
      {pledges.length > 0 && supporters}
      {detail.thanks && (
        <Suspense>
          <Thanks names={detail.thanks} />
        </Suspense>
      )}
      {hadMessages && comments}
      {rewards.length > 0 && <Rewards rewards={rewards} statistics={statistics} />}
      <Standings {...season} status={campaign.status} />
      <ForecastSection detail={detail} />
      <MatchResults {...season} />
      <Timeline campaign={campaign} events={events} results={results} now={now} />
      {detail.ambassadorsCount > 0 && <Leaderboard campaignId={campaign.id} />}
      {pledges.length === 0 && supporters}
      {rewards.length === 0 && campaign.status !== 'cancelled' && (
        <Rewards rewards={rewards} statistics={statistics} />
      )}
      {!hadMessages && comments}
    </div>
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

/** Those who brought the most supporters, by first name and initial; nothing while there is nobody to name. */
function Leaderboard({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(leaderboardQuery(campaignId))
  if (!data || data.length === 0) return null
  return (
    <Fold
      id="leaderboard"
      title="Thanks to our ambassadors"
      note={data.map((one) => ambassadorName(one)).join(' · ')}
    >
      <p className="quiet">They have brought the most supporters so far.</p>
      <ol className="mt-3">
        {data.map((one) => (
          <li
            key={one.id}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="display min-w-0 break-words large-[1.5]">{ambassadorName(one)}</span>
            <span className="quiet shrink-0">{counted(one.supportersCount, 'supporter')}</span>
          </li>
        ))}
      </ol>
    </Fold>
  )
}
