import { NONE } from '#domain/quantity.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { quantityText } from '#web/format.ts'
import { Hung } from '#web/parts/campaign/hung.tsx'
import { withSign } from '#web/parts/campaign/line-score.tsx'
import { read, type SeasonData } from '#web/parts/campaign/season.ts'
import { useWords } from '#web/site/words.ts'

type Statistic = SeasonData['statistics'][number]

/** As many as can be read from the last row. */
const MAX_SHOWN = 4
/** The largest plates that fit, by how many hang side by side; a gap between two statistics takes about half of one. */
const SIZES = [
  ['xl', 5],
  ['l', 7],
  ['m', 10],
  ['s', 14],
] as const

/** Every digit is a plate of its own, as on the board behind the goal: only those that change are hung anew. */
export function StatisticPlates({ statistics }: SeasonData) {
  const words = useWords()
  const counted = statistics.filter(({ type, isActive }) => countsUnits(type) && isActive)
  const shown = counted.slice(0, MAX_SHOWN)
  const plates = shown.reduce(
    (count, { confirmedQuantity }) => count + quantityText(confirmedQuantity).replace(/\D/g, '').length + 0.5,
    0,
  )
  const [size] = SIZES.find(([, most]) => plates <= most + 1) ?? ['xs']
  if (shown.length === 0) return <p className="nothing fig">Their {words.season} is being prepared.</p>
  return (
    <div className="hooks">
      <ul className={`plates ${size}`}>
        {shown.map((statistic) => (
          <li key={statistic.id}>
            <h2 className="label">{statistic.name}</h2>
            <Digits text={quantityText(statistic.confirmedQuantity)} />
            <Waiting statistic={statistic} />
            <p className="quiet marks">{marksOf(statistic)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Digits({ text }: { text: string }) {
  return (
    <p className="digits">
      <span className="sr-only">{text} confirmed</span>
      {[...text].map((digit, index) => {
        // Counted from the right: the ones stay the ones when a ten joins them.
        const place = text.length - index
        return /\d/.test(digit) ? (
          <Hung key={place} text={digit} className="plate fig digit">
            <span aria-hidden="true">{digit}</span>
          </Hung>
        ) : (
          <span key={place} className="fig point" aria-hidden="true">
            {digit}
          </span>
        )
      })}
    </p>
  )
}

/** Apart from the total, in bulb, and never inside it. The place is there when nothing waits, too. */
function Waiting({ statistic }: { statistic: Statistic }) {
  const waiting = read(statistic.unconfirmedQuantity)
  return (
    <p className="waits">
      {waiting !== NONE && (
        <Hung text={withSign(waiting)} className="waiting">
          <span className="fig">{withSign(waiting)}</span> to confirm
        </Hung>
      )}
    </p>
  )
}

const marksOf = ({ expectedTarget, lastYearResult }: Statistic): string =>
  [
    expectedTarget !== null && `Target ${quantityText(expectedTarget)}`,
    lastYearResult !== null && `Last year ${quantityText(lastYearResult)}`,
  ]
    .filter(Boolean)
    .join(' · ')
