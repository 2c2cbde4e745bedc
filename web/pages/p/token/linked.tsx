import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { Agreed } from '#web/pages/pledges/id/agreed.tsx'
import { AlertsCard } from '#web/pages/pledges/id/alerts-card.tsx'
import { Bills, Receipts } from '#web/pages/pledges/id/bills.tsx'
import { EarnedBoard } from '#web/pages/pledges/id/earned.tsx'
import { PledgeHead } from '#web/pages/pledges/id/head.tsx'
import { LikelyChange } from '#web/pages/pledges/id/likely-change.tsx'
import { Matches } from '#web/pages/pledges/id/matches.tsx'
import { PayDue } from '#web/pages/pledges/id/pay-due.tsx'
import { LinkEnded } from '#web/parts/guests/link-ended.tsx'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { linkedForecastQuery } from '#web/queries/forecasts.ts'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useIsOffline } from '#web/touchline/use-is-offline.ts'
import { Note, Skeleton } from '#web/ui/note.tsx'
import { ChangeByLink } from './change.tsx'
import { DetailsByLink } from './details.tsx'
import { isCancelled, isOver, Unchangeable } from './unchangeable.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  linkedPledgeQuery(params.token ?? ''),
  linkedForecastQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Your pledge')
/** Its address is its secret: it is not passed to other sites or search engines (R44). */
export const headers = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})

export function ErrorBoundary() {
  const { token = '' } = useParams()
  return <LinkEnded token={token} />
}

/** One pledge, to read and to pay what is due, without a password; a change is confirmed by mail (R44, R58). */
export default function Linked() {
  const { token = '' } = useParams()
  const { data: pledge, error } = useQuery(linkedPledgeQuery(token))
  const isOffline = useIsOffline()
  if (error) return <LinkEnded token={token} />
  if (!pledge) {
    return (
      <main id="main" className="wrap py-10" aria-busy="true">
        {isOffline && (
          <div className="mb-4">
            <Note tone="warning" role="status">
              You are offline. Your pledge appears here once you are connected again.
            </Note>
          </div>
        )}
        <Skeleton className="h-96" />
      </main>
    )
  }
  return (
    <main id="main" className="wrap grid gap-6 pt-8">
      <PledgeHead pledge={pledge} />
      <PayDue pledge={pledge} token={token} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <EarnedBoard pledge={pledge} />
          <LikelyChange pledge={pledge} query={linkedForecastQuery(token)} />
          <Matches pledge={pledge} />
        </div>
        <div className="grid gap-6">
          <Bills pledge={pledge} files={`/api/pledge-links/${encodeURIComponent(token)}`} />
          <Receipts pledge={pledge} token={token} />
          <AlertsCard pledge={pledge} path={alertsOfLink(token)} />
          {!isCancelled(pledge) && <DetailsByLink pledge={pledge} token={token} />}
          {isOver(pledge) ? <Unchangeable pledge={pledge} /> : <ChangeByLink pledge={pledge} token={token} />}
          <Agreed pledge={pledge} />
        </div>
      </div>
    </main>
  )
}
