import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countText, dateText, usd } from '#web/format.ts'
import { spelled, statusIcon, statusTone } from '#web/labels.ts'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { useTrail } from '#web/parts/records/use-pages.tsx'
import { paths } from '#web/paths.ts'
import {
  olderPledgesQuery,
  PLEDGES_PAGE_SIZE,
  userPledgesFile,
  userPledgesQuery,
} from '#web/queries/users.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useZone } from '#web/site/zone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'

/** Nothing while there are no pledges. */
export function PledgesFile({ size = 'small' }: { size?: 'small' | 'normal' }) {
  const { data } = useQuery(userPledgesQuery)
  return (data?.count ?? 0) > 0 && <DownloadCsv size={size} path={userPledgesFile} of="your pledges" />
}

/** `isPage`: the list is the whole page, whose heading already says what it is. */
export function PledgesList({ isPage = false }: { isPage?: boolean }) {
  const { pager, ...found } = useTrail({
    label: 'Pages of your pledges',
    pageSize: PLEDGES_PAGE_SIZE,
    query: (after) => (after === null ? userPledgesQuery : olderPledgesQuery(after)),
  })
  const { data, error } = found
  const zone = useZone()
  const pledges = data?.items
  return (
    <section className="card p-5" aria-label="Your Pledges">
      {!isPage && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <Heading level={2}>Your Pledges</Heading>
          <PledgesFile />
        </div>
      )}
      {!pledges && !error && <Skeleton className="h-32" />}
      <LoadProblem what="Your pledges" found={found} />
      {pledges?.length === 0 && (
        <EmptyState
          level={isPage ? 2 : 3}
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
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-t border-line py-4 first:border-0 md:grid-cols-[minmax(0,1fr)_auto_6.875rem] lg:grid-cols-[minmax(0,1fr)_auto_8.125rem_auto]"
          >
            <div>
              <Link to={paths.pledge(pledge.id)} className="text-link font-semibold">
                {pledge.campaignName}
              </Link>
              <p className="quiet fine">
                {spelled(pledge.pledgeType)} ·{' '}
                <span className="whitespace-nowrap">{dateText(pledge.createdAt, zone)}</span>
              </p>
            </div>
            {pledge.isHeld ? (
              <Badge tone="waiting">Under review</Badge>
            ) : (
              <Badge tone={statusTone(pledge.status)} {...statusIcon(pledge.status)}>
                {spelled(pledge.status)}
              </Badge>
            )}
            <Figure text={usd(pledge.amount)} size="s" className="md:text-right" />
            <p className="flex flex-wrap gap-2 max-lg:col-span-full">
              <Link
                to={paths.pledge(pledge.id)}
                className={buttonClass({ size: 'dense' })}
                aria-label={`View Pledge: ${pledge.campaignName}`}
              >
                View Pledge
              </Link>
              <Link
                to={paths.campaign(pledge.campaignId)}
                className={buttonClass({ kind: 'quiet', size: 'dense' })}
                aria-label={`View Campaign: ${pledge.campaignName}`}
              >
                View Campaign
              </Link>
            </p>
          </li>
        ))}
      </ul>
      {isPage && pager && <div className="-mx-5 -mb-5">{pager}</div>}
      {!isPage && data && data.count > data.items.length && (
        <p className="border-t border-line pt-4">
          <Link to={paths.pledges} className={buttonClass({ size: 'small' })}>
            View all {countText(data.count)} pledges
          </Link>
        </p>
      )}
    </section>
  )
}
