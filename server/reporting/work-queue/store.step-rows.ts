/** What a representative's steps and an owner's have in common. `c` is always the campaign. */
import { cents, toDecimal } from '#domain/money.ts'
import type { WorkQueueStep, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { STEPS } from '#domain/work-queue.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

type StepRow = Omit<WorkQueueStep, 'amount' | 'at'> & {
  amountCents: number | null
  at: Date | null
  total: number
}
export type Reader = { userId: string; now: Date; limit: number }

export const DAY_MS = 86_400_000
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Result `r` waits for a second person, and the reader may be that person (R18). */
export const waitsForReader = (userId: string): SQL => sql`
  (
    (
      (r.confirmed_at is null and r.voided_at is null)
      or (r.void_requested_at is not null and r.voided_at is null)
    )
    and coalesce(r.void_requested_by, r.entered_by) <> ${userId}
    and c.status <> 'cancelled'
  )
`

/** What waits for a second person (R18), one step for each match; `campaigns` is a table or a name from a `with`. */
export const resultsToConfirm = (campaigns: SQL, userId: string): SQL => sql`
  select
    'confirm_results' as kind, r.campaign_id,
    count(*)::integer as count,
    null::bigint as amount_cents,
    min(coalesce(e.name, s.name)) as subject,
    r.event_id,
    min(coalesce(e.start_time, r.entered_at)) as at
  from ${campaigns} c
  join results r on r.campaign_id = c.id
  join statistics s on s.id = r.statistic_id
  left join events e on e.id = r.event_id
  where ${waitsForReader(userId)}
  group by r.campaign_id, r.event_id, case when r.event_id is null then r.statistic_id end
`

/** Messages that were reported and are still shown (R43). */
export const reportedComments = (campaigns: SQL): SQL => sql`
  select
    'reported_comments' as kind, q.campaign_id,
    count(distinct q.comment_id)::integer as count,
    null::bigint as amount_cents,
    null::text as subject,
    null::uuid as event_id,
    min(q.created_at) as at
  from ${campaigns} c
  join comment_reports q on q.campaign_id = c.id
  join comments t on t.id = q.comment_id
  where q.closed_at is null
    and t.hidden_at is null
  group by q.campaign_id
`

/** The most urgent first; bounded, with the count of all (R51). `ctes` define `steps`. */
export async function readSteps(db: Db, ctes: SQL, limit: number): Promise<WorkQueueSteps> {
  const rows = await db.query<StepRow>(sql`
    with ${ctes}
    select
      s.*,
      c.name as campaign_name, o.id as organization_id, o.name as organization_name, c.time_zone,
      count(*) over () as total
    from steps s
    join campaigns c on c.id = s.campaign_id
    join organizations o on o.id = c.organization_id
    order by
      array_position(${sql.param([...STEPS])}::text[], s.kind),
      s.at,
      s.campaign_id,
      s.event_id
    limit ${limit}
  `)
  return {
    steps: rows.map(({ amountCents, total: _total, at, ...row }) => ({
      ...row,
      amount: amountCents === null ? null : toDecimal(cents(amountCents)),
      at: at?.toISOString() ?? null,
    })),
    count: rows[0]?.total ?? 0,
  }
}
