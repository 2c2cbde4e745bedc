/** The tables of a backtest: how far off each way of forecasting was, and how often its range held. */
import { type Forecast, QUARTERS, type Ways } from './forecasts.ts'

type Way = keyof Ways
const WAYS: Record<Way, string> = {
  today: 'today: the larger of last year and so far',
  pace: 'pace: so far ÷ matches × matches of the season',
  textbook: 'textbook: gamma-Poisson, beta-binomial',
  here: 'here',
}
const POINTS: Record<number, string> = { 0: 'start', 0.25: 'quarter', 0.5: 'half', 0.75: 'three quarters' }

/** Every way over all statistics, then by statistic and by how much was played. */
export function tablesOf(forecasts: readonly Forecast[]): string {
  const ways = (Object.keys(WAYS) as Way[]).filter((way) => forecasts.every(({ ways }) => ways[way]))
  const overall = ways.map((way) => [WAYS[way], ...figures(forecasts, way)])
  const statistics = [...new Set(forecasts.map(({ statistic }) => statistic))]
  const places = [
    ...(statistics.length > 1 ? [{ name: 'all', of: forecasts }] : []),
    ...statistics.map((name) => ({
      name: name as string,
      of: forecasts.filter(({ statistic }) => statistic === name),
    })),
  ]
  const detail = places.flatMap(({ name, of }) =>
    [null, ...QUARTERS].map((quarter) => {
      const some = of.filter((one) => quarter === null || one.quarter === quarter)
      const errors = ways.map((way) => errorOf(some, way).toFixed(2))
      return [
        name,
        quarter === null ? 'all' : (POINTS[quarter] ?? ''),
        ...errors,
        held(some, 'here'),
        width(some),
      ]
    }),
  )
  return [
    aligned([['', 'error', '80 % range holds', 'width'], ...overall]),
    aligned([['error by statistic', 'after', ...ways, 'holds', 'width'], ...detail]),
  ].join('\n\n')
}

function figures(of: readonly Forecast[], way: Way): string[] {
  const hasRange = of.every(({ ways }) => ways[way]?.low !== null)
  return [errorOf(of, way).toFixed(2), hasRange ? held(of, way) : '–', hasRange ? width(of, way) : '–']
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)

export const errorOf = (of: readonly Forecast[], way: Way): number =>
  mean(of.map(({ ways, final }) => Math.abs((ways[way]?.likely ?? Number.NaN) - final)))

/** The share of finals that were within the range, both ends included. */
export const heldOf = (of: readonly Forecast[], way: Way = 'here'): number =>
  mean(
    of.map(({ ways, final }) => {
      const guess = ways[way]
      return Number(guess !== undefined && (guess.low ?? 0) <= final && final <= (guess.high ?? 0))
    }),
  )

const held = (of: readonly Forecast[], way: Way): string => `${(100 * heldOf(of, way)).toFixed(1)} %`
const width = (of: readonly Forecast[], way: Way = 'here'): string =>
  mean(of.map(({ ways }) => (ways[way]?.high ?? 0) - (ways[way]?.low ?? 0))).toFixed(1)

/** Names to the left, figures to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const isText = (column: number) => rows.slice(1).every((row) => !/^[\d.,–]/.test(row[column] ?? ''))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    isText(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n')
}

/** Every forecast as CSV, with exactly these columns. */
export function rowsAsCsv(forecasts: readonly Forecast[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = forecasts.map(({ league, season, team, statistic, played, matches, soFar, final, ways }) =>
    [
      ...[league, season, team, statistic].map(quoted),
      played,
      matches,
      soFar,
      ways.here.low,
      ways.here.likely,
      ways.here.high,
      final,
    ].join(','),
  )
  return `${['league,season,team,statistic,played,matches,so_far,low,likely,high,final', ...lines].join('\n')}\n`
}
