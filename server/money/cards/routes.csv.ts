import type { CsvColumn } from '#domain/csv.ts'
import type { CardRefusal } from '#domain/schemas/card.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerCsv, pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { newestRefusals } from './queries.refusals.ts'

/** Declines belong to no campaign, so there is no campaign's time zone to use. */
const TIME_ZONE = 'UTC'

const columns: CsvColumn<CardRefusal>[] = [
  { head: 'Email', of: ({ userEmail }) => userEmail },
  { head: 'From address', of: ({ address }) => address },
  { head: 'Reason', of: ({ code }) => code },
  timeColumn('Declined', TIME_ZONE, ({ at }) => at),
  { head: 'Within an hour by this person', of: ({ byUser }) => byUser },
  { head: 'From this address', of: ({ byAddress }) => byAddress },
  { head: 'With this card', of: ({ byCard }) => byCard },
  { head: 'Accounts with this card', of: ({ accountsWithCard }) => accountsWithCard },
  timeColumn('Next card waits until', TIME_ZONE, ({ waitsUntil }) => waitsUntil),
]

export const cardCsvRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/card-refusals.csv',
    who: 'representative',
    summary: 'The same as a CSV file: cards that were declined when someone tried to save them',
    rules: 'R51',
    produces: 'text/csv',
    handle: async ({ deps, actor, c }) => {
      await demandRepresentative(deps.db, actor)
      return answerCsv(c, deps, {
        ...{ of: null, table: 'card-refusals', timeZone: TIME_ZONE },
        columns,
        pages: pagesOf(
          ({ limit, beforeId }) => newestRefusals(deps.db, { limit, after: beforeId }),
          ({ id }) => id,
        ),
      })
    },
  }),
]
