import type { Clock } from '#server/platform/base/clock.ts'
import type { PublicCache } from '#server/platform/cache/cache.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { Verified } from '#server/platform/deps.ts'
import type { TokenSubject } from './token.ts'

/** Sent to every instance when a session ends or an account is deleted: cached sessions are then checked again. */
export const SESSIONS = 'sessions'

type LiveSession = Pick<Verified, 'hasSecondStep'>
type LiveSessions = {
  /** The session if it still exists and its account is not deleted. At most one database query. */
  find(subject: TokenSubject): Promise<LiveSession | null>
  /** Sessions have ended or lost their second step: all instances clear their caches. */
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
  const remembered = new Map<string, { session: LiveSession; untilMs: number }>()
  /** What was read before sessions ended is not cached after it. */
  let generation = 0
  cache.onChange((tags) => {
    if (!tags.includes(SESSIONS)) return
    generation += 1
    remembered.clear()
  })

  return {
    find: async ({ userId, sessionId }) => {
      const nowMs = wallClock.now().getTime()
      const key = `${sessionId} ${userId}`
      const known = remembered.get(key)
      if (known && known.untilMs > nowMs) return known.session
      const before = generation
      const session = await read(db, { userId, sessionId }, wallClock.now())
      if (!session || before !== generation) return session
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value as string)
      remembered.set(key, { session, untilMs: nowMs + REMEMBERED_MS })
      return session
    },
    ended: () => cache.changed([SESSIONS]),
  }
}

async function read(db: Db, { userId, sessionId }: TokenSubject, now: Date): Promise<LiveSession | null> {
  const [session] = await db.query<LiveSession>(sql`
    select s.second_step_at is not null as has_second_step
    from identity.session s
    join user_identities i on i.provider = 'embedded' and i.subject = s.user_id
    join users u on u.id = i.user_id
    where s.id = ${sessionId}
      and s.expires_at > ${now}
      and u.id = ${userId}
      and u.deleted_at is null
  `)
  return session ?? null
}
