import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Database, type Db, sql } from '#server/platform/db/database.ts'

/** A list or a search that is loaded repeatedly logs each name once within this time. */
const SEEN_FOR_MS = 3_600_000

/** `campaignId`: null for a pledge that is still private to its supporter. */
type Named = { pledgeId: string; campaignId: string | null }

/**
 * Logs that this person was shown the names behind these pledges (R26): each name at most once an hour, and one entry for
 * each campaign, however many names one look shows. The entry's subject is the first pledge; `after` has all of several.
 */
export async function auditNames(
  tx: Db,
  clock: Clock,
  actorId: string,
  named: readonly Named[],
): Promise<void> {
  if (named.length === 0) return
  const seen = await seenLately(tx, { actorId, since: new Date(clock.now().getTime() - SEEN_FOR_MS) })
  const fresh = Map.groupBy(
    named.filter(({ pledgeId }) => !seen.has(pledgeId)),
    ({ campaignId }) => campaignId,
  )
  const rows = [...fresh].map(([campaignId, ofIt]): AuditRow => {
    const pledgeIds = [...new Set(ofIt.map(({ pledgeId }) => pledgeId))]
    const [subjectId = ''] = pledgeIds
    const after = pledgeIds.length > 1 ? { pledgeIds } : null
    return { actorId, action: 'name.show', subject: 'pledge', subjectId, campaignId, after }
  })
  if (rows.length > 0) await auditAll(tx, clock, rows)
}

/** The pledges whose names this person, or this key, was shown since then. */
async function seenLately(
  db: Db,
  { actorId, since }: { actorId: string; since: Date },
): Promise<Set<string>> {
  const byKey = db.apiKeyId ?? null
  const rows = await db.query<{ id: string }>(sql`
    select subject_id as id
    from audit_log
    where action = 'name.show'
      and actor_id = ${actorId}
      and api_key_id is not distinct from ${byKey}::uuid
      and at > ${since}
    union
    select jsonb_array_elements_text(after -> 'pledgeIds')::uuid
    from audit_log
    where action = 'name.show'
      and actor_id = ${actorId}
      and api_key_id is not distinct from ${byKey}::uuid
      and at > ${since}
  `)
  return new Set(rows.map(({ id }) => id))
}

/** The database for a request by an API key: what is logged through it names the key, too. */
export const namingKey = (db: Database, apiKeyId: string): Database => ({
  ...db,
  apiKeyId,
  transaction: (work, lock) => db.transaction((tx) => work({ ...tx, apiKeyId }), lock),
})

export type AuditRow = {
  /** Null: done by a scheduled job. */
  actorId: string | null
  /** What was done, as noun.verb: `result.confirm`. */
  action: string
  subject: string
  subjectId: string
  campaignId?: string | null
  before?: unknown
  after?: unknown
}

const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** Who, when, what, before and after; in the same transaction as the change itself (R55). */
export const audit = (tx: Db, clock: Clock, row: AuditRow): Promise<void> => auditAll(tx, clock, [row])

/** The same for many at once, in one statement. */
export async function auditAll(tx: Db, clock: Clock, rows: readonly AuditRow[]): Promise<void> {
  const list = <T>(value: (row: AuditRow) => T) => sql.param(rows.map(value))
  await tx.query(sql`
    insert into audit_log (
      id, at, actor_id, api_key_id, action, subject, subject_id, campaign_id, before, after
    )
    select
      id, ${clock.now()}::timestamptz, actor_id, ${tx.apiKeyId ?? null}::uuid, action, subject, subject_id, campaign_id,
      before::jsonb, after::jsonb
    from unnest(
      ${list(() => newId(clock))}::uuid[],
      ${list(({ actorId }) => actorId)}::uuid[],
      ${list(({ action }) => action)}::text[],
      ${list(({ subject }) => subject)}::text[],
      ${list(({ subjectId }) => subjectId)}::uuid[],
      ${list(({ campaignId }) => campaignId ?? null)}::uuid[],
      ${list(({ before }) => json(before))}::text[],
      ${list(({ after }) => json(after))}::text[]
    ) as given (id, actor_id, action, subject, subject_id, campaign_id, before, after)
  `)
}
