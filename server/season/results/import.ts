import { createHash } from 'node:crypto'
import { DomainError, invalidField } from '#domain/errors.ts'
import { NONE, type Quantity, toNumber } from '#domain/quantity.ts'
import { columnProblems, type Meaning, proposeMeanings } from '#domain/results-columns.ts'
import { columnsOf, isRowError, MAX_ROWS, type RowError, readRow } from '#domain/results-csv.ts'
import type { ImportColumns, ImportForm, ImportPreview, ResultEntry } from '#domain/schemas/result.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { readCsvLines } from '#server/platform/csv/csv-reading.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import {
  addEvent,
  eventsOf,
  keepName,
  knownNames,
  sayDifferent,
  takeOpponent,
} from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { knownMatch } from './actions.duplicates.ts'
import {
  matchRows,
  nameOf,
  type PlannedRow,
  startOf,
  unusualRows,
  withAnswers,
} from './actions.import-rows.ts'
import { enterMatchTotals, type MatchRow } from './actions.matches.ts'
import * as matches from './store.matches.ts'

const readLines = (csv: string) => readCsvLines(csv, { field: 'csv', maxRows: MAX_ROWS })

const countedIn = async (db: Db, { campaignId }: Access): Promise<Statistic[]> =>
  (await statisticsOf(db, campaignId, ALL_STATISTICS)).filter(({ type }) => countsUnits(type))

const SAMPLES = 3

/** The file's columns, with what each seems to contain; changes nothing (R19). */
export async function importColumns(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  { csv }: Pick<ImportForm, 'csv'>,
): Promise<ImportColumns> {
  const access = await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const [first, ...lines] = readLines(csv)
  const headers = first?.cells ?? []
  const meanings = proposeMeanings(headers, await countedIn(deps.db, access), {}, access.vocabulary)
  const samples = lines.slice(0, SAMPLES).map(({ cells }) => cells)
  return {
    columns: headers.map((header, index) => ({
      header,
      samples: samples.map((cells) => (cells[index] ?? '').slice(0, 100)),
      meaning: meanings[index] ?? 'ignore',
    })),
  }
}

type Plan = { preview: ImportPreview; rows: PlannedRow[] }

/** What an import would do, row by row. Changes nothing (R19). */
async function plan(db: Db, access: Access, form: ImportForm, now: Date): Promise<Plan> {
  const [first, ...lines] = readLines(form.csv)
  const headers = first?.cells ?? []
  const statistics = await countedIn(db, access)
  const meanings = proposeMeanings(headers, statistics, form.columns, access.vocabulary)
  const problems = columnProblems(headers, meanings, statistics, access.vocabulary)
  if (problems.length > 0) throw invalidField('csv', `${problems.join('. ')}.`)
  const columns = columnsOf(headers, meanings, new Set(statistics.map(({ id }) => id)))
  const events = await eventsOf(db, access.campaignId)
  const known = await knownNames(db, access.campaignId)
  const standing = await matches.standingByMatch(db, access.campaignId)
  const parsed = lines.map(({ cells, number }) => readRow(cells, number, headers, columns, access.vocabulary))
  const read = matchRows(parsed, { events, known, timeZone: access.timeZone, words: access.vocabulary })
  const figures = { statistics, standing }
  const asked = read.map((row) =>
    isRowError(row) ? errorRow(row) : shownRow({ ...row, answer: null }, figures),
  )
  // Excludes the answers: someone who looked before answering has seen the same file with the same results.
  const previewId = createHash('sha256')
    .update(JSON.stringify([form.csv, form.columns ?? null, asked]))
    .digest('base64url')
  const answered = withAnswers(read, form.matches ?? {}, access.vocabulary)
  const rows = answered.filter((row): row is PlannedRow => !isRowError(row))
  const judge = unusualRows(rows, {
    events,
    timeZone: access.timeZone,
    vocabulary: access.vocabulary,
    now,
    ...figures,
  })
  const shown = answered.map((row): ShownRow => {
    if (isRowError(row)) return errorRow(row)
    return { ...shownRow(row, figures), unusual: judge(row) }
  })
  const errors = answered.filter((row): row is RowError => isRowError(row))
  return { rows, preview: summarize(previewId, { headers, meanings }, shown, errors) }
}

