/** What the command palette finds: campaigns and organizations by name, one invoice or pledge by its number. */
import { z } from 'zod'
import { SearchQuery, SearchResult } from '#domain/schemas/search.ts'
import { defineRoute } from '#server/money/deps.ts'

import { searchResults } from './store.ts'

export const searchRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/search',
    who: 'signed-in',
    summary:
      'Campaigns and organizations by name, an invoice by its number, a pledge by its reference: all for a representative, their own for an owner; without names',
    rules: 'R26, R27, R51',
    query: SearchQuery,
    response: z.array(SearchResult),
    handle: ({ deps, actor, query: { query } }) =>
      searchResults(deps.db, query, { actor, now: deps.clock.now() }),
  }),
]
