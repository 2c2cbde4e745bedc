import { useState } from 'react'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { calendarDayText, toCents, usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { PayDialog } from './pay-dialog.tsx'

/** One thing to pay, by the name that the server knows it by. */
export type Due = {
  key: string
  amount: string
  why: string
  named: { chargeId: string } | { invoiceId: string }
  /** A payment of it was begun, here or in another window. */
  isUnderWay: boolean
  chargeId: string | null
}

const WAITING = new Set(['failed', 'past_due', 'requires_action'])

/** What could not be charged, or waits on an invoice: each is paid with any card, without a password (R35, R36, R44). */
export function dueOf({ charges, invoices }: LinkedPledge): Due[] {
  const ofCharges = charges
    .filter(({ state, underWay }) => WAITING.has(state) || underWay === 'link')
    .map(({ id, amount, state, reason, underWay }) => ({
      ...{ key: id, amount, named: { chargeId: id }, chargeId: id, isUnderWay: underWay === 'link' },
      why:
        underWay === 'link'
          ? 'A payment was begun and is not finished.'
          : state === 'requires_action'
            ? 'Your bank wanted you to confirm the charge. Nothing was taken.'
            : `${reason ?? 'The card could not be charged'}. Nothing was taken.`,
    }))
  const ofInvoices = invoices
    .filter(({ state, open }) => state === 'open' && toCents(open) > 0)
    .map(({ id, number, open, dueDate }) => ({
      ...{ key: id, amount: open, named: { invoiceId: id }, chargeId: null, isUnderWay: false },
      why: `Invoice ${number}, due on ${calendarDayText(dueDate)}. A check or cash with its number works as well.`,
    }))
  return [...ofCharges, ...ofInvoices]
}

export function PayDue({ pledge, token }: { pledge: LinkedPledge; token: string }) {
  const [open, setOpen] = useState<Due | null>(null)
  const dues = dueOf(pledge)
  return (
    <>
      {dues.length > 0 && (
        <section className="grid gap-3" aria-label="What is due">
          {dues.map((due) => (
            <div key={due.key} className="card pad flex flex-wrap items-end justify-between gap-4">
              <div className="min-w-0">
                <h2 className="label quiet">Due now</h2>
                <Figure text={usd(due.amount)} className="mt-2 block text-[52px]" />
                <p className="mt-2 max-w-[52ch]">{due.why}</p>
              </div>
              <Button kind="primary" size="big" className="max-md:w-full" onClick={() => setOpen(due)}>
                {due.isUnderWay ? 'Go on paying' : 'Pay by card'}
              </Button>
            </div>
          ))}
        </section>
      )}
      {open && <PayDialog pledge={pledge} token={token} due={open} onClose={() => setOpen(null)} />}
    </>
  )
}
