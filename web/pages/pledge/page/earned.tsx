import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { toCents, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Climb } from './climb.tsx'

/** What has accrued against the maximum, drawn; expected and paid stand beside it and are never added to it (R11). */
export function EarnedBoard({ pledge }: { pledge: ShownPledge }) {
  const { earned, agreedMaximum, totalAmountDue, received } = pledge
  const isReached = toCents(earned) >= toCents(agreedMaximum)
  const isOver = pledge.status === 'cancelled' || pledge.campaignStatus === 'cancelled'
  return (
    <section className="board p-6 md:p-8" aria-labelledby="earned">
      <h2 id="earned" className="label quiet">
        Earned so far
      </h2>
      <Figure text={usd(earned)} className="mt-3 block text-[64px] md:text-[84px]" />
      <p className="quiet mt-3">
        {isReached
          ? `Your maximum of ${usd(agreedMaximum)} is reached: whatever happens now, you owe nothing more.`
          : `Of at most ${usd(agreedMaximum)}, whatever the team does. Only confirmed results count.`}
      </p>
      <Climb pledge={pledge} />
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-boardline pt-4 md:grid-cols-3">
        <Fact
          label={isOver ? 'Owed' : pledge.status === 'settled' ? 'Settled' : 'Expected'}
          amount={totalAmountDue}
        />
        <Fact label="Paid" amount={received} />
        <Fact label="The most you can owe" amount={agreedMaximum} />
      </dl>
    </section>
  )
}

const Fact = ({ label, amount }: { label: string; amount: string }) => (
  <div>
    <dt className="label quiet">{label}</dt>
    <dd className="mt-1.5">
      <Figure text={usd(amount)} size="s" />
    </dd>
  </div>
)
