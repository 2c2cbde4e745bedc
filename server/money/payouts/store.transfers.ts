/** Payouts that Stripe is to send (R34). */
import type { Cents } from '#domain/money.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import { forgottenBefore } from '#server/platform/jobs/attempts.ts'
import { IS_ABOVE } from './queries.ts'

export type ClaimedTransfer = {
  id: string
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  timeZone: string
  amountCents: Cents
  account: string
  moneyMode: 'live' | 'sandbox'
  /** When Stripe was first asked, or could have been by a server whose records of that were lost (R34). */
  startedAt: Date
  /** When Stripe was first asked, as far as we know. */
  askedAt: Date | null
}

/** Between two attempts at one without an answer there is time to withdraw it (R69). */
const REST_MS = 25 * 60_000

const isTransfer = sql.raw(`(p.state = 'approved' and p.method = 'stripe')`)

/** Not while the books do not balance (R40), or it is more than is owed; what was asked for is asked about again. */
const due = (now: Date) => sql`
  ${isTransfer}
  and (p.started_at is not null or (c.billing_held_at is null and not ${IS_ABOVE}))
  and p.lease_until <= case
    when p.started_at < ${forgottenBefore(now)} then ${new Date(now.getTime() - REST_MS)}::timestamptz
    else ${now}::timestamptz
  end
`

export async function dueTransfers(db: Db, now: Date, moneyMode: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id
    from payouts p
    join campaigns c on c.id = p.campaign_id
    where ${due(now)}
      and p.money_mode = ${moneyMode}
    order by p.id
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

/** `leaseUntil`: of the last claim, or of the approval. */
type HeldTransfer = ClaimedTransfer & { leaseUntil: Date }

const selectTransfer = (where: SQL) => sql`
  select
    p.id, p.campaign_id, c.name as campaign_name, c.organization_id, o.name as organization_name,
    c.time_zone, p.amount_cents, p.provider_account as account, p.money_mode,
    p.started_at as asked_at, p.lease_until,
    least(p.started_at, p.approved_at) as started_at
  from payouts p
  join campaigns c on c.id = p.campaign_id
  join organizations o on o.id = c.organization_id
  where ${where}
  for update of p
`

/** Locked until the transaction ends; undefined if another worker has it or it is done. */
export async function holdTransfer(db: Db, id: string, now: Date): Promise<ClaimedTransfer | undefined> {
  return first(await db.query<HeldTransfer>(selectTransfer(sql`p.id = ${id} and ${due(now)}`)))
}

/**
 * One that may be withdrawn, locked until the transaction ends: not asked for, or 20 hours ago. Until `leaseUntil` a worker is
 * asking about it.
 */
export async function holdWaiting(
  db: Db,
  { campaignId, payoutId }: { campaignId: string; payoutId: string },
  now: Date,
): Promise<HeldTransfer | undefined> {
  return first(
    await db.query<HeldTransfer>(
      selectTransfer(sql`
        p.id = ${payoutId}
        and p.campaign_id = ${campaignId}
        and ${isTransfer}
        and (p.started_at is null or p.started_at < ${forgottenBefore(now)})
      `),
    ),
  )
}

/** Claims it until the lease expires. Without `startedAt`, Stripe is not asked to send it. */
export async function claimTransfer(
  db: Db,
  id: string,
  { startedAt, leaseUntil }: { startedAt: Date | null; leaseUntil: Date },
): Promise<void> {
  await db.query(sql`
    update payouts
    set started_at = coalesce(started_at, ${startedAt}::timestamptz), lease_until = ${leaseUntil}
    where id = ${id}
  `)
}

/** Gives back a claim, unless another worker has it by now. */
export async function releaseTransfer(
  db: Db,
  id: string,
  { leaseUntil, leaseBefore }: { leaseUntil: Date; leaseBefore: Date },
): Promise<void> {
  await db.query(sql`
    update payouts
    set lease_until = ${leaseBefore}
    where id = ${id}
      and state = 'approved'
      and lease_until = ${leaseUntil}
  `)
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
      state = 'arrived',
      paid_on = ${paidOn}::date,
      arrived_on = ${paidOn}::date,
      reference = ${reference}
    where id = ${id}
      and state = 'approved'
    returning id
  `)
  return rows.length === 1
}

export async function markRefused(db: Db, id: string, reason: string): Promise<boolean> {
  const rows = await db.query(sql`
    update payouts
    set state = 'withdrawn', refusal = ${reason}
    where id = ${id}
      and state = 'approved'
    returning id
  `)
  return rows.length === 1
}