type ShownRow = ImportPreview['rows'][number]
type Figures = { statistics: readonly Statistic[]; standing: ReadonlyMap<string, Quantity> }

const errorRow = ({ line, reason }: RowError): ShownRow => ({
  ...{ line, date: null, opponent: null, eventId: null, eventName: null, isNewEvent: false },
  ...{ couldBe: [], answer: null, unusual: [], changes: [], error: reason },
})

function shownRow({ row, event, couldBe, answer }: PlannedRow, { statistics, standing }: Figures): ShownRow {
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
      statisticName: statistics.find(({ id }) => id === statisticId)?.name ?? '',
      before: toNumber(before ?? NONE),
      after: toNumber(quantity),
      kind,
    }
  })
  return {
    ...{ line: row.line, date: row.date, opponent: row.opponent },
    ...{ eventId: event?.id ?? null, eventName: event?.name ?? null },
    isNewEvent: event === null && (couldBe.length === 0 || answer !== null),
    couldBe: couldBe.map((known) => knownMatch(known, statistics, standing)),
    ...{ answer, unusual: [], changes, error: null },
  }
}

const isUnanswered = ({ couldBe, answer }: ShownRow): boolean => couldBe.length > 0 && answer === null

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
      unanswered: rows.filter(isUnanswered).length,
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
  return (await plan(deps.db, access, form, deps.clock.now())).preview
}

/** All rows or none; refused if the preview's figures no longer match what would happen (R19). */
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
      const { preview, rows } = await plan(tx, access, form, deps.clock.now())
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
          'Results changed since this preview. Review the new preview, then import again.',
          { details: { preview } },
        )
      }
      refuseUnanswered(preview, access.vocabulary)
      const totals: MatchRow[] = []
      for (const planned of rows) {
        const { row } = planned
        const eventId = await eventFor(deps, tx, actor, access, planned)
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

const MAX_NAMED = 50

/** Nothing is counted twice for lack of an answer: each line that could be a scheduled match must say which (R19). */
function refuseUnanswered({ rows }: ImportPreview, { match }: Vocabulary): void {
  const open = rows.filter(isUnanswered)
  const [first] = open
  if (!first) return
  const lines = open.slice(0, MAX_NAMED).map(({ line }) => line)
  const names = first.couldBe.map(({ name }) => name).join(' or ')
  throw new DomainError(
    'possible_duplicate',
    `Nothing was imported. Line ${first.line}: ${first.opponent} could be ${names}, which is on the schedule that day. Choose that ${match} or a new one for ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}.`,
    {
      fields: Object.fromEntries(
        open
          .slice(0, MAX_NAMED)
          .map(({ line, couldBe }) => [`matches.${line}`, `Choose ${couldBe[0]?.name}, or a new ${match}`]),
      ),
      details: { rows: open.slice(0, MAX_NAMED) },
    },
  )
}

/** The row's match: a scheduled one, whose opponent is filled in, or a new one that is none of the possible ones. */
async function eventFor(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  access: Access,
  { row, event, couldBe, answer }: PlannedRow,
): Promise<string> {
  if (event) {
    if (answer !== null) await keepName(tx, event.id, row.opponent)
    if (access.vocabulary.hasOpponents) await takeOpponent(deps, tx, actor, { ...access, event }, row)
    return event.id
  }
  const { hasOpponents } = access.vocabulary
  const { id } = await addEvent(deps, tx, actor, access, {
    name: nameOf(row, access.vocabulary),
    eventType: 'game',
    startTime: startOf(row, access.timeZone),
    hasTime: row.time !== null,
    endTime: null,
    location: null,
    description: null,
    opponent: hasOpponents ? row.opponent : null,
    venue: hasOpponents ? row.venue : null,
    isCompleted: false,
  })
  const pairs = couldBe.map((other) => [id, other.id] as const)
  await sayDifferent(deps, tx, actor, access.campaignId, pairs)
  return id
}
