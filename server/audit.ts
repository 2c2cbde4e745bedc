import type { Clock } from '#server/clock.ts'
import { type Db, sql } from '#server/db/database.ts'
import { newId } from '#server/ids.ts'

export type AuditRow = {
  /** Null: the schedule did it. */
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

/** Who, when, what, before and after, in the transaction of the change itself (design, "Scale"). */
export async function audit(tx: Db, clock: Clock, row: AuditRow): Promise<void> {
  await tx.query(sql`
    insert into audit_log (id, at, actor_id, action, subject, subject_id, campaign_id, before, after)
    values (${newId(clock)}, ${clock.now()}, ${row.actorId}, ${row.action}, ${row.subject}, ${row.subjectId},
            ${row.campaignId ?? null}, ${json(row.before)}::jsonb, ${json(row.after)}::jsonb)`)
}
