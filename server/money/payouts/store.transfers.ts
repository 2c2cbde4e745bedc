/** Payouts that Stripe is to send (R34). */
import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type ClaimedTransfer = {
  id: string
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  timeZone: string
  amountCents: Cents
  account: string
  /** When Stripe was first asked, or could have been by a server whose records of that were lost (R34). */
  startedAt: Date
}

const due = (now: Date) => sql`p.state = 'sending' and p.lease_until <= ${now}`

export async function dueTransfers(db: Db, now: Date, moneyMode: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id
    from payouts p
    where ${due(now)}
      and p.money_mode = ${moneyMode}
    order by p.id
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

/** Claims it until the lease expires; undefined if another worker has it or it is done. */
export async function claimTransfer(
  db: Db,
  id: string,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ClaimedTransfer | undefined> {
  return first(
    await db.query<ClaimedTransfer>(sql`
      update payouts p
      set started_at = coalesce(p.started_at, ${now}::timestamptz), lease_until = ${leaseUntil}
      from campaigns c
      join organizations o on o.id = c.organization_id
      where p.id = ${id}
        and c.id = p.campaign_id
        and ${due(now)}
      returning
        p.id, p.campaign_id, c.name as campaign_name, c.organization_id,
        o.name as organization_name, c.time_zone, p.amount_cents, p.provider_account as account,
        least(p.started_at, p.approved_at) as started_at
    `),
  )
}

/** False if it was already recorded. Stripe's answer confirms that it arrived. */
export async function markTransferred(
  db: Db,
  id: string,
  { paidOn, reference }: { paidOn: string; reference: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    update payouts
    set
      state = 'paid',
      paid_on = ${paidOn}::date,
      arrived_on = ${paidOn}::date,
      reference = ${reference}
    where id = ${id}
      and state = 'sending'
    returning id
  `)
  return rows.length === 1
}

export async function markRefused(db: Db, id: string, reason: string): Promise<boolean> {
  const rows = await db.query(sql`
    update payouts
    set state = 'refused', refusal = ${reason}
    where id = ${id}
      and state = 'sending'
    returning id
  `)
  return rows.length === 1
}
