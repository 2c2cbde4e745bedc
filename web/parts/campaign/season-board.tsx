import { useState } from 'react'
import { byMatch, matchWord } from '#domain/campaigns/vocabulary.ts'
import { NONE, type Quantity } from '#domain/quantity.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { dayTextAmong, quantityText } from '#web/format.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Heading } from '#web/ui/heading.tsx'
import { CHART } from './chart-classes.ts'
import { AnimatedPlate, LineScore, withSign } from './line-score.tsx'
import {
  isPlayed,
  type Match,
  type RunningTotals,
  read,
  runningTotalsOf,
  type SeasonData,
  seasonOf,
} from './season.ts'

type RunningTotalChartStatistic = SeasonData['statistics'][number]

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
  statistic: RunningTotalChartStatistic
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
function Marks({ statistic, yOf }: { statistic: RunningTotalChartStatistic; yOf: Scale }) {
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

function wordsFor(statistic: RunningTotalChartStatistic, { steps, matches }: RunningTotals): string {
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

type Statistic = SeasonData['statistics'][number]

/** Where results were entered without a match. */
const DAYS = { match: 'day', matches: 'days' }

/** One plate per match for the chosen statistic, and below it the running total. */
export function SeasonBoard(data: SeasonData) {
  const counted = data.statistics.filter((statistic) => countsUnits(statistic.type))
  const [chosen, choose] = useState(counted[0]?.id)
  const words = useWords()
  const statistic = counted.find(({ id }) => id === chosen) ?? counted[0]
  const matches = statistic ? seasonOf(statistic.id, data) : []
  if (!statistic || matches.length === 0) return null
  const isOfMatches = matches.some(({ name }) => name !== null)
  const each = isOfMatches ? words : DAYS
  return (
    <section className="board pad" aria-labelledby="season-title">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <Heading level={2} size="card" id="season-title">
            The {words.season}, {byMatch(each)}
          </Heading>
          <p className="quiet mt-1">
            <bdi>{statistic.name}</bdi> in {matches.length} {matchWord(each, matches.length)}
            {!matches.some(isPlayed) && comparedWith(statistic)}
          </p>
        </div>
        <Totals key={statistic.id} statistic={statistic} />
      </div>
      {counted.length > 1 && (
        <fieldset className="mt-4 flex min-w-0 flex-wrap gap-2" aria-label="Statistic on the board">
          {counted.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === statistic.id}
              className="max-w-full min-h-11 rounded-control border-[1.5px] border-boardmuted px-3.5 text-[0.9375rem] font-semibold aria-pressed:border-boardink aria-pressed:bg-boardink aria-pressed:text-[#072a20] forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
              onClick={() => choose(id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <LineScore
        key={`line ${statistic.id}`}
        name={statistic.name}
        matches={matches}
        timeZone={data.timeZone}
      />
      <RunningTotalChart statistic={statistic} matches={matches} timeZone={data.timeZone} />
      <Legend matches={matches} toCome={words.hasOpponents ? 'Still to play' : 'Still to come'} />
    </section>
  )
}

/** Once there are results, the drawing below says both. */
function comparedWith({ lastYearResult, expectedTarget }: Statistic): string {
  const compared = [
    lastYearResult !== null && `last year ended at ${quantityText(lastYearResult)}`,
    expectedTarget !== null && `the target is ${quantityText(expectedTarget)}`,
  ].filter(Boolean)
  return compared.length > 0 ? `: ${compared.join('; ')}` : ''
}

/** What is unconfirmed is shown beside the total with its sign, never inside it (look, "Figures and money"). */
function Totals({ statistic }: { statistic: Statistic }) {
  const waiting = read(statistic.unconfirmedQuantity)
  return (
    <dl className="flex gap-7">
      <div>
        <dt className="label quiet">Confirmed</dt>
        <dd className="fig mt-1 large-[2.375]">
          <AnimatedPlate text={quantityText(statistic.confirmedQuantity)} />
        </dd>
      </div>
      {statistic.unconfirmedQuantity !== 0 && (
        <div className="text-bulb">
          <dt className="label">To confirm</dt>
          <dd className="fig mt-1 large-[2.375]">
            <AnimatedPlate text={withSign(waiting)} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Only what is on the board: a finished season has nothing left to play, and nothing to confirm. */
function Legend({ matches, toCome }: { matches: readonly Match[]; toCome: string }) {
  return (
    <p className="fine mt-4 flex flex-wrap gap-x-6 gap-y-1.5">
      <span className="flex items-center gap-2">
        <span className="key collected" aria-hidden="true" /> Confirmed
      </span>
      {matches.some(({ waiting }) => waiting !== null) && (
        <span className="flex items-center gap-2">
          <span className="key border-dashed text-bulb" aria-hidden="true" /> Entered, not confirmed: does not
          count yet
        </span>
      )}
      {!matches.every(isPlayed) && (
        <span className="flex items-center gap-2">
          <span className="key opacity-50" aria-hidden="true" /> {toCome}
        </span>
      )}
    </p>
  )
}
