import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { capital } from '#domain/vocabulary.ts'
import { type Access, campaignCsv } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eventsOf } from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { resultsFor } from './actions.ts'
import type { ResultsPage } from './store.ts'

type Named = ResultEntry & { match: string | null; statistic: string }

/** With the names shown in the table; a season has far fewer matches and statistics than results. */
function readerOf(db: Db, access: Access) {
  const names = Promise.all([
    eventsOf(db, access.campaignId),
    statisticsOf(db, access.campaignId, ALL_STATISTICS),
  ]).then(([events, statistics]) => new Map([...events, ...statistics].map(({ id, name }) => [id, name])))
  return async (page: ResultsPage): Promise<Named[]> => {
    const [known, results] = await Promise.all([names, resultsFor(db, null, access, page)])
    return results.map((result) => ({
      ...result,
      match: known.get(result.eventId ?? '') ?? null,
      statistic: known.get(result.statisticId) ?? '',
    }))
  }
}

const columns = ({ timeZone, vocabulary }: Access): CsvColumn<Named>[] => [
  [capital(vocabulary.match), ({ match }) => match],
  timeColumn('Date', timeZone, ({ occursAt }) => occursAt),
  ['Statistic', ({ statistic }) => statistic],
  ['Kind', ({ kind }) => kind],
  ['Result', ({ quantity }) => quantity],
  ['State', ({ state }) => state],
  ['Entered by', ({ enteredBy }) => enteredBy.name],
  timeColumn('Entered', timeZone, ({ enteredAt }) => enteredAt),
  ['Confirmed by', ({ confirmedBy }) => confirmedBy?.name ?? null],
  timeColumn('Confirmed', timeZone, ({ confirmedAt }) => confirmedAt),
  ['Note', ({ note }) => note],
  ['Evidence', ({ evidenceUrl }) => evidenceUrl],
  ['Voided by', ({ voidedBy }) => voidedBy?.name ?? null],
  ['Void reason', ({ voidReason }) => voidReason],
]

export const resultCsvRoutes = [
  campaignCsv({
    table: 'results',
    who: 'scorer',
    permission: 'canEnterResults',
    rules: 'R17, R18, R51',
    query: z.object({ statistic: z.uuid('Not an id').optional() }),
    columns,
    pages: ({ deps, access, query }) => {
      const read = readerOf(deps.db, access)
      return pagesOf((page) => read({ ...page, statisticId: query.statistic ?? null }))
    },
  }),
]
