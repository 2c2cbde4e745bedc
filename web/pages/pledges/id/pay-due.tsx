import { useState } from 'react'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { laterWords } from './bill-words.ts'
import { type Due, dueOf } from './due.ts'
import { PayDialog } from './pay-dialog.tsx'

export function PayDue({ pledge, token }: { pledge: LinkedPledge; token: string }) {
  const [open, setOpen] = useState<Due | null>(null)
  // Known from the payment's own answer: the page may not be able to read the pledge again right now.
  const [paid, setPaid] = useState<{ key: string; amount: string } | null>(null)
  const dues = dueOf(pledge)
  // Paid and read again, a debt leaves the page with the heading that took the focus.
  useFocusNext(dues.length, () => document.querySelector('h1'))
  // During a pause no payment begins, and one that was begun can still be made (R21).
  const canPay = (due: Due): boolean => due.isUnderWay || pledge.campaignStatus !== 'paused'
  return (
    <>
      {dues.length > 0 && (
        <section className="grid gap-3" aria-label="What is due">
          {dues.map((due) =>
            due.key === paid?.key ? (
              <Paid key={due.key} amount={paid.amount} />
            ) : (
              <div key={due.key} className="card pad flex flex-wrap items-end justify-between gap-4">
                <div className="min-w-0">
                  <h2 className="label quiet">
                    {canPay(due) ? 'Due now' : 'Not paid yet'}
                    <span className="sr-only">: {usd(due.amount)}</span>
                  </h2>
                  <Figure text={usd(due.amount)} className="mt-2 block large-[3.25]" />
                  <p className="mt-2 max-w-[52ch]">
                    {due.why}
                    {!canPay(due) && ` ${laterWords('pay')}`}
                  </p>
                </div>
                {canPay(due) && (
                  <Button kind="primary" size="big" className="max-md:w-full" onClick={() => setOpen(due)}>
                    {due.isUnderWay ? 'Continue payment' : 'Pay by card'}
                    <span className="sr-only">: {usd(due.amount)}</span>
                  </Button>
                )}
              </div>
            ),
          )}
        </section>
      )}
      {open && (
        <PayDialog
          pledge={pledge}
          token={token}
          due={open}
          onPaid={(amount) => setPaid({ key: open.key, amount })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Until the pledge has been read again, this is all there is to see of the payment. */
export function Paid({ amount }: { amount: string }) {
  return (
    <div className="card pad" role="status">
      <h2 className="label quiet">Paid</h2>
      <Figure text={usd(amount)} className="mt-2 block large-[3.25]" />
      <p className="mt-2 max-w-[52ch]">Thank you! This is paid, and we will email you the receipt.</p>
    </div>
  )
}
