import { createHash } from 'node:crypto'
import { DomainError, invalidField } from '#domain/errors.ts'
import { NONE, type Quantity, toNumber } from '#domain/quantity.ts'
import { columnProblems, type Meaning, proposeMeanings } from '#domain/results-columns.ts'
import {
  columnsOf,
  isRowError,
  MOST_ROWS,
  matchName,
  type ParsedRow,
  type RowError,
  readRow,
} from '#domain/results-csv.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { ImportColumns, ImportForm, ImportPreview, ResultEntry } from '#domain/schemas/result.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { dateIn, instantIn } from '#domain/zone.ts'
import { type Access, accessWith } from '#server/campaigns/access.ts'
import { readCsvLines } from '#server/csv-reading.ts'
import type { Db, Transact } from '#server/db/database.ts'
import type { Actor, Deps } from '#server/deps.ts'
import { addEvent, eventsOf, WHOLE_SEASON } from '#server/events/actions.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/statistics/actions.ts'
import { enterMatchTotals, type MatchRow } from './actions.matches.ts'
import * as store from './store.ts'

const MOST_COLUMNS = 200

const readLines = (csv: string) => readCsvLines(csv, { field: 'csv', mostRows: MOST_ROWS })

const countedIn = async (db: Db, { campaignId }: Access): Promise<Statistic[]> =>
  (await statisticsOf(db, campaignId, ALL_STATISTICS)).filter(({ type }) => type === 'per_increment')

const SAMPLES = 3

/** The file's columns, with what each seems to hold; changes nothing (R19). */
export async function importColumns(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  { csv }: Pick<ImportForm, 'csv'>,
): Promise<ImportColumns> {
  const access = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const [first, ...lines] = readLines(csv)
  const headers = first?.cells ?? []
  if (headers.length > MOST_COLUMNS)
    throw invalidField('csv', `The file has more than ${MOST_COLUMNS} columns`)
  const meanings = proposeMeanings(headers, await countedIn(deps.db, access))
  const samples = lines.slice(0, SAMPLES).map(({ cells }) => cells)
  return {
    columns: headers.map((header, index) => ({
      header,
      samples: samples.map((cells) => (cells[index] ?? '').slice(0, 100)),
      meaning: meanings[index] ?? 'ignore',
    })),
  }
}

type Plan = { preview: ImportPreview; rows: { row: ParsedRow; event: Event | null }[] }

const matchKey = (date: string, opponent: string): string => `${date}|${opponent.toLowerCase()}`

/** What an import would do, row by row. Changes nothing (R19). */
async function plan(db: Db, access: Access, form: ImportForm): Promise<Plan> {
  const [first, ...lines] = readLines(form.csv)
  const headers = first?.cells ?? []
  const statistics = await countedIn(db, access)
  const meanings = proposeMeanings(headers, statistics, form.columns)
  const problems = columnProblems(headers, meanings, statistics)
  if (problems.length > 0) throw invalidField('csv', `${problems.join('. ')}.`)
  const columns = columnsOf(headers, meanings, new Set(statistics.map(({ id }) => id)))
  const events = new Map(
    (await eventsOf(db, access.campaignId, WHOLE_SEASON)).flatMap((event) =>
      event.opponent
        ? [[matchKey(dateIn(access.timeZone, new Date(event.startTime)), event.opponent), event] as const]
        : [],
    ),
  )
  const standing = await store.standingByMatch(db, access.campaignId)
  const seen = new Set<string>()
  const read = lines.map(({ cells, number }) => {
    const row = readRow(cells, number, headers, columns)
    if (isRowError(row)) return row
    const key = matchKey(row.date, row.opponent)
    if (seen.has(key))
      return {
        line: row.line,
        reason: `the match against ${row.opponent} on ${row.date} is in the file twice`,
      }
    seen.add(key)
    return row
  })
  const rows = read.flatMap((row) =>
    isRowError(row) ? [] : [{ row, event: events.get(matchKey(row.date, row.opponent)) ?? null }],
  )
  const errors = read.filter(isRowError)
  const shown = describe(read, rows, statistics, standing)
  const previewId = createHash('sha256')
    .update(JSON.stringify([form.csv, form.columns ?? null, shown]))
    .digest('base64url')
  return { rows, preview: summarize(previewId, { headers, meanings }, shown, errors) }
}

