import { useState } from 'react'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { usd } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { laterWords } from './bill-words.ts'
import { type Due, dueOf } from './due.ts'
import { PayDialog } from './pay-dialog.tsx'

export function PayDue({ pledge, token }: { pledge: LinkedPledge; token: string }) {
  const [open, setOpen] = useState<Due | null>(null)
  const dues = dueOf(pledge)
  // During a pause no payment begins, and one that was begun can still be made (R21).
  const canPay = (due: Due): boolean => due.isUnderWay || pledge.campaignStatus !== 'paused'
  return (
    <>
      {dues.length > 0 && (
        <section className="grid gap-3" aria-label="What is due">
          {dues.map((due) => (
            <div key={due.key} className="card pad flex flex-wrap items-end justify-between gap-4">
              <div className="min-w-0">
                <h2 className="label quiet">{canPay(due) ? 'Due now' : 'Not paid yet'}</h2>
                <Figure text={usd(due.amount)} className="mt-2 block text-[52px]" />
                <p className="mt-2 max-w-[52ch]">
                  {due.why}
                  {!canPay(due) && ` ${laterWords('pay')}`}
                </p>
              </div>
              {canPay(due) && (
                <Button kind="primary" size="big" className="max-md:w-full" onClick={() => setOpen(due)}>
                  {due.isUnderWay ? 'Continue payment' : 'Pay by card'}
                </Button>
              )}
            </div>
          ))}
        </section>
      )}
      {open && <PayDialog pledge={pledge} token={token} due={open} onClose={() => setOpen(null)} />}
    </>
  )
}
