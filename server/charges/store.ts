import { DISPUTED_NEXT_STEP, nextStepOf, reasonOf } from '#domain/charge-words.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Db, only, type Prepared, sql } from '#server/db/database.ts'

export type NewCharge = { id: string; pledgeId: string; cardId: string; amount: Cents }

const INSERT: Prepared = {
  name: 'charges_insert',
  text: `
    insert into charges (id, campaign_id, settlement_id, pledge_id, card_id, amount_cents, state, charge_at, money_mode, created_at)
    select id, $1, $2, pledge_id, card_id, amount, 'scheduled', $3, $4, $5
      from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::bigint[]) as given (id, pledge_id, card_id, amount)`,
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
    charges.map(({ id }) => id),
    charges.map(({ pledgeId }) => pledgeId),
    charges.map(({ cardId }) => cardId),
    charges.map(({ amount }) => amount),
  ])
}

/** Lowers unpaid charges by the amounts given; one that comes to nothing is voided (R32). */
export async function lowerCharges(
  db: Db,
  lowered: readonly { id: string; by: Cents }[],
  at: Date,
): Promise<void> {
  await db.query(sql`
    update charges c
       set amount_cents = case when c.amount_cents > given.by_cents then c.amount_cents - given.by_cents else c.amount_cents end,
           state = case when c.amount_cents > given.by_cents then c.state else 'voided' end,
           voided_at = case when c.amount_cents > given.by_cents then null else ${at}::timestamptz end
      from unnest(${sql.param(lowered.map(({ id }) => id))}::uuid[], ${sql.param(lowered.map(({ by }) => by))}::bigint[]) as given (id, by_cents)
     where c.id = given.id and c.state in ('scheduled', 'failed', 'requires_action', 'past_due')`)
}

/** Keeps what a refund will give back from being given twice. */
export async function reserveRefunds(
  db: Db,
  refunds: readonly { id: string; amount: Cents }[],
): Promise<void> {
  await db.query(sql`
    update charges c set refunded_cents = c.refunded_cents + given.amount
      from (select id, sum(amount)::bigint as amount
              from unnest(${sql.param(refunds.map(({ id }) => id))}::uuid[], ${sql.param(refunds.map(({ amount }) => amount))}::bigint[]) as g (id, amount)
             group by id) given
     where c.id = given.id`)
}

export type ChargeRow = {
  id: string
  pledgeId: string
  settlementId: string
  amountCents: number
  refundedCents: number
  disputedCents: number
  lostCents: number
  state: Charge['state']
  chargeAt: Date
  attemptsCount: number
  failureCode: string | null
  succeededAt: Date | null
  moneyMode: Charge['moneyMode']
  invoiceId: string | null
  underWay: Charge['underWay']
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
  nextStep: row.disputedCents > 0 ? DISPUTED_NEXT_STEP : nextStepOf(row.state),
  succeededAt: row.succeededAt?.toISOString() ?? null,
  moneyMode: row.moneyMode,
  invoiceId: row.invoiceId,
  underWay: row.underWay,
})

export const chargeColumns = sql`id, pledge_id, settlement_id, amount_cents, refunded_cents, disputed_cents, lost_cents, state, charge_at, attempts_count, failure_code, succeeded_at, money_mode, invoice_id,
  (select a.kind from charge_attempts a where a.charge_id = charges.id and a.finished_at is null) as under_way`

export type WhichCharges = 'all' | 'failed'
export type ChargesPage = { limit: number; beforeId?: string | null; only?: WhichCharges }

/** Failed: for now or for good, or waiting for its cardholder (R35). */
const chargesThat = (which: WhichCharges) =>
  which === 'all' ? sql`true` : sql`state in ('failed', 'requires_action', 'past_due')`

export async function countCharges(db: Db, campaignId: string, which: WhichCharges): Promise<number> {
  return only(
    await db.query<{ count: number }>(sql`
      select count(*) as count from charges where campaign_id = ${campaignId} and ${chargesThat(which)}`),
  ).count
}

