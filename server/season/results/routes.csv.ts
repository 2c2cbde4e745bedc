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
  { head: capital(vocabulary.match), of: ({ match }) => match },
  timeColumn('Date', timeZone, ({ occursAt }) => occursAt),
  { head: 'Statistic', of: ({ statistic }) => statistic },
  { head: 'Kind', of: ({ kind }) => kind },
  { head: 'Result', of: ({ quantity }) => quantity },
  { head: 'State', of: ({ state }) => state },
  { head: 'Entered by', of: ({ enteredBy }) => enteredBy.name },
  timeColumn('Entered', timeZone, ({ enteredAt }) => enteredAt),
  { head: 'Confirmed by', of: ({ confirmedBy }) => confirmedBy?.name ?? null },
  timeColumn('Confirmed', timeZone, ({ confirmedAt }) => confirmedAt),
  { head: 'Note', of: ({ note }) => note },
  { head: 'Evidence', of: ({ evidenceUrl }) => evidenceUrl },
  { head: 'Voided by', of: ({ voidedBy }) => voidedBy?.name ?? null },
  { head: 'Void reason', of: ({ voidReason }) => voidReason },
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
