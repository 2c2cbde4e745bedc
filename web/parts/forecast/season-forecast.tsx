import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capital, matchWord } from '#domain/campaigns/vocabulary.ts'
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { dayTextAmong, quantityText, usd } from '#web/format.ts'
import { campaignForecastQuery } from '#web/queries/forecasts.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { ScoreRow, ScoreTable } from '#web/ui/score-table.tsx'
import { FORECAST_ROOM } from './forecast-height.ts'
import {
  amountsText,
  explained,
  pictureText,
  quarterText,
  rangeText,
  type Statistic,
  unitsText,
} from './forecast-sentences.ts'

/** Pixels: the height is the same at every width, so that lines and words keep their size. */
const HEIGHT = 230
const TOP = 14
const BOTTOM = 12
/** Two labels nearer than this would overlap. */
const NAME_HEIGHT = 21
/** The width of a letter of the condensed face, and of what precedes the first. */
const LETTER = 7.2
const GAP = 8

// A forecast is blue, unlike the lanes of money, so that nobody takes it for what is owed.
const LINE = 'fill-none [stroke-linejoin:round] [vector-effect:non-scaling-stroke]'
const SPREAD = 'fill-forecastwash'
const NAME =
  'stroke-surface stroke-[4px] font-display text-[1.0625rem]/none font-bold tracking-[0.02em] normal-nums [paint-order:stroke] [stroke-linejoin:round]'

type Matches = CampaignForecast['matches']
type Point = Statistic['history'][number]
const short = (pixels: number): number => Math.floor(pixels * 10) / 10

/** The largest of 1, 2 or 5 times a power of ten that has at most five lines up to `most`. */
export function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return [0.2, 0.5, 1, 2, 5, 10].map((part) => part * power).find((step) => most / step <= 5) ?? most
}

/** Labels from the top down, each at least one height below the previous one, and all inside the chart. */
export function spread(wanted: readonly number[]): number[] {
  const placed: number[] = []
  for (const at of wanted)
    placed.push(Math.max(at, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + NAME_HEIGHT))
  let limit = HEIGHT - BOTTOM + 6
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] as number, limit)
    limit = (placed[index] as number) - NAME_HEIGHT
  }
  return placed
}

/** Where no schedule says how long the season is, the chart extends by a third of the matches played. */
const endOf = ({ played, left }: Matches): number => played + (left ?? Math.max(1, Math.ceil(played / 3)))

/** How the range of the final figure narrowed, what is confirmed, and the likely final figure. */
export function ForecastChart({ statistic, matches }: { statistic: Statistic; matches: Matches }) {
  const words = useWords()
  const { history, range } = statistic
  if (!range || history.length === 0) return null
  const end = Math.max(1, endOf(matches))
  const most = Math.max(1, range.high, ...history.map(({ high }) => high))
  const yOf = (value: number) => short(HEIGHT - BOTTOM - (value * (HEIGHT - TOP - BOTTOM)) / most)
  const step = stepFor(most)
  const lines = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
  return (
    <figure className="mt-3 grid grid-cols-[minmax(0,1fr)_auto]">
      <svg
        className="overflow-visible"
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={pictureText(statistic, matches, words)}
      >
        {lines.map((value) => (
          <line
            key={value}
            className="stroke-line stroke-1"
            x1="0"
            x2="100%"
            y1={yOf(value)}
            y2={yOf(value)}
          />
        ))}
        <svg
          className="overflow-visible"
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 ${end} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Lines history={history} range={range} end={end} yOf={yOf} played={matches.played} />
        </svg>
        <circle
          className="fill-ink stroke-surface stroke-2"
          cx={`${short((matches.played * 100) / end)}%`}
          cy={yOf(statistic.confirmedQuantity)}
          r="5"
        />
        {lines.slice(1).map((value) => (
          <text key={value} className={`${NAME} fill-ink2`} x="2" y={yOf(value) - 4}>
            {quantityText(value)}
          </text>
        ))}
      </svg>
      <Names range={range} yOf={yOf} />
      <figcaption className="quiet fine mt-1 flex justify-between gap-3">
        <span>{capital(`first ${words.match}`)}</span>
        <span className="text-center">
          {matches.left === null || matches.left === 0
            ? `${matches.played} ${matchWord(words, matches.played)}`
            : `${matches.played} of ${end} ${matchWord(words, end)}`}
        </span>
        <span className="text-right">{capital(words.season)} end</span>
      </figcaption>
    </figure>
  )
}

