/** What the command palette finds. */
import { z } from 'zod'
import { wordsOf } from '#domain/likeness.ts'
import { SearchForm, SearchQuery, SearchResult } from '#domain/schemas/search.ts'
import { defineRoute } from '#server/money/deps.ts'
import { findAnything } from './find.ts'
import { placesFound } from './store.ts'

export const searchRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/search',
    who: 'signed-in',
    summary: 'Campaigns and organizations by name: all for a representative, their own for an owner',
    rules: 'R27, R51, R62',
    query: SearchQuery,
    response: z.array(SearchResult),
    handle: async ({ deps, actor, query: { query } }) => {
      const found = await placesFound(deps.db, query, { actor, typed: wordsOf(query) })
      return found.map(({ alike: _alike, ...result }) => result)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/searches',
    who: 'representative',
    summary:
      'Everything by name, email, phone, amount, number or reference, the best of each kind; each name shown is logged',
    rules: 'R26, R51, R62',
    status: 200,
    body: SearchForm,
    response: z.array(SearchResult),
    handle: ({ deps, transact, actor, body }) => findAnything(deps, transact, actor, body.search),
  }),
]