export async function chargesOf(
  db: Db,
  campaignId: string,
  { limit, beforeId = null, only: which = 'all' }: ChargesPage,
): Promise<Charge[]> {
  const rows = await db.query<ChargeRow>(sql`
    select ${chargeColumns} from charges
     where campaign_id = ${campaignId} and ${chargesThat(which)} and (${beforeId}::uuid is null or id < ${beforeId}::uuid) order by id desc limit ${limit}`)
  return rows.map(toCharge)
}

export async function chargesOfPledge(db: Db, pledgeId: string): Promise<Charge[]> {
  const rows = await db.query<ChargeRow>(
    sql`select ${chargeColumns} from charges where pledge_id = ${pledgeId} order by id desc limit 100`,
  )
  return rows.map(toCharge)
}

/** The card side in use, and which money it moves (R39). */
export type CardSide = { provider: string; moneyMode: 'live' | 'sandbox' }

/**
 * What is due. A new try: its day come, its supporter told, the campaign neither paused nor cancelled (R21, R30, R35);
 * real money waits for as long as there are only test cards (R39). A try without an answer, whatever the campaign's
 * state: the card side may have taken the money, and only that side can say so (R34).
 */
const due = (now: Date, side: CardSide) => sql`
  ((c.state in ('scheduled', 'failed') and c.charge_at <= ${now} and campaigns.status not in ('paused', 'cancelled')
      and campaigns.billing_held_at is null
      and s.stage <> 'locked' and (c.money_mode = 'sandbox' or ${side.moneyMode} = 'live'))
   or (c.state = 'processing' and exists (
         select from charge_attempts t where t.charge_id = c.id and t.finished_at is null and t.lease_until <= ${now}
            and coalesce(t.provider, k.provider) = ${side.provider}
            and case when t.provider is null then k.money_mode else c.money_mode end = ${side.moneyMode})))`
const dueTables = sql`
  charges c join campaigns on campaigns.id = c.campaign_id join settlements s on s.id = c.settlement_id
  left join cards k on k.id = c.card_id`

