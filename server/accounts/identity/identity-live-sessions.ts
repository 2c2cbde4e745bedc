import type { Clock } from '#server/platform/base/clock.ts'
import type { PublicCache } from '#server/platform/cache/cache.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { TokenSubject } from './identity-token.ts'

/** Sent to every instance when a session ends or an account is deleted: cached sessions are then checked again (R28). */
export const SESSIONS = 'sessions'

export type LiveSessions = {
  /** Whether the session still exists and its account is not deleted. At most one database query. */
  has(subject: TokenSubject): Promise<boolean>
  /** Sessions have ended: all instances clear their caches. */
  ended(): void
}

/** If the message about an ended session does not arrive, it stays cached no longer than this. */
const REMEMBERED_MS = 30_000
const MAX_REMEMBERED = 20_000

export function createLiveSessions({
  db,
  cache,
  wallClock,
}: {
  db: Db
  cache: Pick<PublicCache, 'changed' | 'onChange'>
  wallClock: Clock
}): LiveSessions {
  const remembered = new Map<string, number>()
  /** What was read before sessions ended is not cached after it. */
  let generation = 0
  cache.onChange((tags) => {
    if (!tags.includes(SESSIONS)) return
    generation += 1
    remembered.clear()
  })

  return {
    has: async ({ userId, sessionId }) => {
      const nowMs = wallClock.now().getTime()
      const key = `${sessionId} ${userId}`
      if ((remembered.get(key) ?? 0) > nowMs) return true
      const before = generation
      if (!(await isThere(db, { userId, sessionId }, wallClock.now()))) return false
      if (before !== generation) return true
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string)
      remembered.set(key, nowMs + REMEMBERED_MS)
      return true
    },
    ended: () => cache.changed([SESSIONS]),
  }
}

async function isThere(db: Db, { userId, sessionId }: TokenSubject, now: Date): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`
    select u.id
    from identity.session s
    join user_identities i on i.provider = 'embedded' and i.subject = s.user_id
    join users u on u.id = i.user_id
    where s.id = ${sessionId}
      and s.expires_at > ${now}
      and u.id = ${userId}
      and u.deleted_at is null
  `)
  return rows.length > 0
}
