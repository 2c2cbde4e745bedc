import { faGauge, faMagnifyingGlass, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { roleMay } from '#domain/people/roles.ts'
import type { User } from '#domain/schemas/user.ts'
import { shortEventTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { CampaignCard, CampaignCardSkeleton } from '#web/parts/campaign/campaign-card.tsx'
import { ThisWeek, WhatToDo } from '#web/parts/work-queue/this-week.tsx'
import { paths } from '#web/paths.ts'
import { featuredCampaignsQuery } from '#web/queries/campaigns.ts'
import { userCampaignsQuery, userPledgesQuery } from '#web/queries/users.ts'
import { ownStepsQuery } from '#web/queries/work-queue.ts'
import { isRepresentative, useNow } from '#web/site/session.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AmbassadorLinks, HomeSection } from './home-section.tsx'

const SHOWN = 3
const ACTIONS = [
  {
    to: paths.createCampaign,
    title: 'Start New Campaign',
    text: 'Tell us about the team and the season.',
    icon: faPlus,
  },
  { to: paths.dashboard, title: 'View Dashboard', text: 'Your campaigns and your pledges.', icon: faGauge },
  { to: paths.campaigns, title: 'Browse Campaigns', text: 'Find a team to back.', icon: faMagnifyingGlass },
] as const

/** First this user's open work; a newcomer, who has none, starts with what there is to do here. */
export function HomeScreen({ user }: { user: User }) {
  const pledges = useQuery(userPledgesQuery)
  const entersResults = user.memberships.some(({ role }) => roleMay(role, 'enterResults'))
  const waits = isRepresentative(user) || entersResults || (pledges.data?.count ?? 0) > 0
  return (
    <main id="main" className="wrap grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 lg:pt-10">
      <h1>Welcome back, {user.firstName || 'Friend'}!</h1>
      {waits ? (
        <div className="-mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_min(25.25rem,43%)]">
          {isRepresentative(user) ? <ThisWeek /> : <WhatToDo entersResults={entersResults} />}
          <div className="grid gap-5">
            <ComingUp />
            <Actions className="max-lg:md:grid-cols-3" />
          </div>
        </div>
      ) : (
        <Actions className="-mt-4 md:grid-cols-3" />
      )}
      <Campaigns />
      <Pledges />
      <AmbassadorLinks />
      <Featured />
    </main>
  )
}

function Actions({ className }: { className: string }) {
  return (
    <ul className={`grid gap-3 ${className}`}>
      {ACTIONS.map(({ to, title, text, icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="card flex h-full items-center gap-4 px-5 py-3.5 hover:border-control md:max-lg:flex-col md:max-lg:items-start md:max-lg:gap-2.5"
          >
            <span className="stat-icon">
              <Icon icon={icon} />
            </span>
            <span>
              <strong className="display block large-[1.5]">{title}</strong>
              <span className="quiet fine">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Campaigns() {
  const campaigns = useQuery(userCampaignsQuery())
  const none = { title: 'No campaigns yet', to: paths.createCampaign, action: 'Create Campaign' }
  return (
    <HomeSection
      title="Your Campaigns"
      to={paths.dashboard}
      query={campaigns}
      empty={campaigns.data?.count === 0 && none}
    >
      {campaigns.data?.items.slice(0, SHOWN).map((campaign) => (
        <Link
          key={campaign.id}
          to={paths.campaign(campaign.id)}
          className="card block p-5 hover:border-control"
        >
          <h3 className="break-words">{campaign.name}</h3>
          <p className="quiet fine mt-1">{campaign.organizationName}</p>
        </Link>
      ))}
    </HomeSection>
  )
}

function Pledges() {
  const pledges = useQuery(userPledgesQuery)
  const none = { title: 'No pledges yet', to: paths.campaigns, action: 'Browse Campaigns' }
  return (
    <HomeSection
      title="Your Pledges"
      to={paths.pledges}
      query={pledges}
      empty={pledges.data?.count === 0 && none}
    >
      {pledges.data?.items.slice(0, SHOWN).map((pledge) => (
        <Link
          key={pledge.id}
          to={paths.campaign(pledge.campaignId)}
          className="card flex items-center justify-between gap-4 p-5 hover:border-control"
        >
          <span className="min-w-0">
            <strong className="display block break-words large-[1.5]">{pledge.campaignName}</strong>
            <span className="quiet fine">{spelled(pledge.pledgeType)}</span>
          </span>
          <Figure text={usd(pledge.amount)} size="s" />
        </Link>
      ))}
    </HomeSection>
  )
}

function Featured() {
  const featured = useQuery(featuredCampaignsQuery)
  const now = useNow()
  return (
    <HomeSection
      title="Featured Campaigns"
      as="cards"
      to={paths.campaigns}
      query={featured}
      empty={featured.data?.length === 0 && { title: 'No active campaigns' }}
      loading={['a', 'b', 'c'].map((key) => <CampaignCardSkeleton key={key} />)}
    >
      {featured.data?.slice(0, SHOWN).map((item) => (
        <CampaignCard key={item.campaigns.id} item={item} now={now} view="grid" badge="Active" />
      ))}
    </HomeSection>
  )
}

/** The next events of seasons that the reader backs or runs; renders nothing where nothing is planned. */
function ComingUp() {
  const { data } = useQuery(ownStepsQuery)
  const events = data?.nextEvents ?? []
  if (events.length === 0) return null
  return (
    <section className="card px-5 pt-4 pb-1" aria-labelledby="coming-up">
      <Heading level={2} size="card" id="coming-up">
        Coming up
      </Heading>
      <ul className="mt-1.5">
        {events.map(({ eventId, campaignId, campaignName, name, location, timeZone, ...start }) => (
          <li key={eventId} className="border-t border-line py-2.5 first:border-t-0">
            <Link to={paths.campaign(campaignId)} className="text-link font-semibold break-words">
              {name}
            </Link>
            <p className="dense">
              {shortEventTimeText(start, timeZone)}
              {location && ` · ${location}`}
            </p>
            <p className="quiet fine break-words">{campaignName}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
