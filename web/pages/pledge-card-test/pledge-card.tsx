import { faLocationDot } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { data, Link, useParams } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { organizationTypeLabels, statusLabels } from '#web/labels.ts'
import { LiveAnnouncements } from '#web/live/live-announcements.tsx'
import { loadOnServer, pageContext } from '#web/page-data.ts'
import { About, HowThisWorks } from '#web/parts/campaign/about.tsx'
import { MoneyBoard, StatTiles } from '#web/parts/campaign/money-board.tsx'
import { CampaignErrors, CampaignNotFound, CampaignNotLoaded } from '#web/parts/campaign/not-found.tsx'
import { Standings } from '#web/parts/campaign/standings.tsx'
import { PANEL_SCROLL } from '#web/parts/pledging/panel-classes.ts'
import { paths } from '#web/paths.ts'
import { campaignQuery, demoCampaignQuery } from '#web/queries/campaigns.ts'
import { queryClient } from '#web/query-client.ts'
import { cardMeta } from '#web/site/campaign-meta.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useNow } from '#web/site/session.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { HERO_ART, HERO_META } from '#web/ui/hero.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import type { Route } from './+types/pledge-card.ts'
import { SmartPanel } from './smart-panel.tsx'

const LONG_NAME = 26

/** Who the pledge is for. "Tax-deductible" only where it is true. */
function CardHero({ campaigns: campaign, organizations: organization }: CampaignDetail) {
  return (
    <section className={campaign.imageUrl === null ? 'hero' : 'hero photo'}>
      <CampaignArt campaign={campaign} size="wide" className={HERO_ART} isFirst />
      <div className="wrap pt-24 pb-16 lg:pt-14 lg:pb-44">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={campaign.status}>
            {campaign.status === 'active' ? 'Active Campaign' : statusLabels[campaign.status]}
          </Badge>
          {organization.is501c3 && (
            <>
              <Badge tone="active" icon="check">
                Tax-Deductible
              </Badge>
              <Badge tone="active" icon="check">
                501(c)(3) verified
              </Badge>
            </>
          )}
          <span className="template">
            <TemplateMark cause={campaign.cause} />
            {campaign.causeLabel}
          </span>
        </div>
        <h1
          className={`title mt-4 max-w-[14ch] break-words ${campaign.name.length > LONG_NAME ? 'long lg:max-w-[18ch]' : ''}`}
        >
          {campaign.name}
        </h1>
        <p className={`${HERO_META} mt-4`}>
          <strong className="break-words">{organization.name}</strong>
          <span>{organizationTypeLabels[organization.organizationType]}</span>
          {organization.city && organization.state && (
            <span>
              <Icon icon={faLocationDot} /> {organization.city}, {organization.state}
            </span>
          )}
        </p>
        <p className="mt-5">
          <Link to={paths.campaign(campaign.id)} className={buttonClass({ kind: 'onboard' })}>
            See the whole campaign
          </Link>
        </p>
      </div>
    </section>
  )
}

/** The board and the panel overlap the hero, which creates the depth. */
const COLUMNS =
  'wrap relative z-10 -mt-8.5 grid grid-cols-[minmax(0,1fr)] gap-5 lg:-mt-28 lg:grid-cols-[minmax(0,1fr)_min(25.25rem,43%)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-[1.625rem] lg:gap-y-6'
const BOARD = 'min-w-0 lg:col-start-1 lg:row-start-1'
const PANEL =
  'min-w-0 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:rounded-card lg:[box-shadow:var(--sh2)]'
const REST = 'min-w-0 lg:col-start-1 lg:row-start-2'
const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-5'

const NO_DEMO: Words = {
  title: 'No demo campaign here',
  text: 'This page shows the demo campaign when no other is named, and this site has none. Open a campaign to pledge to it.',
}
const NOT_LOADED: Words = { title: 'Campaign Not Found', text: 'This campaign could not be loaded' }
type Words = { title: string; text: string }

/** Without an id, the demo campaign: the server knows which one, and whether it exists (R49). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  if (params.id) return loadOnServer(page, [campaignQuery(params.id)])
  const demo = await page.api('/api/campaigns/demo')
  const { id } = (await demo.json()) as { id: string | null }
  if (id === null) throw data(null, { status: 404 })
  return loadOnServer(page, [demoCampaignQuery, campaignQuery(id)])
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const client = queryClient()
  if (params.id) void client.prefetchQuery(campaignQuery(params.id))
  else void client.prefetchQuery(demoCampaignQuery)
  return null
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const queries = loaderData?.dehydrated.queries ?? []
  const detail = queries.find((query) => query.queryKey[2] === 'detail')?.state.data as
    | CampaignDetail
    | undefined
  return detail ? cardMeta(matches, detail) : privateMeta('Pledge')
}

/** A campaign to pledge to on one page. For trying things out: search engines index only the campaign's own page. */
export default function PledgeCardPage() {
  const { id: named } = useParams()
  const demo = useQuery({ ...demoCampaignQuery, enabled: named === undefined })
  const id = named ?? demo.data?.id ?? null
  const found = useQuery({ ...campaignQuery(id ?? ''), enabled: id !== null })
  const { data: detail, isError } = found
  if (named === undefined && demo.data?.id === null) return <CampaignNotFound {...NO_DEMO} />
  if ((isError || demo.isError) && !detail)
    return <CampaignNotLoaded {...NOT_LOADED} found={demo.isError ? demo : found} />
  return detail ? <Loaded key={id} detail={detail} /> : <Loading />
}

export function ErrorBoundary() {
  const { id } = useParams()
  return <CampaignErrors {...(id === undefined ? NO_DEMO : NOT_LOADED)} />
}

function Loaded({ detail }: { detail: CampaignDetail }) {
  const now = useNow()
  const { campaigns: campaign, statistics, events, results } = detail
  return (
    <CampaignWords value={campaign.vocabulary}>
      <main id="main">
        <LiveAnnouncements campaignId={campaign.id} isPublic={campaign.status !== 'draft'} />
        <CardHero {...detail} />
        <div className={COLUMNS}>
          <div className={`${BOARD} ${COLUMN}`}>
            <MoneyBoard campaign={campaign} />
          </div>
          <div id="support" className={`${PANEL} ${PANEL_SCROLL}`}>
            <SmartPanel detail={detail} />
          </div>
          <div className={`${REST} ${COLUMN}`}>
            <StatTiles campaign={campaign} now={now} />
            <Standings
              statistics={statistics}
              events={events}
              results={results}
              timeZone={campaign.timeZone}
              status={campaign.status}
            />
            <HowThisWorks statistics={statistics} />
            <About campaign={campaign} organization={detail.organizations} />
          </div>
        </div>
      </main>
    </CampaignWords>
  )
}

function Loading() {
  return (
    <main id="main" aria-busy="true" aria-label="Loading the campaign">
      <div className="hero h-[26.875rem]" />
      <div className={COLUMNS}>
        <Skeleton className={`${BOARD} h-80`} />
        <Skeleton className={`${PANEL} h-150`} />
        <Skeleton className={`${REST} h-120`} />
      </div>
    </main>
  )
}