type ShownRow = ImportPreview['rows'][number]

function describe(
  read: readonly (ParsedRow | RowError)[],
  rows: Plan['rows'],
  statistics: readonly Statistic[],
  standing: ReadonlyMap<string, Quantity>,
): ShownRow[] {
  const names = new Map(statistics.map(({ id, name }) => [id, name]))
  const eventByLine = new Map(rows.map(({ row, event }) => [row.line, event]))
  return read.map((row): ShownRow => {
    if (isRowError(row))
      return {
        line: row.line,
        date: null,
        opponent: null,
        eventId: null,
        isNewEvent: false,
        changes: [],
        error: row.reason,
      }
    const event = eventByLine.get(row.line) ?? null
    const changes = row.quantities.map(({ statisticId, quantity }) => {
      const before = event ? standing.get(`${event.id}|${statisticId}`) : undefined
      const kind =
        before === undefined
          ? ('new' as const)
          : before === quantity
            ? ('unchanged' as const)
            : ('correction' as const)
      return {
        statisticId,
        statisticName: names.get(statisticId) ?? '',
        before: toNumber(before ?? NONE),
        after: toNumber(quantity),
        kind,
      }
    })
    return {
      line: row.line,
      date: row.date,
      opponent: row.opponent,
      eventId: event?.id ?? null,
      isNewEvent: event === null,
      changes,
      error: null,
    }
  })
}

function summarize(
  previewId: string,
  { headers, meanings }: { headers: readonly string[]; meanings: readonly Meaning[] },
  rows: ShownRow[],
  errors: RowError[],
): ImportPreview {
  const count = (kind: string) =>
    rows.reduce((all, { changes }) => all + changes.filter((change) => change.kind === kind).length, 0)
  return {
    previewId,
    columns: Object.fromEntries(headers.map((header, index) => [header, meanings[index] ?? 'ignore'])),
    ignoredColumns: headers.filter((header, index) => header !== '' && meanings[index] === 'ignore'),
    rows,
    errors,
    totals: {
      new: count('new'),
      corrections: count('correction'),
      unchanged: count('unchanged'),
      newEvents: rows.filter(({ isNewEvent }) => isNewEvent).length,
    },
  }
}

export async function previewImport(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  form: ImportForm,
): Promise<ImportPreview> {
  const access = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  return (await plan(deps.db, access, form)).preview
}

/** All rows or none; refused when the preview's figures are no longer what would happen (R19). */
export function importResults(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: ImportForm,
): Promise<{ entered: ResultEntry['id'][]; preview: ImportPreview }> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canEnterResults')
      const { preview, rows } = await plan(tx, access, form)
      if (preview.errors.length > 0) {
        const [firstError] = preview.errors
        throw new DomainError(
          'invalid',
          `Nothing was imported. Line ${firstError?.line}: ${firstError?.reason}`,
          {
            fields: Object.fromEntries(
              preview.errors.slice(0, 50).map(({ line, reason }) => [`line ${line}`, reason]),
            ),
          },
        )
      }
      if (form.previewId !== undefined && form.previewId !== preview.previewId) {
        throw new DomainError(
          'stale',
          'Results changed since this preview. Look at the new preview, then import again.',
          { details: { preview } },
        )
      }
      const totals: MatchRow[] = []
      for (const { row, event } of rows) {
        const eventId = event?.id ?? (await addMatch(deps, tx, actor, access, row)).id
        for (const counted of row.quantities) totals.push({ eventId, ...counted })
      }
      const entered = await enterMatchTotals(deps, tx, actor, campaignId, totals, {
        note: form.note,
        evidenceUrl: null,
      })
      return { entered, preview }
    },
    { campaignId, mode: 'exclusive' },
  )
}

const NOON = '12:00'

const addMatch = (
  deps: Deps,
  tx: Parameters<Parameters<Transact>[0]>[0],
  actor: Actor,
  access: Access,
  row: ParsedRow,
) =>
  addEvent(deps, tx, actor, access, {
    name: matchName(row.opponent, row.venue),
    eventType: 'game',
    startTime: instantIn(access.timeZone, row.date, row.time ?? NOON),
    endTime: null,
    location: null,
    description: null,
    opponent: row.opponent,
    venue: row.venue,
    isCompleted: false,
  })
