/** Payouts that are withdrawn before they are sent, because less is owed now (R69). */
import type { Cents } from '#domain/money.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/** Stripe was not asked to send the payout `p`; at most one per campaign. */
const UNSENT = sql.raw(
  `(p.state in ('prepared', 'approved') or (p.state = 'sending' and p.started_at is null))`,
)

/**
 * The same, and it can be withdrawn without asking Stripe. `since`: a transfer that was approved earlier may have been asked for
 * by a server whose records of that were lost.
 */
const toWithdraw = (since: Date) => sql`(${UNSENT} and (p.state <> 'sending' or p.approved_at > ${since}))`

/** Locked until the transaction ends: from here on it is neither approved nor sent. */
export async function holdUnsent(db: Db, campaignId: string): Promise<void> {
  await db.query(sql`
    select p.id
    from payouts p
    where p.campaign_id = ${campaignId}
      and ${UNSENT}
    for update
  `)
}

export async function unsentOf(db: Db, campaignId: string, since: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id
    from payouts p
    where p.campaign_id = ${campaignId}
      and ${toWithdraw(since)}
  `)
  return rows.map(({ id }) => id)
}

/**
 * False if Stripe was asked in the meantime, or nothing is left to withdraw. `leaseUntil`: of the worker that learned that
 * Stripe did not make the transfer, and has it still.
 */
export async function withdrawWith(
  db: Db,
  id: string,
  { reason, leaseUntil = null }: { reason: string; leaseUntil?: Date | null | undefined },
): Promise<boolean> {
  const rows = await db.query(sql`
    update payouts
    set state = 'withdrawn', refusal = ${reason}
    where id = ${id}
      and (state in ('prepared', 'approved') or (
        state = 'sending'
        and (started_at is null or lease_until = ${leaseUntil}::timestamptz)
      ))
    returning id
  `)
  return rows.length === 1
}

/** Paid out of this campaign, what Stripe was or may have been asked for, and what a cancellation withdraws. */
export async function payoutsSoFar(
  db: Db,
  campaignId: string,
  since: Date,
): Promise<{ paidOutCents: Cents; onItsWayCents: Cents; unsentCents: Cents }> {
  return only(
    await db.query(sql`
      select
        b.paid_out_cents,
        coalesce(sum(p.amount_cents) filter (where not ${toWithdraw(since)}), 0)::bigint as on_its_way_cents,
        coalesce(sum(p.amount_cents) filter (where ${toWithdraw(since)}), 0)::bigint as unsent_cents
      from campaign_books b
      left join payouts p on p.campaign_id = b.campaign_id and p.state in ('prepared', 'approved', 'sending')
      where b.campaign_id = ${campaignId}
      group by b.paid_out_cents
    `),
  )
}
