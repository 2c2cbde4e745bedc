import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { INSTRUMENT_RULES } from '#domain/billing/instruments.ts'
import type { PaymentTotals, PostedPayment } from '#domain/schemas/payment.ts'
import { ApiError } from '#web/api-error.ts'
import { calendarDayText, countText, usd } from '#web/format.ts'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { Payer, type Payers } from '#web/parts/payers/payer.tsx'
import { LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { paths } from '#web/paths.ts'
import { depositsQuery, paymentsQuery, paymentTotalsQuery } from '#web/queries/payments.ts'
import { DownloadPdf } from '#web/site/download.tsx'
import { RepresentativesOnly, refusedBy } from '#web/site/error-boundaries.tsx'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Skeleton } from '#web/ui/note.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { NumberedTable, numberOf } from './numbered-table.tsx'
import { Posting } from './posting.tsx'
import { ManualRefunds, RefundsToRecord } from './record-refund.tsx'
import { TakeBack } from './reverse-payment.tsx'
import { ToDeposit } from './to-deposit.tsx'

const queries = () => [paymentTotalsQuery]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Checks and cash')

/** Expected, received, deposited: a batch of checks from the mail to the bank. */
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

/** Live and sandbox money are kept apart. */
function Totals({ totals }: { totals: PaymentTotals }) {
  return totals.map((one) => (
    <section key={one.moneyMode} className="card overflow-hidden" aria-label="Where the money is">
      {one.moneyMode === 'sandbox' && (
        <p className="label px-[1.125rem] pt-4 md:px-6">Test mode: no real money</p>
      )}
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

/** What was taken to the bank, each deposit with its slip to print. */
function Deposits() {
  return (
    <NumberedTable
      list="deposits"
      title="Deposits"
      head={['Deposited', 'Slip', 'By', 'Payments', 'Total', 'Print']}
      numeric={['Payments', 'Total']}
      search="Slip, check or invoice number"
      query={depositsQuery}
      row={(one) => (
        <tr key={one.id}>
          <th scope="row" data-label="Deposited" className="whitespace-nowrap">
            {calendarDayText(one.depositedOn)}
            {one.moneyMode === 'sandbox' && <span className="quiet fine block">Test mode</span>}
          </th>
          <td data-label="Slip">{one.reference ?? <span className="quiet">No number</span>}</td>
          <td data-label="By">{one.madeBy}</td>
          <td data-label="Payments" className="num">
            {one.paymentsCount}
          </td>
          <td data-label="Total" className="num">
            {usd(one.amount)}
          </td>
          <td data-label="Print" className="py-1.5!">
            <DownloadPdf path={`/api/deposits/${one.id}/slip.pdf`} of={`the slip of ${usd(one.amount)}`} />
          </td>
        </tr>
      )}
    />
  )
}

type Taking = { payment: PostedPayment; why: 'bounced' | 'posted_wrongly' }

/** What is in the bank, and what was reversed. A check may bounce long after newer ones were deposited. */
export function Posted() {
  const [taking, setTaking] = useState<Taking | null>(null)
  return (
    <>
      <NumberedTable
        list="bank"
        title="In the bank"
        head={['Check', 'From', 'Invoice', 'Received', 'Amount', 'Actions']}
        numeric={['Amount']}
        search="Check or invoice number"
        query={(page) => paymentsQuery('deposited', page)}
        pledgeOf={({ pledgeId }) => pledgeId}
        row={(one, payers) => (
          <Row key={one.id} payment={one} payers={payers}>
            <td className="full">
              <TakeBackButtons payment={one} onTake={setTaking} />
            </td>
          </Row>
        )}
      />
      <NumberedTable
        list="reversed"
        title="Reversed"
        head={['Check', 'From', 'Invoice', 'Received', 'Amount', 'Why']}
        numeric={['Amount']}
        search="Reversed check or invoice number"
        query={(page) => paymentsQuery('bounced', page)}
        pledgeOf={({ pledgeId }) => pledgeId}
        row={(one, payers) => (
          <Row key={one.id} payment={one} payers={payers}>
            <td className="full">
              {one.bounceReason}
              {one.bouncedOn && <span className="quiet fine block">{calendarDayText(one.bouncedOn)}</span>}
            </td>
          </Row>
        )}
      />
      {taking && <TakeBack {...taking} onClose={() => setTaking(null)} />}
    </>
  )
}

function TakeBackButtons({ payment, onTake }: { payment: PostedPayment; onTake: (taking: Taking) => void }) {
  const { method, invoiceNumber } = payment
  return (
    <span className="flex flex-wrap gap-2">
      {INSTRUMENT_RULES[method].canBounce && (
        <Button
          size="dense"
          aria-label={`Check bounced: ${invoiceNumber}`}
          onClick={() => onTake({ payment, why: 'bounced' })}
        >
          Check bounced
        </Button>
      )}
      <Button
        size="dense"
        aria-label={`Posted by mistake: ${invoiceNumber}`}
        onClick={() => onTake({ payment, why: 'posted_wrongly' })}
      >
        Posted by mistake
      </Button>
    </span>
  )
}

type RowProps = { payment: PostedPayment; payers: Payers; children: React.ReactNode }

function Row({ payment, payers, children }: RowProps) {
  const { method, reference, pledgeId, invoiceNumber, campaignName, receivedOn, amount } = payment
  return (
    <tr>
      <th scope="row" data-label="Check">
        {numberOf(method, reference)}
      </th>
      <td data-label="From" className="full md:min-w-52 md:max-lg:col-span-2!">
        <Payer payers={payers} pledgeId={pledgeId} />
      </td>
      <td data-label="Invoice">
        {invoiceNumber}
        <span className="quiet fine block break-words">{campaignName}</span>
      </td>
      <td data-label="Received" className="whitespace-nowrap">
        {calendarDayText(receivedOn)}
      </td>
      <td data-label="Amount" className="num">
        {usd(amount)}
        <Above payment={payment} />
      </td>
      {children}
    </tr>
  )
}

/** An overpayment: still a credit, or refunded. */
function Above({ payment: { overpaid, overpaidReturnedOn: on } }: { payment: PostedPayment }) {
  if (overpaid === '0.00') return null
  const words = on === null ? 'above the invoice' : `refunded on ${calendarDayText(on)}`
  return (
    <span className="quiet fine block font-normal">
      {usd(overpaid)} {words}
    </span>
  )
}
