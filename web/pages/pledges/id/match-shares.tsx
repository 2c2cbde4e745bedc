import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { byMatch } from '#domain/vocabulary.ts'
import { dayTextAmong, toCents, usd } from '#web/format.ts'
import { CHART } from '#web/parts/campaign/chart-look.ts'
import { useReaderWords } from './reader.ts'

/** Pixels: the height is the same at every width, so that lines and words keep their size. */
const HEIGHT = 172
const TOP = 28
const BOTTOM = 4

const short = (pixels: number): number => Math.floor(pixels * 10) / 10

/** What the pledge has earned, game by game, under its maximum. Drawn on the server, without a script. */
export function MatchShares({ pledge }: { pledge: ShownPledge }) {
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
  // A one-time gift comes first, whenever it was pledged (R10).
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
