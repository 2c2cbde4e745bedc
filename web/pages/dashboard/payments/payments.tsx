import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { PaymentTotals } from '#domain/schemas/payment.ts'
import { ApiError } from '#web/api-error.ts'
import { countText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { paymentTotalsQuery } from '#web/queries/payments.ts'
import { RepresentativesOnly, refusedBy } from '#web/site/instead.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { Deposits } from './deposits.tsx'
import { Posted } from './posted.tsx'
import { Posting } from './posting.tsx'
import { ManualRefunds, RefundsToRecord } from './record-refund.tsx'
import { ToDeposit } from './to-deposit.tsx'

const queries = () => [paymentTotalsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Checks and cash')

/** Expected, received, deposited: a batch of checks from the mail to the bank (R36). */
export default function Payments() {
  const found = useQuery(paymentTotalsQuery)
  const { data, error } = found
  if (error instanceof ApiError && error.status === 403) return <NotForThem />
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Checks and cash</h1>
      </div>
      <LoadProblem what="The totals" found={found} />
      {!data && !error && <Skeleton className="h-28" />}
      <Posting />
      {data && <Totals totals={data} />}
      <ToDeposit />
      <RefundsToRecord />
      <Deposits />
      <Posted />
      <ManualRefunds />
    </main>
  )
}

const checks = (count: number): string => (count === 1 ? '1 payment' : `${countText(count)} payments`)

/** Live and sandbox money are kept apart (R39). */
function Totals({ totals }: { totals: PaymentTotals }) {
  return totals.map((one) => (
    <section key={one.moneyMode} className="card overflow-hidden" aria-label="Where the money is">
      {one.moneyMode === 'sandbox' && <p className="label px-6 pt-4">Test mode: no real money</p>}
      <Tiles
        tiles={[
          {
            label: 'Expected',
            figure: <Figure text={usd(one.expected)} size="m" />,
            note:
              one.expectedCount === 1 ? '1 open invoice' : `${countText(one.expectedCount)} open invoices`,
          },
          {
            label: 'To deposit',
            figure: <Figure text={usd(one.received)} size="m" />,
            note: checks(one.receivedCount),
          },
          {
            label: 'Deposited',
            figure: <Figure text={usd(one.deposited)} size="m" />,
            note: checks(one.depositedCount),
          },
        ]}
      />
    </section>
  ))
}

const NotForThem = () => (
  <RepresentativesOnly>It is private because it shows who pays by check.</RepresentativesOnly>
)

export const ErrorBoundary = refusedBy(NotForThem)
