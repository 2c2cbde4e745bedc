import { isCharged, PAYMENT_METHOD_RULES } from '#domain/instruments.ts'
import type { LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import { SPORT } from '#domain/vocabulary.ts'
import { usd } from '#web/format.ts'
import { dueWhen } from '#web/parts/pledging/words.ts'
import { Figure } from '#web/ui/figure.tsx'

const LONG = 9

/** The largest figure of the page (R8). */
export function Most({ amount }: { amount: string }) {
  const most = usd(amount)
  return (
    <p className="flex items-end justify-between gap-3 border-t-[3px] border-ink pt-3">
      <strong>The most you can owe</strong>
      <Figure text={most} className={most.length > LONG ? 'large-[2.75]' : 'large-[4]'} />
    </p>
  )
}

/** What was chosen, how it is paid, and what counts. */
export function Lines({ pledge }: { pledge: LinkedGuestPledge }) {
  return (
    <div className="grid gap-2">
      <ul className="grid gap-1">
        {pledge.pledgeStatistics.map((line) => (
          <li key={line.statisticId} className="flex justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 break-words">{line.name}</span>
            <span className="flex-none">
              {usd(line.pledgeAmount)} {dueWhen(line)}
            </span>
          </li>
        ))}
        {pledge.paymentMethod && !isCharged(pledge.paymentMethod) && (
          <li className="flex justify-between gap-3 border-b border-line py-1.5">
            <span>Paid by</span>
            <span>
              {PAYMENT_METHOD_RULES[pledge.paymentMethod].label(pledge.vocabulary ?? SPORT)}, from an invoice
            </span>
          </li>
        )}
        {pledge.card && (
          <li className="flex justify-between gap-3 border-b border-line py-1.5">
            <span>Paid by</span>
            <span>{pledge.card}</span>
          </li>
        )}
      </ul>
      {pledge.counted && (
        <p>
          It counts results <strong className="break-words">{pledge.counted}</strong>, the same as when you
          pledged.
        </p>
      )}
    </div>
  )
}
