import { Balance, JournalEntry } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { entriesOf, readBooks, toBalance } from './store.ts'

export const journalRoutes = [
  ...pagedRoute({
    path: '/api/campaigns/{id}/journal',
    who: 'representative',
    summary: 'The journal, newest first',
    rules: 'R5',
    params: IdParams,
    row: JournalEntry,
    open: async ({ deps, actor, params: { id } }) => {
      await accessWith(deps.db, actor, id, 'canSettle')
      return { read: (page) => entriesOf(deps.db, id, page) }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/balance',
    who: 'treasurer',
    summary: 'What the organization is owed: collected − commission − paid out',
    rules: 'R38; owners and treasurers see totals only',
    params: IdParams,
    response: Balance,
    handle: async ({ deps, actor, params }) => {
      await accessWith(deps.db, actor, params.id, 'canReadMoney')
      return toBalance(await readBooks(deps.db, params.id))
    },
  }),
]
