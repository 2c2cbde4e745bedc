import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { alertsOf } from '#web/queries/alerts.ts'
import { pledgeForecastQuery } from '#web/queries/forecasts.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { missingAs } from '#web/site/instead.tsx'
import { titled } from '#web/site/meta.ts'
import { NotLoadedPage } from '#web/site/not-loaded-page.tsx'
import { useUser } from '#web/site/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Agreed } from './agreed.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { Bills, Receipts } from './bills.tsx'
import { ChangeSection } from './change-section.tsx'
import { ConfirmCharges } from './confirm-charge.tsx'
import { Desk } from './desk.tsx'
import { DetailsSection } from './details-section.tsx'
import { EarnedBoard } from './earned.tsx'
import { PledgeHead } from './head.tsx'
import { HeldNote } from './held-note.tsx'
import { LikelyChange } from './likely-change.tsx'
import { LinksSection } from './links-section.tsx'
import { Matches } from './matches.tsx'
import { ReaderContext } from './reader.ts'
import { ThanksSection } from './thanks-section.tsx'

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  pledgeQuery(params.id ?? ''),
  pledgeForecastQuery(params.id ?? ''),
]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => titled('Your pledge')

function PledgeNotFound() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Pledge not found"
        action={
          <Link to={paths.pledges} className={buttonClass()}>
            Your Pledges
          </Link>
        }
      >
        It doesn’t exist, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

export const ErrorBoundary = missingAs(PledgeNotFound)

/** One pledge: what each match added, what has accrued against the maximum, what is charged when and why, and changes. */
export default function Pledge() {
  const { id = '' } = useParams()
  const found = useQuery(pledgeQuery(id))
  const { data: pledge, error } = found
  const user = useUser()
  if (error && !pledge) {
    return (
      <NotLoadedPage what="The pledge" found={found}>
        <PledgeNotFound />
      </NotLoadedPage>
    )
  }
  if (!pledge) {
    return (
      <main id="main" className="wrap py-10" aria-busy="true">
        <Skeleton className="h-96" />
      </main>
    )
  }
  // Nobody else may read it but representatives (R62).
  const isDesk = user !== null && user.id !== pledge.pledgerId
  return (
    <ReaderContext value={isDesk ? 'representative' : 'supporter'}>
      <main id="main" className="wrap grid gap-6 pt-8">
        <BackLink>
          {isDesk ? (
            <Link to={paths.dashboard}>Dashboard</Link>
          ) : (
            <Link to={paths.pledges}>Your Pledges</Link>
          )}
        </BackLink>
        <PledgeHead pledge={pledge} />
        {pledge.isHeld && <HeldNote isOwn={user?.id === pledge.pledgerId} />}
        {user?.id === pledge.pledgerId && <ConfirmCharges pledge={pledge} />}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <EarnedBoard pledge={pledge} />
            <LikelyChange pledge={pledge} query={pledgeForecastQuery(id)} />
            <Matches pledge={pledge} />
          </div>
          <div className="grid gap-6">
            {isDesk ? (
              <Desk pledge={pledge} supporterId={pledge.pledgerId} />
            ) : (
              <>
                <Bills pledge={pledge} files={`/api/pledges/${pledge.id}`} />
                <Receipts pledge={pledge} />
              </>
            )}
            {user?.id === pledge.pledgerId && <AlertsCard pledge={pledge} path={alertsOf(pledge.id)} />}
            {user?.id === pledge.pledgerId && <ChangeSection pledge={pledge} />}
            <Agreed pledge={pledge} />
            {user?.id === pledge.pledgerId && !pledge.isHeld && <DetailsSection pledge={pledge} />}
            {user?.id === pledge.pledgerId && !pledge.isHeld && <ThanksSection pledge={pledge} />}
            {user?.id === pledge.pledgerId && !pledge.isHeld && <LinksSection pledge={pledge} />}
          </div>
        </div>
      </main>
    </ReaderContext>
  )
}
