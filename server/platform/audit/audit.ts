import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

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
      id, at, actor_id, action, subject, subject_id, campaign_id, before, after
    )
    select
      id, ${clock.now()}::timestamptz, actor_id, action, subject, subject_id, campaign_id,
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
