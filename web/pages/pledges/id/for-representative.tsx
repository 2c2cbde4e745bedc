import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { CHARGE_STATE_WORDS } from '#domain/billing/charge-status.ts'
import { INSTRUMENT_RULES, PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { calendarDayText, dateText, dateTimeText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { Payer, usePayers } from '#web/parts/payers/payer.tsx'
import { paths } from '#web/paths.ts'
import { chargeQuery } from '#web/queries/charges.ts'
import { givingOf } from '#web/queries/receipts.ts'
import { DownloadPdf } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import type { Charge, Invoice } from './bill-sentences.ts'
import { amountOf, Row } from './bills.tsx'

const ChargeDrawer = lazily(async () => (await import('#web/parts/charge/charge-drawer.tsx')).ChargeDrawer)

/** For representatives, instead of what its supporter is told: every charge, invoice and payment, and where to deal with it. */
export function ForRepresentative({ pledge, supporterId }: { pledge: ShownPledge; supporterId: string }) {
  const [opened, setOpened] = useState<string | null>(null)
  const { charges, invoices, payments } = pledge
  const isEmpty = charges.length + invoices.length + payments.length === 0
  const payers = usePayers(isEmpty ? [] : [pledge.id])
  return (
    <section className="card pad" aria-labelledby="bills">
      <Heading level={2} id="bills" className="mb-3">
        Charges, invoices and payments
      </Heading>
      {!isEmpty && (
        <div className="mb-3">
          <Payer payers={payers} pledgeId={pledge.id} withAddress />
        </div>
      )}
      <p>Paid by {PAYMENT_METHOD_RULES[pledge.paymentMethod].label(pledge.vocabulary).toLowerCase()}.</p>
      {isEmpty && <p className="quiet">Nothing has been billed yet.</p>}
      <ul className="mt-3 empty:hidden">
        {charges.map((charge) => (
          <Charged key={charge.id} charge={charge} pledge={pledge} onOpen={() => setOpened(charge.id)} />
        ))}
        {invoices.map((invoice) => (
          <Invoiced key={invoice.id} invoice={invoice} pledge={pledge} />
        ))}
        {payments.map(({ id, method, state, receivedOn, amount, overpaid }) => (
          <Row
            key={id}
            title={`${INSTRUMENT_RULES[method].name} received on ${calendarDayText(receivedOn)}`}
            text={state === 'bounced' ? 'Reversed.' : `${spelled(state)}.`}
            amount={amount}
          >
            {state !== 'bounced' && amount !== overpaid && <ReceiptLink id={id} amount={amount} />}
          </Row>
        ))}
      </ul>
      {pledge.isTestMoney && <p className="quiet fine mt-3">Test mode: no real money is involved.</p>}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-3">
        <Link to={paths.manage(pledge.campaignId, 'settlements')} className="text-link">
          Settlements of the campaign
        </Link>
        <Link to={paths.collectionsOf(pledge.campaignId)} className="text-link">
          Collections of the campaign
        </Link>
        <Link to={paths.giving('', givingOf({ supporter: supporterId }))} className="text-link">
          Their year-end statement
        </Link>
      </p>
      {opened && (
        <Suspense>
          <ChargeDrawer id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}

const ReceiptLink = ({ id, amount }: { id: string; amount: string }) => (
  <Link to={paths.receipt(id)} className="text-link" aria-label={`Receipt for ${usd(amount)}`}>
    Receipt
  </Link>
)

type ChargedProps = { charge: Charge; pledge: ShownPledge; onOpen: () => void }

/** What its bank disputes is asked for here: supporters are not told of it on this page. */
function Charged({ charge, pledge: { timeZone }, onOpen }: ChargedProps) {
  const { id, amount, state, chargeAt, succeededAt, refunded } = charge
  const { data } = useQuery({ ...chargeQuery(id), enabled: state === 'succeeded' })
  const parts = [
    ['refunded', refunded],
    ['in dispute', data?.charge.disputed ?? '0.00'],
    ['lost to a dispute', data?.charge.lost ?? '0.00'],
  ].flatMap(([word, of]) => (of === undefined || of === '0.00' ? [] : [`${usd(of)} ${word}`]))
  const due = data?.disputes.find(({ evidenceDueAt }) => evidenceDueAt !== null)?.evidenceDueAt
  return (
    <Row
      title={`Charge: ${CHARGE_STATE_WORDS[state].toLowerCase()}, ${dateText(succeededAt ?? chargeAt, timeZone)}`}
      text={
        [
          ...parts,
          due && data?.charge.disputed !== '0.00' && `answer the bank by ${dateTimeText(due, timeZone)}`,
          succeededAt === null && charge.reason,
        ]
          .filter(Boolean)
          .join(', ') || null
      }
      amount={amount}
    >
      <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="dense" aria-label={`Details of the charge of ${usd(amount)}`} onClick={onOpen}>
          Details
        </Button>
        {state === 'succeeded' && <ReceiptLink id={id} amount={amount} />}
      </span>
    </Row>
  )
}

const INVOICE_STATES = { open: 'Open', paid: 'Paid', void: 'Cancelled' } as const

function Invoiced({ invoice, pledge }: { invoice: Invoice; pledge: ShownPledge }) {
  const { number, state, open, dueDate, setOff, cardPayment } = invoice
  const words = [
    state === 'open' ? `${usd(open)} open, due ${calendarDayText(dueDate)}` : INVOICE_STATES[state],
    cardPayment === 'under_way' && 'a card payment is processing',
    cardPayment === 'paid' && 'paid by card',
    setOff !== '0.00' && `a refund of ${usd(setOff)} was deducted`,
  ]
  return (
    <Row
      id={number}
      title={`Invoice ${number}`}
      text={`${words.filter(Boolean).join(', ')}.`}
      amount={amountOf(invoice, pledge)}
    >
      <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <DownloadPdf path={`/api/pledges/${pledge.id}/invoices/${number}/print.pdf`} of={number} />
        {state === 'open' && (
          <Link to={paths.payments} className="text-link">
            Post a payment
          </Link>
        )}
      </span>
    </Row>
  )
}
