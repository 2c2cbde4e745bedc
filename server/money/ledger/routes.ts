import { z } from 'zod'
import { DomainError } from '#domain/errors.ts'
import { Balance, JournalEntry } from '#domain/schemas/settlement.ts'
import { accessTo, accessWith } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { entriesOf, readBooks, toBalance } from './queries.ts'

export const journalRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/journal',
    who: 'representative',
    summary: 'The journal, newest first',
    rules: 'R5',
    params: IdParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
    }),
    response: z.array(JournalEntry),
    handle: async ({ deps, actor, params, query, c }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const entries = await entriesOf(deps.db, params.id, {
        limit: query.limit,
        beforeId: query.cursor ?? null,
      })
      const last = entries.at(-1)
      if (last && entries.length === query.limit) {
        c.header(
          'Link',
          `</api/campaigns/${params.id}/journal?limit=${query.limit}&cursor=${last.id}>; rel="next"`,
        )
      }
      return entries
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/balance',
    who: 'owner',
    summary: 'What the organization is owed: collected − commission − paid out',
    rules: 'R38; owners see totals only',
    params: IdParams,
    response: Balance,
    handle: async ({ deps, actor, params }) => {
      const access = await accessTo(deps.db, actor, params.id)
      if (!access.isRepresentative && access.membership !== 'owner') {
        throw new DomainError('forbidden', 'You may not do that in this campaign')
      }
      return toBalance(await readBooks(deps.db, params.id))
    },
  }),
]
