import { z } from 'zod'
import { UndeliveredMail } from '#domain/schemas/undelivered-mail.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { dismissUndelivered, listUndelivered, sendUndeliveredAgain } from './actions.ts'

export const undeliveredMailRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/undelivered-mails',
    who: 'representative',
    summary: 'Mail that could not be delivered, newest first',
    rules: 'R44',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor of this list').optional(),
    }),
    response: z.array(UndeliveredMail),
    handle: async ({ deps, actor, query: { limit, cursor }, c }) => {
      const { mails, count } = await listUndelivered(deps.db, actor, { limit, beforeId: cursor ?? null })
      c.header('X-Total-Count', String(count))
      const last = mails.length === limit ? mails.at(-1) : undefined
      if (last) {
        const next = new URLSearchParams({ limit: String(limit), cursor: last.id })
        c.header('Link', `</api/undelivered-mails?${next}>; rel="next"`)
      }
      return mails
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/undelivered-mails/{id}/retry',
    who: 'representative',
    summary:
      'Send an undelivered email again, to the recipient’s current address and with a full set of attempts',
    rules: 'R44',
    params: IdParams,
    handle: async ({ deps, transact, actor, params: { id } }) => {
      await sendUndeliveredAgain(deps, transact, actor, id)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/undelivered-mails/{id}/dismissal',
    who: 'representative',
    summary: 'Take an undelivered email off the list: it is not sent again',
    rules: 'R44',
    params: IdParams,
    handle: async ({ deps, transact, actor, params: { id } }) => {
      await dismissUndelivered(deps, transact, actor, id)
    },
  }),
]
