/** Payouts that Stripe is to send. */
import type { Cents } from '#domain/money.ts'
import { isOpen } from '#server/money/stripe-accounts/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import { forgottenBefore } from '#server/platform/jobs/runs.ts'
import { IS_ABOVE, IS_ON_HOLD } from './owed-store.ts'

export type ClaimedTransfer = {
  id: string
  organizationId: string
  organizationName: string
  amountCents: Cents
  account: string
  moneyMode: 'live' | 'sandbox'
  /** When Stripe was first asked, or could have been by a server whose records of that were lost. */
  startedAt: Date
  /** When Stripe was first asked, as far as we know. */
  askedAt: Date | null
}

/** Between two attempts at one without an answer there is time to withdraw it. */
const REST_MS = 25 * 60_000

const isTransfer = sql.raw(`(p.state = 'approved' and p.method = 'stripe')`)

/** Not while the books do not balance, it is more than is owed, or its account takes none; what was asked for is asked about again. */
const due = (now: Date) => sql`
  ${isTransfer}
  and (p.started_at is not null or (not ${IS_ON_HOLD} and not ${IS_ABOVE} and ${isOpen(now)}))
  and p.lease_until <= case
    when p.started_at < ${forgottenBefore(now)} then ${new Date(now.getTime() - REST_MS)}::timestamptz
    else ${now}::timestamptz
  end
`

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

/** The account of one that Stripe was not asked to send yet. */
export async function accountToAsk(db: Db, id: string): Promise<string | null> {
  const row = first(
    await db.query<{ account: string | null }>(sql`
      select provider_account as account
      from payouts
      where id = ${id}
        and started_at is null
    `),
  )
  return row?.account ?? null
}

/** `leaseUntil`: of the last claim, or of the approval. */
type HeldTransfer = ClaimedTransfer & { leaseUntil: Date }

const selectTransfer = (where: SQL) => sql`
  select
    p.id, p.organization_id, o.name as organization_name, p.amount_cents,
    p.provider_account as account, p.money_mode,
    p.started_at as asked_at, p.lease_until,
    least(p.started_at, p.approved_at) as started_at
  from payouts p
  join organizations o on o.id = p.organization_id
  where ${where}
  for update of p
`

/** Locked until the transaction ends; undefined if another worker has it or it is done. */
export async function lockTransfer(db: Db, id: string, now: Date): Promise<ClaimedTransfer | undefined> {
  return first(await db.query<HeldTransfer>(selectTransfer(sql`p.id = ${id} and ${due(now)}`)))
}

/**
 * One that may be withdrawn, locked until the transaction ends: not asked for, or 20 hours ago. Until `leaseUntil` a worker is
 * asking about it.
 */
export async function lockWaiting(db: Db, payoutId: string, now: Date): Promise<HeldTransfer | undefined> {
  return first(
    await db.query<HeldTransfer>(
      selectTransfer(sql`
        p.id = ${payoutId}
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

/** The payout that Stripe sent under this id. */
export async function payoutOfTransfer(db: Db, reference: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id
    from payouts p
    where p.method = 'stripe'
      and p.reference = ${reference}
  `)
  return first(rows)?.id
}

/** Transfers of this kind of money, sent since that day and not fully reversed at Stripe; in pages, oldest first. */
export async function transfersToLookAt(
  db: Db,
  given: { moneyMode: 'live' | 'sandbox'; since: string; afterId: string | null; limit: number },
): Promise<{ id: string; reference: string }[]> {
  return db.query(sql`
    select p.id, p.reference
    from payouts p
    where p.method = 'stripe'
      and p.money_mode = ${given.moneyMode}
      and p.paid_on >= ${given.since}::date
      and p.id > ${given.afterId ?? BEFORE_ALL_IDS}::uuid
      and p.amount_cents > coalesce((
        select sum(r.amount_cents)
        from payout_reversals r
        where r.payout_id = p.id
          and r.provider_reference is not null
      ), 0)
    order by p.id
    limit ${given.limit}
  `)
}

/** If all of it came back, in any way. */
export async function markReturned(db: Db, payoutId: string): Promise<void> {
  await db.query(sql`
    update payouts
    set state = 'returned'
    where id = ${payoutId}
      and state in ('sent', 'arrived')
      and amount_cents <= (select sum(amount_cents) from payout_reversals where payout_id = payouts.id)
  `)
}

/** What came back of it so far: reversed at Stripe, or recorded by a representative. */
export async function reversedBefore(db: Db, payoutId: string): Promise<Cents> {
  const { amount } = only(
    await db.query<{ amount: Cents }>(sql`
      select coalesce(sum(amount_cents), 0)::bigint as amount
      from payout_reversals
      where payout_id = ${payoutId}
    `),
  )
  return amount
}

/** False if it was already recorded. */
export async function insertReversal(
  db: Db,
  row: {
    id: string
    payoutId: string
    /** Stripe's id; null: a representative recorded it, with a reason. */
    reference: string | null
    recorded?: { by: string; reason: string; isPaidBack: boolean }
    amount: Cents
    on: string
    at: Date
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into payout_reversals (
      id, payout_id, provider_reference, amount_cents, reversed_on, created_at,
      recorded_by, reason, is_paid_back
    )
    values (
      ${row.id}, ${row.payoutId}, ${row.reference}, ${row.amount},
      ${row.on}::date, ${row.at}, ${row.recorded?.by ?? null}::uuid, ${row.recorded?.reason ?? null},
      ${row.recorded?.isPaidBack ?? false}
    )
    on conflict (provider_reference) do nothing
    returning id
  `)
  return rows.length === 1
}
