/** Transfers that wait (R69). */
import type { PayoutsPage } from '#domain/schemas/payout.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { forgottenBefore } from '#server/platform/jobs/attempts.ts'

type Stuck = PayoutsPage['campaigns'][number]['stuck']

/** Stripe has not said for 20 hours whether it made the payout `p`, or was not asked to since its approval. */
export const isUnanswered = (now: Date) => sql`(
  p.state = 'sending'
  and coalesce(p.started_at, p.approved_at) < ${forgottenBefore(now)}
  and (
    p.started_at is not null
    or exists (select from campaigns h where h.id = p.campaign_id and h.billing_held_at is null)
  )
)`
/** It is not asked while the books of the campaign `c` of `p` do not balance (R40). */
export const isHeld = sql`(p.state = 'sending' and p.started_at is null and c.billing_held_at is not null)`

/** Transfers of these campaigns that wait, and why: at most one each. */
export async function stuckOf(
  db: Db,
  campaignIds: readonly string[],
  now: Date,
): Promise<Map<string, NonNullable<Stuck>>> {
  const rows = await db.query<{ campaignId: string; since: Date; why: NonNullable<Stuck>['why'] }>(sql`
    select
      p.campaign_id,
      coalesce(p.started_at, c.billing_held_at, p.approved_at) as since,
      case
        when p.started_at is not null then 'no_answer'
        when c.billing_held_at is not null then 'books_held'
        else 'not_asked'
      end as why
    from payouts p
    join campaigns c on c.id = p.campaign_id
    where p.campaign_id = any(${sql.param([...campaignIds])}::uuid[])
      and (${isUnanswered(now)} or ${isHeld})
  `)
  return new Map(rows.map(({ campaignId, since, why }) => [campaignId, { since: since.toISOString(), why }]))
}
