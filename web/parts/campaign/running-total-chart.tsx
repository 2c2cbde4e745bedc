import { NONE, type Quantity } from '#domain/quantity.ts'
import { byMatch } from '#domain/vocabulary.ts'
import { dayTextAmong, quantityText } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { CHART } from './chart-look.ts'
import { type Match, type RunningTotals, read, runningTotalsOf, type SeasonData } from './season.ts'

type Statistic = SeasonData['statistics'][number]

/** Pixels: the height is the same at every width, so that lines and words keep their size. */
const HEIGHT = 164
const TOP = 26
const BOTTOM = 4
/** When two marks are nearer than this, the lower one is labeled below its line. */
const NAME_HEIGHT = 24

/** A tenth of a pixel is precise enough. */
const short = (pixels: number): number => Math.floor(pixels * 10) / 10
type Scale = (value: Quantity) => number
const scaleOf =
  ({ top }: RunningTotals): Scale =>
  (value) =>
    short(HEIGHT - BOTTOM - (value * (HEIGHT - TOP - BOTTOM)) / top)

/** The statistic added up match by match, against its target and last year. Drawn on the server, without a script. */
export function RunningTotalChart({
  statistic,
  matches,
  timeZone,
}: {
  statistic: Statistic
  matches: readonly Match[]
  timeZone: string
}) {
  const totals = runningTotalsOf(statistic, matches)
  const words = useWords()
  if (totals.steps.length === 0 || totals.top <= NONE) return null
  const yOf = scaleOf(totals)
  const dayOf = dayTextAmong(
    matches.map(({ at }) => at),
    timeZone,
  )
  return (
    <figure className={CHART.figure}>
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={wordsFor(statistic, totals)}
        className={CHART.drawing}
      >
        <line className={CHART.ground} x1="0" x2="100%" y1={yOf(NONE)} y2={yOf(NONE)} />
        <Marks statistic={statistic} yOf={yOf} />
        <Lines totals={totals} yOf={yOf} />
      </svg>
      <figcaption className="quiet fine flex justify-between gap-4">
        <span>{dayOf(matches[0]?.at ?? '')}</span>
        <span>Running total, {byMatch(words)}</span>
        <span>{dayOf(matches.at(-1)?.at ?? '')}</span>
      </figcaption>
    </figure>
  )
}

/** Confirmed is a line on filled ground; unconfirmed results continue it, dashed. */
function Lines({ totals, yOf }: { totals: RunningTotals; yOf: Scale }) {
  const { steps, start, matches } = totals
  const last = steps.at(-1)
  const from = steps.findIndex(({ confirmed, all }) => confirmed !== all)
  const endX = `${(steps.length * 100) / matches}%`
  const up = (part: RunningTotals['steps'], first: number, line: 'confirmed' | 'all') =>
    part.map((step, index) => `V${yOf(step[line])}H${first + index + 1}`).join('')
  const confirmed = `M0 ${yOf(start)}${up(steps, 0, 'confirmed')}`
  return (
    <>
      <svg
        className={CHART.drawing}
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${matches} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={CHART.sum} d={`${confirmed}V${yOf(NONE)}H0Z`} />
        {from >= 0 && (
          <path
            className={CHART.waiting}
            d={`M${from} ${yOf(steps[from - 1]?.confirmed ?? start)}${up(steps.slice(from), from, 'all')}`}
          />
        )}
        <path className={CHART.confirmed} d={confirmed} />
      </svg>
      {last && last.all !== last.confirmed && (
        <circle className={CHART.nowWaiting} cx={endX} cy={yOf(last.all)} r="5" />
      )}
      {last && <circle className={CHART.now} cx={endX} cy={yOf(last.confirmed)} r="5" />}
    </>
  )
}

/** Last year is labeled at the left and the target at the right, so that neither label is on the other's line. */
function Marks({ statistic, yOf }: { statistic: Statistic; yOf: Scale }) {
  const { lastYearResult, expectedTarget } = statistic
  const lastYearY = lastYearResult === null ? null : yOf(read(lastYearResult))
  const targetY = expectedTarget === null ? null : yOf(read(expectedTarget))
  const nameY = (own: number, other: number | null) =>
    other !== null && own > other && own - other < NAME_HEIGHT ? own + 18 : own - 7
  return (
    <>
      {lastYearY !== null && (
        <>
          <line className={CHART.lastYear} x1="0" x2="100%" y1={lastYearY} y2={lastYearY} />
          <text className={CHART.lastYearName} x="0" y={nameY(lastYearY, targetY)}>
            Last year {quantityText(lastYearResult ?? 0)}
          </text>
        </>
      )}
      {targetY !== null && (
        <>
          <line className={CHART.target} x1="0" x2="100%" y1={targetY} y2={targetY} />
          <text className={CHART.targetName} x="100%" y={nameY(targetY, lastYearY)} textAnchor="end">
            Target {quantityText(expectedTarget ?? 0)}
          </text>
        </>
      )}
    </>
  )
}

function wordsFor(statistic: Statistic, { steps, matches }: RunningTotals): string {
  const { name, confirmedQuantity, unconfirmedQuantity, expectedTarget, lastYearResult } = statistic
  return [
    `${name} so far: ${quantityText(confirmedQuantity)} confirmed after ${steps.length} of ${matches}`,
    unconfirmedQuantity !== 0 && `${quantityText(unconfirmedQuantity)} to confirm`,
    expectedTarget !== null && `target ${quantityText(expectedTarget)}`,
    lastYearResult !== null && `last year ${quantityText(lastYearResult)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
