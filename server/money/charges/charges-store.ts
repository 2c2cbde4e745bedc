import { bankAnswersBy } from '#domain/billing/bank-debit.ts'
import {
  DISPUTED_NEXT_STEP,
  nextStepOf,
  reasonOf,
  WAIT_WORDS,
  type Wait,
} from '#domain/billing/charge-status.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { bigints, uuids } from '#server/platform/db/arrays.ts'
import { type Db, first, only, type Prepared, type SQL, sql } from '#server/platform/db/database.ts'

/** The card provider in use, and which money it moves (R39). */
export type ProviderInUse = { provider: string; moneyMode: 'live' | 'sandbox' }

type NewCharge = { id: string; pledgeId: string; cardId: string; amount: Cents }

const INSERT: Prepared = {
  name: 'charges_insert',
  text: `
    insert into charges (
      id, campaign_id, settlement_id, pledge_id, card_id, amount_cents, state, charge_at,
      money_mode, created_at
    )
    select id, $1, $2, pledge_id, card_id, amount, 'scheduled', $3, $4, $5
    from unnest(
      $6::uuid[], $7::uuid[], $8::uuid[], $9::bigint[]
    ) as given (id, pledge_id, card_id, amount)
  `,
}

export async function insertCharges(
  db: Db,
  key: { campaignId: string; settlementId: string; chargeAt: Date; moneyMode: string; createdAt: Date },
  charges: readonly NewCharge[],
): Promise<void> {
  await db.prepared(INSERT, [
    key.campaignId,
    key.settlementId,
    key.chargeAt,
    key.moneyMode,
    key.createdAt,
    uuids(charges.map(({ id }) => id)),
    uuids(charges.map(({ pledgeId }) => pledgeId)),
    uuids(charges.map(({ cardId }) => cardId)),
    bigints(charges.map(({ amount }) => amount)),
  ])
}

/** Lowers unpaid charges by the given amounts; a charge lowered to zero is voided. */
export async function lowerCharges(
  db: Db,
  lowered: readonly { id: string; by: Cents }[],
  at: Date,
): Promise<void> {
  await db.query(sql`
    update charges c
    set
      amount_cents = case
        when c.amount_cents > given.by_cents then c.amount_cents - given.by_cents
        else c.amount_cents
      end,
      state = case when c.amount_cents > given.by_cents then c.state else 'voided' end,
      voided_at = case when c.amount_cents > given.by_cents then null else ${at}::timestamptz end
    from unnest(
      ${sql.param(lowered.map(({ id }) => id))}::uuid[],
      ${sql.param(lowered.map(({ by }) => by))}::bigint[]
    ) as given (id, by_cents)
    where c.id = given.id
      and c.state in ('scheduled', 'failed', 'requires_action', 'past_due')
  `)
}

type Reserved = { chargeId?: string | null; paymentId?: string | null; amount: Cents }

/** Reserves amounts of charges, and of checks and cash, for refunds, so that none is refunded or owed twice. */
export async function reserveRefunds(db: Db, refunds: readonly Reserved[]): Promise<void> {
  const of = (key: 'chargeId' | 'paymentId') =>
    refunds.flatMap(({ [key]: id, amount }) => (id ? [{ id, amount }] : []))
  await reserve(db, sql`charges`, of('chargeId'))
  await reserve(db, sql`payments`, of('paymentId'))
}

async function reserve(
  db: Db,
  received: SQL,
  amounts: readonly { id: string; amount: Cents }[],
): Promise<void> {
  if (amounts.length === 0) return
  await db.query(sql`
    update ${received} r
    set refunded_cents = r.refunded_cents + given.amount
    from (
      select id, sum(amount)::bigint as amount
      from unnest(
        ${sql.param(amounts.map(({ id }) => id))}::uuid[],
        ${sql.param(amounts.map(({ amount }) => amount))}::bigint[]
      ) as g (id, amount)
      group by id
    ) given
    where r.id = given.id
  `)
}

