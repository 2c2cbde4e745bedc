import { byMatch, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, formatUsd } from '#domain/money.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { dayTextAmong, toCents, usd } from '#web/format.ts'
import { CHART } from '#web/parts/campaign/chart-classes.ts'
import { Figure } from '#web/ui/figure.tsx'
import { type ReaderWords, useReaderWords } from './head.tsx'

/** Pixels: the height is the same at every width, so that lines and words keep their size. */
const HEIGHT = 172
const TOP = 28
const BOTTOM = 4

const short = (pixels: number): number => Math.floor(pixels * 10) / 10

/** What the pledge has earned, game by game, under its maximum. Drawn on the server, without a script. */
function MatchShares({ pledge }: { pledge: ShownPledge }) {
  const { shares, agreedMaximum, timeZone } = pledge
  const { Your } = useReaderWords()
  // A single entry needs no chart: its row says it.
  if (shares.length < 2) return null
  const peak = shares.reduce(
    (most, { running }) => (toCents(running) > toCents(most) ? running : most),
    agreedMaximum,
  )
  const yOf = (amount: string) =>
    short(HEIGHT - BOTTOM - (toCents(amount) / Math.max(toCents(peak), 1)) * (HEIGHT - TOP - BOTTOM))
  const steps = shares.map(({ running }, index) => `V${yOf(running)}H${index + 1}`).join('')
  const ground = yOf('0.00')
  const last = shares.at(-1)
  // A one-time gift comes first, whenever it was pledged.
  const days = shares.map(({ at }) => at).sort()
  const dayOf = dayTextAmong(days, timeZone)
  return (
    <figure className={CHART.figure}>
      <svg width="100%" height={HEIGHT} role="img" aria-label={wordsFor(pledge)} className={CHART.drawing}>
        <line className={CHART.ground} x1="0" x2="100%" y1={ground} y2={ground} />
        <line className={CHART.target} x1="0" x2="100%" y1={yOf(agreedMaximum)} y2={yOf(agreedMaximum)} />
        <text className={CHART.targetName} x="100%" y={yOf(agreedMaximum) - 8} textAnchor="end">
          {Your} maximum {usd(agreedMaximum)}
        </text>
        <svg
          className={CHART.drawing}
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${shares.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={CHART.sum} d={`M0 ${ground}${steps}V${ground}H0Z`} />
          <path className={CHART.confirmed} d={`M0 ${ground}${steps}`} />
        </svg>
        <circle className={CHART.now} cx="100%" cy={yOf(last?.running ?? '0.00')} r="5" />
      </svg>
      <figcaption className="quiet fine flex justify-between gap-4">
        <span>{dayOf(days[0] ?? '')}</span>
        <span>
          {pledge.isSettledOutdated ? 'As settled' : 'Earned'}, {byMatch(pledge.vocabulary)}
        </span>
        <span>{dayOf(days.at(-1) ?? '')}</span>
      </figcaption>
    </figure>
  )
}

const wordsFor = ({ shares, agreedMaximum, vocabulary }: ShownPledge): string =>
  `Earned ${byMatch(vocabulary)}: ${usd(shares.at(-1)?.running ?? '0.00')} after ${shares.length} ${shares.length === 1 ? 'entry' : 'entries'}, of at most ${usd(agreedMaximum)}. The list below has every one.`

/** What has accrued against the maximum, drawn; expected and paid are beside it and never added to it. */
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

/** Nothing that is still to be played can add to it. */
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

/** Results confirmed or voided after the final lock are not settled automatically. */
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
