import { faGauge, faMagnifyingGlass, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#domain/schemas/user.ts'
import { usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { CampaignCard, CampaignCardSkeleton } from '#web/parts/campaign/campaign-card.tsx'
import { paths } from '#web/paths.ts'
import { featuredCampaignsQuery } from '#web/queries/campaigns.ts'
import { userCampaignsQuery, userPledgesQuery } from '#web/queries/users.ts'
import { useNow } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { AmbassadorSection } from './home-section.tsx'

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

export function HomeScreen({ user }: { user: User }) {
  const campaigns = useQuery(userCampaignsQuery())
  const pledges = useQuery(userPledgesQuery)
  const featured = useQuery(featuredCampaignsQuery)
  const now = useNow()
  return (
    <main id="main" className="wrap grid gap-12 pt-10">
      <h1>Welcome back, {user.firstName || 'Friend'}!</h1>
      <ul className="grid gap-4 md:grid-cols-3">
        {ACTIONS.map(({ to, title, text, icon }) => (
          <li key={to}>
            <Link to={to} className="card flex h-full items-center gap-4 p-5 hover:border-control">
              <span className="stat-icon">
                <Icon icon={icon} />
              </span>
              <span>
                <strong className="display block text-[24px]">{title}</strong>
                <span className="quiet fine">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Section
        title="Your Campaigns"
        to={paths.dashboard}
        isLoading={campaigns.isPending}
        empty={
          campaigns.data?.count === 0 && {
            title: 'No campaigns yet',
            to: paths.createCampaign,
            action: 'Create Campaign',
          }
        }
      >
        {campaigns.data?.items.slice(0, SHOWN).map((campaign) => (
          <Link
            key={campaign.id}
            to={paths.campaign(campaign.id)}
            className="card block p-5 hover:border-control"
          >
            <h3>{campaign.name}</h3>
            <p className="quiet fine mt-1">{campaign.organizationName}</p>
          </Link>
        ))}
      </Section>
      <Section
        title="Your Pledges"
        to={paths.pledges}
        isLoading={pledges.isPending}
        empty={
          pledges.data?.count === 0 && {
            title: 'No pledges yet',
            to: paths.campaigns,
            action: 'Browse Campaigns',
          }
        }
      >
        {pledges.data?.items.slice(0, SHOWN).map((pledge) => (
          <Link
            key={pledge.id}
            to={paths.campaign(pledge.campaignId)}
            className="card flex items-center justify-between gap-4 p-5 hover:border-control"
          >
            <span>
              <strong className="display block text-[24px]">{pledge.campaignName}</strong>
              <span className="quiet fine">{spelled(pledge.pledgeType)}</span>
            </span>
            <Figure text={usd(pledge.amount)} size="s" />
          </Link>
        ))}
      </Section>
      <AmbassadorSection />
      <Section
        title="Featured Campaigns"
        to={paths.campaigns}
        isLoading={featured.isPending}
        empty={featured.data?.length === 0 && { title: 'No active campaigns' }}
      >
        {featured.data
          ?.slice(0, SHOWN)
          .map((item) => (
            <CampaignCard key={item.campaigns.id} item={item} now={now} view="grid" badge="Active" />
          )) ?? ['a', 'b', 'c'].map((key) => <CampaignCardSkeleton key={key} />)}
      </Section>
    </main>
  )
}

type SectionProps = {
  title: string
  to: string
  isLoading: boolean
  empty: false | undefined | { title: string; to?: string; action?: string }
  children: ReactNode
}

function Section({ title, to, isLoading, empty, children }: SectionProps) {
  return (
    <section>
      <div className="mb-4 flex items-end justify-between gap-4">
        <h2>{title}</h2>
        <Link to={to} className="text-button -mr-1.5 text-accenttext" aria-label={`View All: ${title}`}>
          View All
        </Link>
      </div>
      {empty ? (
        <EmptyState
          title={empty.title}
          action={
            empty.to && (
              <Link to={empty.to} className={buttonClass()}>
                {empty.action}
              </Link>
            )
          }
        />
      ) : (
        <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {isLoading ? ['a', 'b', 'c'].map((key) => <Skeleton key={key} className="h-28" />) : children}
        </div>
      )}
    </section>
  )
}