export async function dueCharges(db: Db, now: Date, side: CardSide, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select c.id from ${dueTables} where ${due(now, side)} order by c.charge_at, c.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export type ClaimedAttempt = {
  id: string
  startedAt: Date
  chargeId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  amountCents: Cents
  /** Null: a card that is typed in a browser and used once. */
  paymentMethodId: string | null
  /** The organization's name, for the bank statement. */
  teamName: string
  moneyMode: 'live' | 'sandbox'
  isRepeat: boolean
  /** With the cardholder there, or without (R35). */
  kind: AttemptKind
}
export type AttemptKind = 'off_session' | 'confirmation' | 'link'

export type Claimable = Omit<ClaimedAttempt, 'id' | 'startedAt' | 'isRepeat' | 'amountCents' | 'kind'> & {
  amountCents: number
  card: CardSide
  attemptId: string | null
  attemptStartedAt: Date | null
  attemptKind: AttemptKind | null
}

/** The charge, locked, with its try that never got an answer; null when another worker has it or it is not due (R34). */
export async function lockForAttempt(
  db: Db,
  chargeId: string,
  now: Date,
  side: CardSide,
): Promise<Claimable | null> {
  const [row] = await db.query<Claimable>(sql`
    select c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.amount_cents, k.provider_payment_method as payment_method_id,
           c.money_mode, o.name as team_name,
           a.id as attempt_id, a.started_at as attempt_started_at, a.kind as attempt_kind,
           json_build_object('provider', k.provider, 'moneyMode', k.money_mode) as card
      from ${dueTables} join pledges p on p.id = c.pledge_id
      join organizations o on o.id = campaigns.organization_id
      left join charge_attempts a on a.charge_id = c.id and a.finished_at is null
     where c.id = ${chargeId} and ${due(now, side)}
     for update of c skip locked`)
  return row ?? null
}

export async function startAttempt(
  db: Db,
  attempt: {
    id: string
    chargeId: string
    campaignId: string
    amount: Cents
    startedAt: Date
    leaseUntil: Date
    kind: AttemptKind
  },
): Promise<void> {
  await db.query(sql`
    with charge as (
      update charges set state = 'processing', attempts_count = attempts_count + 1 where id = ${attempt.chargeId})
    insert into charge_attempts (id, charge_id, campaign_id, amount_cents, started_at, lease_until, kind)
    values (${attempt.id}, ${attempt.chargeId}, ${attempt.campaignId}, ${attempt.amount}, ${attempt.startedAt}, ${attempt.leaseUntil}, ${attempt.kind})`)
}

export async function renewLease(db: Db, attemptId: string, leaseUntil: Date): Promise<void> {
  await db.query(
    sql`update charge_attempts set lease_until = ${leaseUntil} where id = ${attemptId} and finished_at is null`,
  )
}

/** Answers false when another worker has recorded this try already: then nothing more is to be done (R34). */
export async function finishAttempt(
  db: Db,
  attempt: {
    id: string
    outcome: string
    reference: string | null
    code: string | null
    at: Date
    /** The card that paid, where it is not the saved one. */
    card: { brand: string; last4: string } | null
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    update charge_attempts set finished_at = ${attempt.at}, outcome = ${attempt.outcome},
           provider_reference = ${attempt.reference}, decline_code = ${attempt.code},
           card_brand = ${attempt.card?.brand ?? null}, card_last4 = ${attempt.card?.last4 ?? null}
     where id = ${attempt.id} and finished_at is null returning id`)
  return rows.length === 1
}

export async function setState(
  db: Db,
  chargeId: string,
  change: {
    state: Charge['state']
    failureCode: string | null
    chargeAt: Date | null
    succeededAt: Date | null
  },
): Promise<void> {
  await db.query(sql`
    update charges set state = ${change.state}, failure_code = ${change.failureCode},
           charge_at = coalesce(${change.chargeAt}::timestamptz, charge_at), succeeded_at = ${change.succeededAt}
     where id = ${chargeId}`)
}

export type ReceiptFacts = {
  pledgerId: string
  email: string | null
  campaignName: string
  organizationName: string
  is501c3: boolean
  commissionBasisPoints: number
  attemptsCount: number
  last4: string | null
  timeZone: string
}

/** What the journal entry and the receipt need. The address only where it is verified: mail about money goes nowhere else (R44). */
export async function receiptFacts(
  db: Db,
  key: { campaignId: string; pledgeId: string; chargeId: string | null },
): Promise<ReceiptFacts> {
  const [row] = await db.query<ReceiptFacts>(sql`
    select p.pledger_id, case when u.email_verified_at is not null and u.deleted_at is null then u.email end as email, c.name as campaign_name,
           o.name as organization_name, o.is_501c3 as "is501c3", c.commission_basis_points, c.time_zone,
           coalesce((select attempts_count from charges where id = ${key.chargeId}::uuid), 0) as attempts_count,
           (select coalesce(a.card_last4, k.last4)
              from charges h left join cards k on k.id = h.card_id left join charge_attempts a on a.charge_id = h.id and a.outcome = 'succeeded'
             where h.id = ${key.chargeId}::uuid) as last4
      from pledges p join users u on u.id = p.pledger_id join campaigns c on c.id = p.campaign_id
      join organizations o on o.id = c.organization_id
     where p.id = ${key.pledgeId} and p.campaign_id = ${key.campaignId}`)
  if (!row) throw new Error('a charge without its pledge')
  return row
}

export async function markPastDue(db: Db, pledgeId: string): Promise<void> {
  await db.query(
    sql`update pledges set status = 'past_due', version = version + 1 where id = ${pledgeId} and status in ('active', 'settled')`,
  )
}
