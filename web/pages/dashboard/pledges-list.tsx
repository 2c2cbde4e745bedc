import { Link } from 'react-router'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import { dateText, usd } from '#web/format.ts'
import { spelled, standingIcon, standingTone } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'

/** `isPage`: the page that it fills has said what it is. */
export function PledgesList({
  pledges,
  isPage = false,
}: {
  pledges: UserPledge[] | undefined
  isPage?: boolean
}) {
  return (
    <section className="card p-5">
      {!isPage && <h2 className="mb-3 text-[32px]">Your Pledges</h2>}
      {!pledges && <Skeleton className="h-32" />}
      {pledges?.length === 0 && (
        <EmptyState
          title="No pledges yet"
          action={
            <Link to={paths.campaigns} className={buttonClass()}>
              Browse Campaigns
            </Link>
          }
        />
      )}
      <ul>
        {pledges?.map((pledge) => (
          <li
            key={pledge.id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 border-t border-line py-4 first:border-0 lg:grid-cols-[1fr_auto_130px_auto]"
          >
            <div>
              <Link to={paths.pledge(pledge.id)}>
                <strong>{pledge.campaignName}</strong>
              </Link>
              <p className="quiet fine">
                {spelled(pledge.pledgeType)} ·{' '}
                <span className="whitespace-nowrap">{dateText(pledge.createdAt, 'America/New_York')}</span>
              </p>
            </div>
            <Badge tone={standingTone(pledge.status)} {...standingIcon(pledge.status)}>
              {spelled(pledge.status)}
            </Badge>
            <Figure text={usd(pledge.amount)} size="s" className="lg:text-right" />
            <Link
              to={paths.campaign(pledge.campaignId)}
              className={`${buttonClass({ size: 'dense' })} max-lg:justify-self-end`}
              aria-label={`View Campaign: ${pledge.campaignName}`}
            >
              View Campaign
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