type LinesProps = {
  history: readonly Point[]
  range: { low: number; likely: number; high: number }
  played: number
  end: number
  yOf: (value: number) => number
}

/** Up to now the band shows past forecasts; from now on it is today's, to the end. */
function Lines({ history, range, played, end, yOf }: LinesProps) {
  const path = (of: (point: Point) => number, points: readonly Point[] = history) =>
    points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.played} ${yOf(of(point))}`).join('')
  const back = path(({ low }) => low, history.toReversed()).replace('M', 'L')
  const low = yOf(range.low)
  const likely = yOf(range.likely)
  const high = yOf(range.high)
  return (
    <>
      <path className={SPREAD} d={`${path((point) => point.high)}${back}Z`} />
      <path className={`${SPREAD} opacity-60`} d={`M${played} ${high}H${end}V${low}H${played}Z`} />
      <path
        className={`${LINE} stroke-forecast stroke-[2.5] [stroke-dasharray:7_4]`}
        d={`${path((point) => point.likely)}H${end}`}
      />
      {end > played && (
        <path
          className={`${LINE} stroke-control stroke-2 [stroke-dasharray:1_5] [stroke-linecap:round]`}
          d={`M${played} ${yOf(history.at(-1)?.confirmedQuantity ?? 0)}L${end} ${likely}`}
        />
      )}
      <path
        className={`${LINE} stroke-ink stroke-3`}
        d={path(({ confirmedQuantity }) => confirmedQuantity)}
      />
    </>
  )
}

/** High, likely and low at the right, beside where the band ends. */
function Names({ range, yOf }: Pick<LinesProps, 'range' | 'yOf'>) {
  const { low, likely, high } = range
  const named =
    low === high
      ? [{ value: likely, word: 'Final' }]
      : [
          { value: high, word: 'High' },
          { value: likely, word: 'Likely' },
          { value: low, word: 'Low' },
        ]
  const places = spread(named.map(({ value }) => yOf(value) + 5))
  const letters = Math.max(...named.map(({ value, word }) => `${word} ${quantityText(value)}`.length))
  return (
    <svg
      className="overflow-visible"
      width={short(GAP + letters * LETTER)}
      height={HEIGHT}
      aria-hidden="true"
    >
      {named.map(({ value, word }, index) => (
        <text
          key={word}
          x={GAP}
          y={places[index]}
          className={`${NAME} ${word === 'Likely' ? 'fill-forecast' : 'fill-ink2'}`}
        >
          {word} {quantityText(value)}
        </text>
      ))}
    </svg>
  )
}

/** What the chart shows, as real tables. */
const columnOf = (name: string) => ({ id: name, name })
const AFTER = columnOf('After')
const MADE = columnOf('Forecast made')

export function HistoryTable({ statistic, timeZone }: { statistic: Statistic; timeZone: string }) {
  const words = useWords()
  const dayOf = dayTextAmong(
    statistic.history.flatMap(({ at }) => (at === null ? [] : [at])),
    timeZone,
  )
  const name = `${statistic.name}: the range after each ${words.match}`
  return (
    <ScoreTable
      label={name}
      caption={name}
      columns={[AFTER, ...['Confirmed', 'Low', 'Likely', 'High'].map(columnOf)]}
    >
      {statistic.history.map(({ played, at, confirmedQuantity, low, likely, high }) => (
        <ScoreRow
          key={played}
          name={
            at === null
              ? `Before the first ${words.match}`
              : `${capital(words.match)} ${played}, ${dayOf(at)}`
          }
          scores={[
            { id: 'confirmed', score: quantityText(confirmedQuantity) },
            { id: 'low', score: quantityText(low) },
            { id: 'likely', score: quantityText(likely) },
            { id: 'high', score: quantityText(high) },
          ]}
        />
      ))}
    </ScoreTable>
  )
}

/** For a finished season: what was forecast, beside the outcome. */
export function QuartersTable({ quarters, name }: { quarters: CampaignForecast['quarters']; name: string }) {
  const words = useWords()
  if (quarters.length === 0) return null
  return (
    <div className="mt-5">
      <h3>What was forecast, and what happened</h3>
      <ScoreTable
        label={`${name}: forecast and final figure`}
        caption={`${name}: what was forecast at each quarter, and the final figure`}
        columns={[MADE, ...['Range', 'Likely', 'Final', 'In range'].map(columnOf)]}
        className="mt-2"
      >
        {quarters.map((one) => (
          <ScoreRow
            key={one.quarter}
            name={quarterText(one, words)}
            scores={[
              { id: 'range', score: rangeText(one) },
              { id: 'likely', score: quantityText(one.likely) },
              { id: 'final', score: quantityText(one.final) },
              { id: 'held', score: one.held ? 'Yes' : 'No' },
            ]}
          />
        ))}
      </ScoreTable>
    </div>
  )
}

/** The forecast of one statistic at a time, and of the dollars of all pledges together. */
export function SeasonForecast({ campaignId, timeZone }: { campaignId: string; timeZone: string }) {
  const { data, isError } = useQuery(campaignForecastQuery(campaignId))
  if (data) return <LoadedForecast forecast={data} timeZone={timeZone} />
  if (!isError) return <Skeleton className={FORECAST_ROOM} />
  return (
    <div className="mt-4">
      <Note tone="warning">The forecast could not be loaded just now. Load the page again in a moment.</Note>
    </div>
  )
}

export function LoadedForecast({ forecast, timeZone }: { forecast: CampaignForecast; timeZone: string }) {
  const words = useWords()
  const counted = forecast.statistics.filter(({ range }) => range !== null)
  const [chosen, choose] = useState(counted[0]?.statisticId)
  const statistic = counted.find(({ statisticId }) => statisticId === chosen) ?? counted[0]
  if (!statistic) {
    return (
      <EmptyState title="No forecast yet">
        There is nothing to base a forecast on yet: no result from last year, no target and no confirmed
        {words.match}.
      </EmptyState>
    )
  }
  return (
    <>
      {counted.length > 1 && (
        <fieldset className="mt-4 flex min-w-0 flex-wrap gap-2" aria-label="Forecast for">
          {counted.map(({ statisticId, name }) => (
            <button
              key={statisticId}
              type="button"
              aria-pressed={statisticId === statistic.statisticId}
              className="max-w-full min-h-11 rounded-control border-[1.5px] border-control px-3.5 text-[0.9375rem] font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-page"
              onClick={() => choose(statisticId)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <Headline statistic={statistic} isOver={forecast.isOver} />
      <ForecastChart statistic={statistic} matches={forecast.matches} />
      <Legend />
      <QuartersTable
        name={statistic.name}
        quarters={forecast.quarters.filter(({ statisticId }) => statisticId === statistic.statisticId)}
      />
      <Dollars forecast={forecast} />
      <div className="mt-4">
        <Disclosure summary="The range in words">
          <ul className="grid gap-2">
            {explained(statistic, forecast, words).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Disclosure>
        <Disclosure summary="The chart as a table">
          <HistoryTable statistic={statistic} timeZone={timeZone} />
        </Disclosure>
      </div>
    </>
  )
}

function Headline({ statistic, isOver }: { statistic: Statistic; isOver: boolean }) {
  const { range } = statistic
  if (!range) return null
  const isSettled = isOver || range.low === range.high
  return (
    <p className="mt-4" aria-live="polite">
      {isSettled ? 'Final: ' : 'Likely '}
      <strong>{unitsText(range.likely, statistic)}</strong>
      {!isSettled && (
        <>
          , range <strong>{unitsText(range.low, statistic).replace(/ .*/, '')}</strong> to{' '}
          <strong>{unitsText(range.high, statistic)}</strong>
        </>
      )}
    </p>
  )
}

/** The chart's legend. */
const KEY = 'inline-block h-0 w-6.5'

function Legend() {
  return (
    <p className="fine mt-3 flex flex-wrap gap-x-6 gap-y-1.5" aria-hidden="true">
      <span className="flex items-center gap-2">
        <span className="inline-block h-3.5 w-6.5 border border-forecast bg-forecastwash" /> Range of the
        final figure
      </span>
      <span className="flex items-center gap-2">
        <span className={`${KEY} border-t-[3px] border-dashed border-forecast`} /> Likely
      </span>
      <span className="flex items-center gap-2">
        <span className={`${KEY} border-t-[3px] border-ink`} /> Confirmed so far
      </span>
    </p>
  )
}

/** The range around what is pledged. */
function Dollars({ forecast: { amount, isOver } }: { forecast: CampaignForecast }) {
  if (isOver) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p>
        All pledges together: likely <strong>{usd(amount.likely)}</strong>
        {amount.low !== amount.high && (
          <>
            , range <strong>{amountsText(amount)}</strong>
          </>
        )}
        .
      </p>
    </div>
  )
}
