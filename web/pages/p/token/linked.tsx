import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { dateText } from '#web/format.ts'
import { browserLoader, publicLoader } from '#web/page-data.ts'
import { Agreed } from '#web/pages/pledges/id/agreed.tsx'
import { AlertsCard } from '#web/pages/pledges/id/alerts-card.tsx'
import { Bills, Receipts } from '#web/pages/pledges/id/bills.tsx'
import { EarnedBoard } from '#web/pages/pledges/id/earned.tsx'
import { PledgeHead } from '#web/pages/pledges/id/head.tsx'
import { LinkEnded } from '#web/pages/pledges/id/link-ended.tsx'
import { Matches } from '#web/pages/pledges/id/matches.tsx'
import { PayDue } from '#web/pages/pledges/id/pay-due.tsx'
import { paths, signInPath } from '#web/paths.ts'
import { alertsOfLink } from '#web/queries/alerts.ts'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { privateMeta } from '#web/site/meta.ts'
import { useIsSignedIn } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Skeleton } from '#web/ui/note.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  linkedPledgeQuery(params.token ?? ''),
]
export const loader = publicLoader(queries)
export const clientLoader = browserLoader(queries)
export const meta = () => privateMeta('Your pledge')
/** Its address is its secret: no other site and no search engine is told (R44). */
export const headers = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})

export function ErrorBoundary() {
  const { token = '' } = useParams()
  return <LinkEnded token={token} />
}

/** One pledge, to read and to pay what is due, without a password. Changing it asks for sign-in (R44). */
export default function Linked() {
  const { token = '' } = useParams()
  const { data: pledge, error } = useQuery(linkedPledgeQuery(token))
  if (error) return <LinkEnded token={token} />
  if (!pledge) {
    return (
      <main id="main" className="wrap py-10" aria-busy="true">
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
          <Matches pledge={pledge} />
        </div>
        <div className="grid gap-6">
          <Bills pledge={pledge} files={`/api/pledge-links/${encodeURIComponent(token)}`} />
          <Receipts pledge={pledge} token={token} />
          <AlertsCard pledge={pledge} path={alertsOfLink(token)} />
          <ToChange pledge={pledge} />
          <Agreed pledge={pledge} />
        </div>
      </div>
    </main>
  )
}

function ToChange({ pledge }: { pledge: LinkedPledge }) {
  const isSignedIn = useIsSignedIn()
  const own = paths.pledge(pledge.id)
  return (
    <section className="card pad" aria-labelledby="to-change">
      <Heading level={2} id="to-change" className="mb-3">
        Change this pledge
      </Heading>
      <p>
        To lower your maximum, change the card or cancel, please sign in. That way no one else can do it for
        you.
      </p>
      <Link to={isSignedIn ? own : signInPath(own)} className={`${buttonClass()} mt-4`}>
        {isSignedIn ? 'Open in your account' : 'Sign in to change it'}
      </Link>
      <p className="quiet fine mt-4">
        This link opens this page until {dateText(pledge.expiresAt, pledge.timeZone)}. Anyone who has it can
        see this pledge and pay what is due.
      </p>
    </section>
  )
}