export type ChargeRow = {
  id: string
  pledgeId: string
  settlementId: string
  amountCents: number
  refundedCents: number
  disputedCents: number
  lostCents: number
  leftCents: Cents
  state: Charge['state']
  chargeAt: Date
  attemptsCount: number
  failureCode: string | null
  succeededAt: Date | null
  moneyMode: Charge['moneyMode']
  invoiceId: string | null
  underWay: Charge['underWay']
  /** Only for a debit that its bank has not answered. */
  debitedAt: Date | null
  waits: Wait | null
}

const stepOf = ({ disputedCents, waits, state }: ChargeRow): string | null => {
  if (disputedCents > 0) return DISPUTED_NEXT_STEP
  return waits === null ? nextStepOf(state) : WAIT_WORDS[waits]
}

export const toCharge = (row: ChargeRow): Charge => ({
  id: row.id,
  pledgeId: row.pledgeId,
  settlementId: row.settlementId,
  amount: toDecimal(cents(row.amountCents)),
  refunded: toDecimal(cents(row.refundedCents)),
  disputed: toDecimal(cents(row.disputedCents)),
  lost: toDecimal(cents(row.lostCents)),
  state: row.state,
  chargeAt: row.chargeAt.toISOString(),
  attempts: row.attemptsCount,
  reason: reasonOf(row.failureCode),
  nextStep: stepOf(row),
  succeededAt: row.succeededAt?.toISOString() ?? null,
  moneyMode: row.moneyMode,
  invoiceId: row.invoiceId,
  underWay: row.underWay,
  answersBy: row.debitedAt && bankAnswersBy(row.debitedAt).toISOString(),
  waits: row.waits,
})

/** Why the charges of campaign `m` wait. */
export const waitOf = sql`
  case
    when m.billing_held_at is not null then 'on_hold'
    when m.status = 'paused' then 'paused'
  end
`

/** What is left of a charge that succeeded: neither refunded, disputed nor lost. */
export const leftOf = (charge: SQL): SQL =>
  sql`${charge}.amount_cents - ${charge}.refunded_cents - ${charge}.disputed_cents - ${charge}.lost_cents`

export const chargeColumns = sql`
  id, pledge_id, settlement_id, amount_cents, refunded_cents, disputed_cents, lost_cents,
  ${leftOf(sql`charges`)} as left_cents, state, charge_at, attempts_count, failure_code, succeeded_at, money_mode, invoice_id,
  (
    select a.kind
    from charge_attempts a
    where a.charge_id = charges.id
      and a.finished_at is null
  ) as under_way,
  (
    select a.started_at
    from charge_attempts a
    join cards k on k.id = charges.card_id and k.kind = 'bank_account'
    where a.charge_id = charges.id
      and a.finished_at is null
      and a.kind = 'off_session'
  ) as debited_at,
  case
    when state in ('scheduled', 'failed')
    then (select ${waitOf} from campaigns m where m.id = charges.campaign_id)
  end as waits
`

type WhichCharges = 'all' | 'failed'

type ChargesPage = { limit: number; beforeId?: string | null; only?: WhichCharges }

/** Failed: for now or for good, or waiting for its cardholder. */
const chargesThat = (which: WhichCharges) =>
  which === 'all' ? sql`true` : sql`state in ('failed', 'requires_action', 'past_due')`

