import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import { IdentitySession, Success } from '#domain/schemas/identity.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { defineRoute, type Route } from '#server/platform/http/http.ts'
import { BASE_PATH } from './identity-auth.ts'
import type { Calls, IdentityParts } from './identity-calls.ts'
import { endOtherSessions, endSession, sessionsOf } from './identity-store.ts'

/** Ids of the identity's own rows are the library's: letters and digits. */
export const RowParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'Not an id') })

/** Where one is signed in, and ending that. */
export function sessionRoutes(
  { db, sessionsEnded }: IdentityParts,
  { guard, demandOwn, notify }: Calls,
): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: `${BASE_PATH}/sessions`,
      who: 'anyone',
      summary: 'Where the account of this session is signed in, this one first',
      response: z.array(IdentitySession),
      handle: async ({ c }) => {
        const own = await demandOwn(c)
        // The library's sessions run on the machine's own time.
        return sessionsOf(db, { accountId: own.id, currentId: own.sessionId, now: systemClock.now() })
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${BASE_PATH}/sessions/{id}`,
      who: 'anyone',
      summary: 'End one session of this account',
      params: RowParams,
      response: Success,
      handle: async ({ c, params }) => {
        await guard(c, 'sessions')
        const own = await demandOwn(c)
        if (!(await endSession(db, own.id, params.id))) throw notFound('Session')
        sessionsEnded()
        await notify(own, 'session_end')
        return { success: true }
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${BASE_PATH}/sessions`,
      who: 'anyone',
      summary: 'End every session of this account but this one',
      response: Success,
      handle: async ({ c }) => {
        await guard(c, 'sessions')
        const own = await demandOwn(c)
        const count = await endOtherSessions(db, own.id, own.sessionId)
        sessionsEnded()
        if (count > 0) await notify(own, 'other_sessions_end')
        return { success: true }
      },
    }),
  ]
}
