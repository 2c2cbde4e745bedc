import { type Cents, formatUsd } from '#domain/money.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { isGift } from '#domain/statistic-types.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { toCents, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { MatchShares } from './match-shares.tsx'
import { type ReaderWords, useReaderWords } from './reader.ts'

/** What has accrued against the maximum, drawn; expected and paid are beside it and never added to it (R11). */
export function EarnedBoard({ pledge }: { pledge: ShownPledge }) {
  const { earned, agreedMaximum, received } = pledge
  const own = useReaderWords()
  const isSettled = pledge.status === 'settled'
  const isOver = pledge.status === 'cancelled' || pledge.campaignStatus === 'cancelled'
  return (
    <section className="board p-6 md:p-8" aria-labelledby="earned">
      <h2 id="earned" className="label quiet">
        {isSettled ? `Earned this ${pledge.vocabulary.season}` : 'Earned so far'}
      </h2>
      <Figure text={usd(earned)} className="mt-3 block large-[4] md:large-[5.25]" />
      <p className="quiet mt-3">{limitWords(pledge, own)}</p>
      <OutdatedNote pledge={pledge} />
      <MatchShares pledge={pledge} />
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-boardline pt-4 md:grid-cols-3">
        <Fact
          label={isOver ? 'Owed' : pledge.settled === null ? 'Expected' : 'Settled'}
          amount={pledge.totalAmountDue}
        />
        <Fact label="Paid" amount={received} />
        {pledge.waived && <Fact label="Waived" amount={pledge.waived} />}
        {pledge.writtenOff && <Fact label="Written off" amount={pledge.writtenOff} />}
        <Fact
          label={isSettled || isOver ? `${own.Your} maximum was` : `The most ${own.you} can owe`}
          amount={agreedMaximum}
        />
      </dl>
    </section>
  )
}

/** Nothing that is still to be played can add to it (R58). */
const isStopped = ({ pledgeStatistics }: ShownPledge): boolean =>
  pledgeStatistics.some(({ counts }) => counts.untilAt !== null) &&
  pledgeStatistics.every(({ type, counts }) => counts.untilAt !== null || isGift(type))

function limitWords(pledge: ShownPledge, { Your, your, You, you }: ReaderWords): string {
  const { status, campaignStatus, earned, agreedMaximum, vocabulary } = pledge
  const isReached = toCents(earned) >= toCents(agreedMaximum)
  if (status === 'cancelled') return 'This pledge was cancelled: nothing more counts toward it.'
  if (campaignStatus === 'cancelled') return 'The campaign was cancelled: nothing more counts.'
  if (status === 'settled' && pledge.waived)
    return `Settled and paid. Results that changed after the final settlement added ${usd(pledge.waived)}, which is waived: nothing more is due.`
  if (status === 'settled')
    return isReached ? `Settled and paid, at ${your} maximum.` : 'Settled and paid. Nothing more is due.'
  if (isStopped(pledge) && isReached) return `${You} stopped every statistic: nothing more counts.`
  if (isStopped(pledge))
    return `${You} stopped every statistic: only ${vocabulary.matches} that had begun by then still count, and never above ${usd(agreedMaximum)}.`
  return isReached
    ? `${Your} maximum of ${usd(agreedMaximum)} is reached: no later result adds to what ${you} pay.`
    : `Of at most ${usd(agreedMaximum)}, whatever the ${vocabulary.team} does. Only confirmed results count.`
}

/** Results confirmed or voided after the final lock are not settled automatically (R9, R33). */
function OutdatedNote({
  pledge: { isSettledOutdated, earned, settled, vocabulary },
}: {
  pledge: ShownPledge
}) {
  const own = useReaderWords()
  if (!isSettledOutdated || settled === null) return null
  return (
    <p className="mt-3 font-semibold">
      Results changed after {own.your} pledge was settled at {usd(settled)}:{' '}
      {nextFor(toCents(earned), toCents(settled), vocabulary, own)}
    </p>
  )
}

function nextFor(
  today: Cents,
  settled: Cents,
  { match }: Vocabulary,
  { You, you, them }: ReaderWords,
): string {
  if (today > settled)
    return `they now add up to ${formatUsd(today)}. ${You} owe no more than before, unless we send ${them} a new statement first.`
  if (today < settled)
    return `they now add up to ${formatUsd(today)}. Once that is settled ${you} get a new statement, and we refund what ${you} overpaid.`
  return `the amount stays the same, and a new statement will show what each ${match} adds to it.`
}

const Fact = ({ label, amount }: { label: string; amount: string }) => (
  <div>
    <dt className="label quiet">{label}</dt>
    <dd className="mt-1.5">
      <Figure text={usd(amount)} size="s" />
    </dd>
  </div>
)
