/** Logs who was shown whose name (R26). */
import type { Clock } from '#server/platform/base/clock.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { auditAll } from './audit.ts'

/** A list or a search that is loaded repeatedly logs each name once within this time. */
const SEEN_FOR_MS = 3_600_000

/** `campaignId`: null for a pledge that is still private to its supporter (R57). */
type Named = { pledgeId: string; campaignId: string | null }

/** Logs that this person was shown the names behind these pledges: each at most once an hour. */
export async function auditNames(
  tx: Db,
  clock: Clock,
  actorId: string,
  named: readonly Named[],
): Promise<void> {
  if (named.length === 0) return
  const fresh = await notSeenLately(
    tx,
    { actorId, since: new Date(clock.now().getTime() - SEEN_FOR_MS) },
    named.map(({ pledgeId }) => pledgeId),
  )
  const rows = named
    .filter(({ pledgeId }) => fresh.has(pledgeId))
    .map(({ pledgeId, campaignId }) => ({
      actorId,
      action: 'name.show',
      subject: 'pledge',
      subjectId: pledgeId,
      campaignId,
    }))
  if (rows.length > 0) await auditAll(tx, clock, rows)
}

async function notSeenLately(
  db: Db,
  { actorId, since }: { actorId: string; since: Date },
  pledgeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select given.id
    from unnest(${sql.param(pledgeIds)}::uuid[]) as given (id)
    where not exists (
      select from audit_log a
      where a.subject_id = given.id
        and a.action = 'name.show'
        and a.actor_id = ${actorId}
        and a.at > ${since}
    )
  `)
  return new Set(rows.map(({ id }) => id))
}
