/** npm run forecast-picture: the range of Leicester City's goals in 2015-16 as it narrowed, drawn by the forecast code (R61). */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { forecastStatistic, type QuantityRange } from '#domain/forecast/statistic-forecast.ts'
import { NONE, ONE, plus, type Quantity, quantity } from '#domain/quantity.ts'

export const PICTURE = 'docs/pictures/forecast.svg'

const SIZE = { width: 760, height: 400, left: 56, right: 150, top: 44, bottom: 52 }
const MOST = 100

function goalsOf(season: string): Quantity[] {
  const [head = '', ...rows] = readFileSync(`server/operations/demo/leicester-city-${season}.csv`, 'utf8')
    .trim()
    .split('\n')
  const column = head.trim().split(',').indexOf('goals')
  return rows.map((row) => quantity(ONE * Number(row.split(',')[column])))
}

type Point = { played: number; soFar: number; range: QuantityRange }

function points(): Point[] {
  const lastYear = goalsOf('2014-15')
  const results = goalsOf('2015-16')
  const terms = {
    type: 'per_increment' as const,
    expectedMin: null,
    expectedMax: null,
    expectedTarget: null,
    lastYearResult: lastYear.reduce(plus, NONE),
    lastYearMatches: lastYear.length,
    chance: null,
  }
  return Array.from({ length: results.length + 1 }, (_, played) => {
    const soFar = results.slice(0, played)
    const forecast = forecastStatistic(
      terms,
      { left: results.length - played, cancelled: 0 },
      { results: soFar, beside: NONE },
    )
    if (forecast.kind !== 'units') throw new Error('there is a last year')
    return { played, soFar: soFar.reduce(plus, NONE) / ONE, range: forecast.range }
  })
}

export function picture(): string {
  const all = points()
  const last = all.at(-1) as Point
  const x = (played: number) =>
    (SIZE.left + ((SIZE.width - SIZE.left - SIZE.right) * played) / last.played).toFixed(1)
  const y = (goals: number) =>
    (SIZE.height - SIZE.bottom - ((SIZE.height - SIZE.top - SIZE.bottom) * goals) / MOST).toFixed(1)
  const line = (of: (point: Point) => number) => all.map((point) => `${x(point.played)},${y(of(point))}`)
  const band = [...line(({ range }) => range.low / ONE), ...line(({ range }) => range.high / ONE).reverse()]
  const text = (at: string, on: string, words: string, more = '') =>
    `<text x="${at}" y="${on}"${more}>${words}</text>`
  const start = all[0] as Point
  const first = `${start.range.low / ONE} to ${start.range.high / ONE}`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>Leicester City, 2015-16: the likely range of the season’s goals narrows from ${first} to ${last.soFar}</title>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#ffffff"/>`,
    '<g fill="#334155">',
    text(
      String(SIZE.left),
      '24',
      'Goals of the season, forecast after each match',
      ' font-size="15" font-weight="bold"',
    ),
    ...[0, 25, 50, 75, 100].map((goals) =>
      text(String(SIZE.left - 8), y(goals - 1.5), String(goals), ' text-anchor="end"'),
    ),
    ...[0, 10, 19, 29, 38].map((played) =>
      text(x(played), String(SIZE.height - SIZE.bottom + 20), String(played), ' text-anchor="middle"'),
    ),
    text(x(19), String(SIZE.height - 10), 'matches played', ' text-anchor="middle"'),
    text(x(38.7), y(last.soFar - 1.5), `${last.soFar} goals in the end`, ' font-weight="bold"'),
    '</g>',
    `<g stroke="#cbd5e1">${[0, 25, 50, 75, 100].map((goals) => `<line x1="${SIZE.left}" x2="${x(38)}" y1="${y(goals)}" y2="${y(goals)}"/>`).join('')}</g>`,
    `<polygon points="${band.join(' ')}" fill="#93c5fd" fill-opacity="0.6"/>`,
    `<polyline points="${line(({ range }) => range.likely / ONE).join(' ')}" fill="none" stroke="#1d4ed8" stroke-width="2" stroke-dasharray="5 4"/>`,
    `<polyline points="${line(({ soFar }) => soFar).join(' ')}" fill="none" stroke="#0f172a" stroke-width="2.5"/>`,
    '<g fill="#334155">',
    text(x(0.5), y(88), `likely range: ${first} at the start`),
    text(x(12), y(14), 'confirmed so far'),
    '</g>',
    '</svg>',
  ].join('\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(PICTURE, picture())
  console.log(`Written: ${PICTURE}`)
}
