import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { startInFile } from '#domain/event-times.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { capital } from '#domain/vocabulary.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { campaignCsv } from '#server/season/deps.ts'
import { eventsOf } from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { resultsFor } from './actions.ts'
import type { ResultsPage } from './store.ts'

type Named = ResultEntry & { match: string | null; hasTime: boolean; statistic: string }

/** With the names shown in the table; a season has far fewer matches and statistics than results. */
function readerOf(db: Db, access: Access) {
  const names = Promise.all([
    eventsOf(db, access.campaignId),
    statisticsOf(db, access.campaignId, ALL_STATISTICS),
  ]).then(([events, statistics]) => ({
    events: new Map(events.map((event) => [event.id, event])),
    statistics: new Map(statistics.map((statistic) => [statistic.id, statistic])),
  }))
  return async (page: ResultsPage): Promise<Named[]> => {
    const [known, results] = await Promise.all([names, resultsFor(db, null, access, page)])
    return results.map((result) => {
      const event = known.events.get(result.eventId ?? '')
      return {
        ...result,
        match: event?.name ?? null,
        hasTime: event?.hasTime ?? true,
        statistic: known.statistics.get(result.statisticId)?.name ?? '',
      }
    })
  }
}

const columns = ({ timeZone, vocabulary }: Access): CsvColumn<Named>[] => [
  [capital(vocabulary.match), ({ match }) => match],
  [`Date (${timeZone})`, ({ occursAt, hasTime }) => startInFile({ startTime: occursAt, hasTime }, timeZone)],
  ['Statistic', ({ statistic }) => statistic],
  ['Kind', ({ kind }) => kind],
  ['Result', ({ quantity }) => quantity],
  ['State', ({ state, isFinal }) => (state === 'entered' && !isFinal ? 'not_final' : state)],
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
