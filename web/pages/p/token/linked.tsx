import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isMissing } from '#web/api-error.ts'
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
import { NotLoaded } from '#web/parts/records/not-loaded.tsx'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { linkedForecastQuery } from '#web/queries/forecasts.ts'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { missingAs } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { secretHeaders } from '#web/site/secret-headers.ts'
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
export const headers = secretHeaders

function Ended() {
  const { token = '' } = useParams()
  return <LinkEnded token={token} />
}
export const ErrorBoundary = missingAs(Ended)

/** One pledge, to read and to pay what is due, without a password; a change is confirmed by mail (R44, R58). */
export default function Linked() {
  const { token = '' } = useParams()
  const found = useQuery(linkedPledgeQuery(token))
  const { data: pledge, error } = found
  const isOffline = useIsOffline()
  if (isMissing(error)) return <Ended />
  if (!pledge) {
    if (error) {
      return (
        <NotLoadedPage what="Your pledge" found={found}>
          <Ended />
        </NotLoadedPage>
      )
    }
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
      {error && (
        <NotLoaded
          what="The newest state of your pledge"
          message={error.message}
          isTrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
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