export async function countCharges(db: Db, campaignId: string, which: WhichCharges): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from charges
      where campaign_id = ${campaignId}
        and ${chargesThat(which)}
    `),
  ).count
}

const chargeRows = (
  db: Db,
  campaignId: string,
  { limit, beforeId = null, only: which = 'all' }: ChargesPage,
): Promise<(ChargeRow & { madeCents: number })[]> =>
  db.query(sql`
    select ${chargeColumns}, ${refundsMade(sql`charges`)} as made_cents
    from charges
    where campaign_id = ${campaignId}
      and ${chargesThat(which)}
      and id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by id desc
    limit ${limit}
  `)

export const chargesOf = async (db: Db, campaignId: string, page: ChargesPage): Promise<Charge[]> =>
  (await chargeRows(db, campaignId, page)).map(toCharge)

/** For a bookkeeper: `refunded` is what was refunded, without what is still to be made. */
export const chargesForFile = async (db: Db, campaignId: string, page: ChargesPage): Promise<Charge[]> =>
  (await chargeRows(db, campaignId, page)).map((row) => ({
    ...toCharge(row),
    refunded: toDecimal(cents(row.madeCents)),
  }))

export async function chargesOfPledge(db: Db, pledgeId: string): Promise<Charge[]> {
  const rows = await db.query<ChargeRow>(sql`
    select ${chargeColumns}
    from charges
    where pledge_id = ${pledgeId}
    order by id desc
    limit 100
  `)
  return rows.map(toCharge)
}

export async function ownCharge(
  db: Db,
  { chargeId, userId }: { chargeId: string; userId: string },
): Promise<Charge | null> {
  const row = first(
    await db.query<ChargeRow>(sql`
      select ${chargeColumns}
      from charges
      where id = ${chargeId}
        and exists (
          select from pledges p
          where p.id = charges.pledge_id
            and p.pledger_id = ${userId}
        )
    `),
  )
  return row ? toCharge(row) : null
}

/**
 * Due for a new attempt: its date has come, its supporter was notified, the campaign is neither paused nor cancelled, and
 * billing is not on hold. Real money waits while only test cards are configured.
 */
export const isDue = (now: Date, inUse: Pick<ProviderInUse, 'moneyMode'>) => sql`
  c.state in ('scheduled', 'failed')
  and c.charge_at <= ${now}
  and campaigns.status not in ('paused', 'cancelled')
  and campaigns.billing_held_at is null
  and s.stage <> 'locked'
  and (c.money_mode = 'sandbox' or ${inUse.moneyMode} = 'live')
  and not ${isHeldByException(sql`c.id`)}
`

type UnfinishedCharges = { state: string; count: number; due: number; oldestDueAt: Date | null }

/** Progress of charging: unfinished charges by state, and how many of them the next run would charge. */
export function unfinishedCharges(db: Db, now: Date, inUse: ProviderInUse): Promise<UnfinishedCharges[]> {
  return db.query<UnfinishedCharges>(sql`
    select
      c.state, count(*) as count, count(*) filter (where ${isDue(now, inUse)}) as due,
      min(c.charge_at) filter (where ${isDue(now, inUse)}) as oldest_due_at
    from charges c
    join campaigns on campaigns.id = c.campaign_id
    join settlements s on s.id = c.settlement_id
    where c.state in ('scheduled', 'processing', 'requires_action', 'failed', 'past_due')
    group by c.state
  `)
}

/**
 * What was refunded of a charge: made, or owed because no card takes it. Its `refunded_cents` also holds what is still to be
 * made, so that nothing is refunded twice; the books count what was made.
 */
export const refundsMade = (charge: SQL): SQL => sql`(
  select coalesce(sum(made.amount_cents), 0)::bigint
  from refunds made
  where made.pledge_id = ${charge}.pledge_id
    and made.charge_id = ${charge}.id
    and made.is_booked
)`

/** The charge's campaign, whose lock must be taken first; null if there is no such charge. */
export async function campaignOfCharge(db: Db, chargeId: string): Promise<string | null> {
  const rows = await db.query<{ campaignId: string }>(
    sql`select campaign_id from charges where id = ${chargeId}`,
  )
  return first(rows)?.campaignId ?? null
}

/** Whether a charge was taken from a bank account: one that was paid by link was taken from a card. */
export const isDebit = (chargeId: SQL): SQL => sql`
  exists (
    select from charges b
    join cards k on k.id = b.card_id and k.kind = 'bank_account'
    where b.id = ${chargeId}
      and not exists (
        select from charge_attempts a
        where a.charge_id = b.id
          and a.outcome = 'succeeded'
          and a.kind = 'link'
      )
  )
`
