import { type Cents, cents } from '#domain/money.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type Ended = {
  pledgeId: string
  campaignId: string
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** What of it was collected and not refunded. */
  keptCents: Cents
  /** What the cancellation refunds. */
  refundedCents: Cents
  /** What is refunded if a bank that is deciding a dispute does not give it back itself (R66). */
  waitingCents: Cents
  hasPaid: boolean
  idempotencyKey: string
}

/** `reason`: of the refunds that a cancellation makes. Pledges that ended with a campaign that was cancelled since then; to verified addresses only (R44). */
export async function unmailed(
  db: Db,
  { since, reason, limit }: { since: Date; reason: string; limit: number },
): Promise<Ended[]> {
  const rows = await db.query<Ended>(sql`
    select
      p.id as pledge_id, p.campaign_id, p.pledger_id, u.email, c.name as campaign_name,
      o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      (
        select coalesce(sum(m.kept_cents), 0)::bigint
        from received_money m
        where m.pledge_id = p.id
      ) as kept_cents,
      (
        select coalesce(sum(r.amount_cents), 0)::bigint
        from refunds r
        where r.pledge_id = p.id
          and r.reason = ${reason}
          and r.state <> 'failed'
      ) as refunded_cents,
      (
        select coalesce(sum(h.disputed_cents), 0)::bigint
        from charges h
        where h.pledge_id = p.id
          and a.refunds_all
      ) as waiting_cents,
      exists (select from received_money m where m.pledge_id = p.id) as has_paid,
      k.idempotency_key
    from campaigns c
    join lateral (
      select at, (after ->> 'refundAll')::boolean as refunds_all
      from audit_log
      where campaign_id = c.id
        and action = 'campaign.cancel'
      order by id desc
      limit 1
    ) a on a.at > ${since}
    join organizations o on o.id = c.organization_id
    join pledges p on p.campaign_id = c.id
    join users u on u.id = p.pledger_id
    cross join lateral (select 'pledge:' || p.id || ':campaign-cancelled' as idempotency_key) k
    where c.status = 'cancelled'
      and not exists (
        select from audit_log own
        where own.subject_id = p.id
          and own.action = 'pledge.cancel'
      )
      and u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (select from mails m where m.idempotency_key = k.idempotency_key)
    order by p.id
    limit ${limit}
  `)
  return rows.map((row) => ({
    ...row,
    keptCents: cents(row.keptCents),
    refundedCents: cents(row.refundedCents),
    waitingCents: cents(row.waitingCents),
  }))
}
