import type { Database } from '#server/platform/db/database.ts'
import type { Side } from './compare.ts'
import type { Running } from './processes.ts'

/** Requests or writes a second: ours, what it is compared with, and their ratio. */
export type Rate = {
  what: string
  connections: number
  ours: Side
  against: string
  limit: Side
  ratio: number
  /** The ratio that is expected; null: reported only. */
  atLeast: number | null
  note?: string
}

/** One long piece of work. */
export type Timing = {
  what: string
  oursMs: number
  against: string | null
  limitMs: number | null
  ratio: number | null
  atMost: number | null
}

/** Points of a hundred. */
export type Score = { what: string; score: number; atLeastScore: number; note: string }

/** How much of something there is, where less is better. */
export type Amount = {
  what: string
  amount: number
  unit: 'MB' | 'KB' | 'inputs'
  atMostAmount: number
  note?: string
}

/** How long the slowest of a hundred requests waits, beside the same on a quiet server. */
export type Latency = { what: string; p99Ms: number; quietP99Ms: number; atMostMs: number }

export type Row = Rate | Timing | Score | Amount | Latency

/** What every part of the bench is given. */
export type Bench = {
  url: string
  db: Database
  folder: string
  connections: number[]
  rounds: number
  /** Length of one side's turn. */
  seconds: number
  settledLines: number
  /** Cards that are charged. */
  charges: number
  /** The same, by a slow card provider. */
  slowCharges: number
  /** Statements that are mailed. */
  mails: number
  settlements: number
  /** The product and the bare server, started when first asked for. */
  product(options: { cache: boolean }): Promise<Running>
  /** The product on another database, with its caches off. */
  productOn(url: string): Promise<Running>
  /** The product with a heap that fits a container of 256 MB. */
  smallProduct(): Promise<Running>
  bare(): Promise<Running & { load(file: string): Promise<void> }>
  progress(row: Row): void
}

export type Verdict = 'met' | 'missed' | 'for information'

export function verdictOn(row: Row): Verdict {
  if ('amount' in row) return row.amount <= row.atMostAmount ? 'met' : 'missed'
  if ('p99Ms' in row) return row.p99Ms <= row.atMostMs ? 'met' : 'missed'
  if ('score' in row) return row.score >= row.atLeastScore ? 'met' : 'missed'
  if ('atLeast' in row) return judged(row.atLeast, row.ratio, (ratio, least) => ratio >= least)
  return judged(row.atMost, row.ratio, (ratio, most) => ratio <= most)
}

function judged(
  expected: number | null,
  ratio: number | null,
  holds: (ratio: number, expected: number) => boolean,
): Verdict {
  if (expected === null || ratio === null) return 'for information'
  return holds(ratio, expected) ? 'met' : 'missed'
}

const SIGNS: Record<Verdict, string> = { met: '✓ met', missed: '✗ missed', 'for information': '' }
const HEADINGS = [
  '',
  'conn.',
  'a second',
  'p50 ms',
  'p99 ms',
  'held against',
  'a second',
  'p50 ms',
  'p99 ms',
  'ratio',
  'expected',
  '',
]

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const ms = (value: number): string =>
  Number.isNaN(value) ? '' : value < 10 ? value.toFixed(2) : value.toFixed(0)
const SHORT_MS = 1_000
const seconds = (value: number | null): string => {
  if (value === null) return ''
  return value < SHORT_MS ? `${whole(value)} ms` : `${(value / 1000).toFixed(1)} s`
}
const side = ({ perSecond, p50Ms, p99Ms }: Side): string[] => [whole(perSecond), ms(p50Ms), ms(p99Ms)]

function cellsOf(row: Row): string[] {
  const sign = SIGNS[verdictOn(row)]
  if ('amount' in row) {
    const { what, amount, unit, atMostAmount, note = '' } = row
    return [
      what,
      '',
      `${whole(amount)} ${unit}`,
      '',
      '',
      note,
      '',
      '',
      '',
      '',
      `≤ ${atMostAmount} ${unit}`,
      sign,
    ]
  }
  if ('p99Ms' in row) {
    const quiet = [ms(row.quietP99Ms), '', `≤ ${row.atMostMs} ms`, sign]
    return [row.what, '', '', '', ms(row.p99Ms), 'quiet', '', '', ...quiet]
  }
  if ('score' in row) {
    const score = [
      row.what,
      '',
      String(row.score),
      '',
      '',
      row.note,
      '',
      '',
      '',
      '',
      `≥ ${row.atLeastScore}`,
      sign,
    ]
    return score
  }
  const ratio = row.ratio === null ? '' : row.ratio.toFixed(2)
  if ('atMost' in row) {
    const expected = row.atMost === null ? '' : `≤ ${row.atMost}`
    return [
      row.what,
      '',
      seconds(row.oursMs),
      '',
      '',
      row.against ?? '',
      seconds(row.limitMs),
      '',
      '',
      ratio,
      expected,
      sign,
    ]
  }
  const expected = row.atLeast === null ? '' : `≥ ${row.atLeast}`
  return [
    row.what,
    String(row.connections),
    ...side(row.ours),
    row.against,
    ...side(row.limit),
    ratio,
    expected,
    sign,
  ]
}

const TEXT_COLUMNS = new Set([0, 5, 11])

/** For people: one line per measurement, figures to the right. */
export function table(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    TEXT_COLUMNS.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const notes = rows.flatMap((row) =>
    'connections' in row && row.note ? [`${row.what}, ${row.connections}: ${row.note}`] : [],
  )
  return [...lines.map((cells) => cells.map(pad).join('  ').trimEnd()), '', ...notes].join('\n')
}

/** One line while it runs. */
export const progressLine = (row: Row): string => cellsOf(row).filter(Boolean).join('  ')
