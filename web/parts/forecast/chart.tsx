import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { capital, matchWord } from '#domain/vocabulary.ts'
import { quantityText } from '#web/format.ts'
import { useWords } from '#web/site/words.ts'
import { pictureText, type Statistic } from './forecast-words.ts'

/** Pixels: the height is the same at every width, so that lines and words keep their size. */
const HEIGHT = 230
const TOP = 14
const BOTTOM = 12
/** Two labels nearer than this would overlap. */
const NAME_HEIGHT = 21
/** The width of a letter of the condensed face, and of what precedes the first. */
const LETTER = 7.2
const GAP = 8

// A forecast is blue, unlike the lanes of money, so that nobody takes it for what is owed (R61).
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
          <Lines {...{ history, range, end, yOf }} played={matches.played} />
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
  const [low, likely, high] = [yOf(range.low), yOf(range.likely), yOf(range.high)]
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
