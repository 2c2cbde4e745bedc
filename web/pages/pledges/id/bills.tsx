import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { INSTRUMENT_RULES } from '#domain/billing/instruments.ts'
import { add, toDecimal } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { calendarDayText, toCents, usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { givingOf } from '#web/queries/receipts.ts'
import { DownloadPdf } from '#web/site/download.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { chargeWords, howItIsBilled, invoiceWords } from './bill-sentences.ts'

/** What is charged when and why. What was paid has its receipt below. `files`: the base address of its documents. */
export function Bills({ pledge, files }: { pledge: ShownPledge; files: string }) {
  const charges = pledge.charges.filter(({ state, invoiceId }) => state !== 'succeeded' && invoiceId === null)
  return (
    <section className="card pad" aria-labelledby="bills">
      <Heading level={2} id="bills" className="mb-3">
        What is charged, and when
      </Heading>
      <p>{howItIsBilled(pledge)}</p>
      <ul className="mt-3 empty:hidden">
        {charges.map((charge) => (
          <Row key={charge.id} {...chargeWords(charge, pledge)} amount={charge.amount} />
        ))}
        {pledge.invoices.map((invoice) => (
          <Row
            key={invoice.id}
            id={invoice.number}
            {...invoiceWords(invoice, pledge.charges)}
            amount={amountOf(invoice, pledge)}
          >
            <div className="mt-2">
              <DownloadPdf path={`${files}/invoices/${invoice.number}/print.pdf`} of={invoice.number} />
            </div>
          </Row>
        ))}
      </ul>
      {pledge.isTestMoney && <p className="quiet fine mt-3">Test mode: no real money is involved.</p>}
    </section>
  )
}

/** The part paid by card was moved to a charge: the invoice was for both together. */
export function amountOf(invoice: ShownPledge['invoices'][number], { charges }: ShownPledge): string {
  const byCard = charges.find(({ invoiceId, state }) => invoiceId === invoice.id && state !== 'voided')
  return byCard ? toDecimal(add(toCents(invoice.amount), toCents(byCard.amount))) : invoice.amount
}

/** With money received on this pledge, the newest first: a statement counts days in the campaign's zone. */
function yearsOf({ charges, payments, timeZone }: ShownPledge): string[] {
  const days = [
    ...charges.flatMap(({ succeededAt }) => (succeededAt ? [dateIn(timeZone, new Date(succeededAt))] : [])),
    ...payments.flatMap(({ state, receivedOn }) => (state === 'bounced' ? [] : [receivedOn])),
  ]
  return [...new Set(days.map((day) => day.slice(0, 4)))].sort().reverse()
}

type ReceiptsProps = { pledge: ShownPledge; token?: string }

/** Only for money that was received. `token`: of the link that shows them. */
export function Receipts({ pledge, token }: ReceiptsProps) {
  const open = (id: string, amount: string) => (
    <Link
      to={token === undefined ? paths.receipt(id) : paths.linkedReceipt(token, id)}
      className="text-link"
      aria-label={`Receipt for ${usd(amount)}`}
    >
      Receipt
    </Link>
  )
  const charges = pledge.charges.filter(({ state }) => state === 'succeeded')
  // One that only repaid an earlier refund has no receipt.
  const payments = pledge.payments.filter(
    ({ state, amount, overpaid }) => state !== 'bounced' && amount !== overpaid,
  )
  if (charges.length + payments.length === 0) return null
  return (
    <section className="card pad" aria-labelledby="receipts">
      <Heading level={2} id="receipts" className="mb-3">
        Receipts
      </Heading>
      <ul>
        {charges.map((charge) => (
          <Row key={charge.id} {...chargeWords(charge, pledge)} amount={charge.amount}>
            {open(charge.id, charge.amount)}
          </Row>
        ))}
        {payments.map(({ id, method, receivedOn, amount }) => (
          <Row
            key={id}
            title={`Received on ${calendarDayText(receivedOn)}`}
            text={`${INSTRUMENT_RULES[method].manner}. The receipt was emailed to you.`}
            amount={amount}
          >
            {open(id, amount)}
          </Row>
        ))}
      </ul>
      <ul className="mt-3 grid gap-2">
        {yearsOf(pledge).map((year) => (
          <li key={year}>
            <Link
              to={
                token === undefined
                  ? paths.giving(year, givingOf({ pledge: pledge.id }))
                  : paths.linkedGiving(token, year)
              }
              className="text-link"
            >
              Year-end statement {year}
            </Link>
          </li>
        ))}
        <li>
          <Link to={paths.whatIsThisCharge} className="text-link">
            What is this charge?
          </Link>
        </li>
      </ul>
    </section>
  )
}

type RowProps = { id?: string; title: string; text: ReactNode; amount: string; children?: ReactNode }

export function Row({ id, title, text, amount, children }: RowProps) {
  return (
    <li
      {...(id ? { id } : {})}
      className="flex scroll-mt-20 items-start justify-between gap-4 border-t border-line py-3 first:border-0"
    >
      <div>
        <strong>{title}</strong>
        <p className="quiet fine">{text}</p>
        {children}
      </div>
      <Figure text={usd(amount)} size="s" />
    </li>
  )
}
