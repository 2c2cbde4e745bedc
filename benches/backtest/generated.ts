/** Generated seasons of statistics other than goals, to see that what was fitted on soccer holds for them too. */
import jStat from 'jstat'
import { generator } from '#domain/forecast/scenarios.ts'
import { ONE, type Quantity, quantity } from '#domain/quantity.ts'
import type { Forecast } from './forecasts.ts'
import { forecastsOf } from './forecasts.ts'
import { aligned, errorOf, heldOf } from './report.ts'
import type { Pair, TeamSeason } from './team-seasons.ts'

type Random = () => number
/** How a kind of statistic behaves; levels are units a match. */
type Kind = {
  name: string
  /** The level of a team. */
  level: (random: Random) => number
  /** How much it changes from one season to the next, as a share. */
  change: number
  /** The variance of one match at a level; null: it happens at most once a match. */
  variance: ((level: number) => number) | null
}

const normal = (random: Random): number =>
  jStat.normal.inv(Math.min(1 - 1e-9, Math.max(1e-9, random())), 0, 1)
const around = (level: number, share: number) => (random: Random) => level * Math.exp(share * normal(random))

export const KINDS: readonly Kind[] = [
  { name: 'points by the hundred', level: around(90, 0.1), change: 0.06, variance: () => 150 },
  { name: 'touchdowns', level: around(3.4, 0.2), change: 0.12, variance: (level) => level },
  { name: 'rare events', level: around(0.04, 0.4), change: 0.3, variance: (level) => level },
  {
    name: 'books by the thousand',
    level: around(1_500, 0.4),
    change: 0.1,
    variance: (level) => (0.2 * level) ** 2,
  },
  { name: 'overdispersed counts', level: around(4, 0.3), change: 0.15, variance: (level) => 2 * level },
  { name: 'underdispersed counts', level: around(6, 0.3), change: 0.1, variance: (level) => 0.5 * level },
  { name: 'wins', level: (random) => 0.5 + 0.1 * normal(random), change: 0.15, variance: null },
]
export const LENGTHS = [10, 20, 38, 162] as const
const SEASONS = 300

/** Coverage of each kind at each length of a season, and the error beside that of pace. */
export function generatedTable(seasons: number = SEASONS): string {
  const rows = KINDS.flatMap((kind) =>
    LENGTHS.map((matches) => {
      const forecasts = generatedForecasts(kind, matches, seasons)
      const at = (quarter: number) => forecasts.filter((one) => one.quarter === quarter)
      const ratio = errorOf(forecasts, 'here') / errorOf(forecasts, 'pace')
      const held = [0, 0.25, 0.5, 0.75].map((quarter) => `${Math.round(100 * heldOf(at(quarter)))} %`)
      return [kind.name, String(matches), ...held, ratio.toFixed(2)]
    }),
  )
  return aligned([['', 'matches', 'start', 'quarter', 'half', 'three quarters', 'error ÷ pace'], ...rows])
}

export function generatedForecasts(kind: Kind, matches: number, seasons: number): Forecast[] {
  const random = generator(matches)
  return Array.from({ length: seasons }, (_, index) => pairOf(kind, matches, index, random)).flatMap((pair) =>
    forecastsOf(pair, ['goals']),
  )
}

function pairOf(kind: Kind, matches: number, index: number, random: Random): Pair {
  const before = bounded(kind, kind.level(random))
  const now = bounded(kind, before * Math.exp(kind.change * normal(random)))
  const season = (name: string, level: number): TeamSeason => {
    const goals = Array.from({ length: matches }, () => matchOf(kind, level, random))
    return {
      league: kind.name,
      season: name,
      team: String(index),
      results: { goals, win: goals, clean_sheet: goals },
      matches,
    }
  }
  return { before: season('2001-02', before), now: season('2002-03', now) }
}

const bounded = ({ variance }: Kind, level: number): number =>
  variance ? Math.max(0.001, level) : Math.min(0.95, Math.max(0.05, level))

function matchOf({ variance }: Kind, level: number, random: Random): Quantity {
  if (!variance) return quantity(random() < level ? ONE : 0)
  return quantity(ONE * count(level, variance(level), random))
}

/** By inversion where counts are small and vary by chance alone; otherwise rounded gammas and normals. */
function count(mean: number, variance: number, random: Random): number {
  if (variance <= mean && mean > variance * 1.01)
    return Math.max(0, Math.round(mean + Math.sqrt(variance) * normal(random)))
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(variance) * normal(random)))
  const rate =
    variance > mean * 1.01
      ? gamma((mean * mean) / (variance - mean), random) * ((variance - mean) / mean)
      : mean
  let [k, chance] = [0, Math.exp(-rate)]
  for (let left = random() - chance; left > 0 && k < 1_000; left -= chance) {
    k += 1
    chance *= rate / k
  }
  return k
}

/** Marsaglia and Tsang 2000. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}
