/** Due charges and their attempts: rows are written before the card provider is called. */
import { DEBIT_AGAIN_DAYS } from '#domain/billing/bank-debit.ts'
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import type { Cents } from '#domain/money.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { type SavedKind, statementSuffix } from '#server/money/providers/index.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import { isDue, type ProviderInUse } from './charges-store.ts'

const DAY_MS = 86_400_000

type AttemptKind = 'off_session' | 'confirmation' | 'link'

/** A charge as its attempts need it. */
type Attempted = {
  chargeId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  amountCents: Cents
  /** Null: a card that is typed in a browser and used once. */
  paymentMethodId: string | null
  /** What is charged if its owner is not present. */
  savedKind: SavedKind
  /** The organization's name, for the bank statement. */
  teamName: string
  moneyMode: 'live' | 'sandbox'
}

export type ClaimedAttempt = Attempted & {
  id: string
  startedAt: Date
  isRepeat: boolean
  /** The charge may have been paid by an attempt whose row was lost: the card provider is asked for it first. */
  mayBePaid?: boolean
  /** With the cardholder present, or without. */
  kind: AttemptKind
}

/** How often a charge was attempted, and since when it is due. */
export type Tries = { attemptsMade: number; chargeAt: Date }

/** Of charge `c` of pledge `p`, with its card `k` and its organization `o`. */
const attempted = sql`
  c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.money_mode, o.name as team_name
`
const saved = sql`k.provider_payment_method as payment_method_id, coalesce(k.kind, 'card') as saved_kind`
const tries = sql`
  (select count(*) from charge_attempts made where made.charge_id = c.id) as attempts_made,
  c.charge_at
`
const around = sql`
  join pledges p on p.id = c.pledge_id
  left join cards k on k.id = c.card_id
  join campaigns m on m.id = c.campaign_id
  join organizations o on o.id = m.organization_id
`

/** `only`: this one charge, if it is due. `except`: not these. */
export type Wanted = { limit: number; only?: string; except: readonly string[] }

const among = ({ only, except }: Wanted) => sql`
  (${only ?? null}::uuid is null or c.id = ${only ?? null}::uuid)
  and c.id <> all(${sql.param([...except])}::uuid[])
`

const due = (now: Date, inUse: ProviderInUse, which: Wanted) => sql`
  select c.id
  from charges c
  join campaigns on campaigns.id = c.campaign_id
  join settlements s on s.id = c.settlement_id
  where ${isDue(now, inUse)}
    and ${among(which)}
  order by c.charge_at, c.id
  limit ${which.limit}
`

/**
 * An attempt without an answer whose lease has ended, whatever the campaign's state: the card provider may have taken the
 * money, and only the provider can say so.
 */
const unanswered = (now: Date, inUse: ProviderInUse, which: Wanted) => sql`
  select c.id
  from charges c
  join charge_attempts t on t.charge_id = c.id
  left join cards k on k.id = c.card_id
  where c.state = 'processing'
    and t.finished_at is null
    and t.lease_until <= ${now}
    and coalesce(t.provider, k.provider) = ${inUse.provider}
    and case when t.provider is null then k.money_mode else c.money_mode end = ${inUse.moneyMode}
    and not ${isHeldByException(sql`c.id`)}
    and ${among(which)}
  order by c.id
  limit ${which.limit}
`

/** Charges due now, oldest first, without locking them. */
export async function listDue(db: Db, now: Date, inUse: ProviderInUse, which: Wanted): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`(${unanswered(now, inUse, which)}) union all (${due(now, inUse, which)})`,
  )
  return rows.map(({ id }) => id)
}

/** Like `listDue`, but locked until the transaction ends; skips rows that another worker has locked. */
export async function lockDue(db: Db, now: Date, inUse: ProviderInUse, which: Wanted): Promise<string[]> {
  const idsOf = async (held: ReturnType<typeof sql>) =>
    (await db.query<{ id: string }>(held)).map(({ id }) => id)
  const again = await idsOf(sql`${unanswered(now, inUse, which)} for update of c, t skip locked`)
  const rest = { ...which, limit: which.limit - again.length }
  return [...again, ...(await idsOf(sql`${due(now, inUse, rest)} for update of c skip locked`))]
}

export type Claimable = Attempted &
  Tries & {
    card: ProviderInUse
    /** The owner's bank account may no longer be debited. */
    isMandateEnded: boolean
    /** The first debit was too long ago for another one. */
    isTooLate: boolean
    /** A payment with the saved card was reported as fraud, and the dispute is not won. */
    isCardDisputed: boolean
    attemptId: string | null
    attemptStartedAt: Date | null
    attemptKind: AttemptKind | null
  }

/**
 * What an attempt needs to know about these charges, in their order. Locked before they are read: a statement that had to
 * wait for a lock would join rows from before the wait.
 */
export async function claimables(db: Db, heldIds: readonly string[], now: Date): Promise<Claimable[]> {
  const debitedBefore = new Date(now.getTime() - DEBIT_AGAIN_DAYS * DAY_MS)
  return db.query<Claimable>(sql`
    select
      ${attempted}, ${saved}, ${tries}, c.amount_cents,
      coalesce(k.kind, 'card') = 'bank_account' and not exists (
        select from debit_mandates
        where card_id = k.id
          and ended_at is null
      ) as is_mandate_ended,
      coalesce(k.kind, 'card') = 'bank_account' and exists (
        select from charge_attempts
        where charge_id = c.id
          and started_at < ${debitedBefore}
      ) as is_too_late,
      coalesce(k.id in (
        select f.card_id
        from disputes d
        join charges f on f.id = d.charge_id and f.card_id is not null
        join charge_attempts t on t.charge_id = f.id and t.outcome = 'succeeded' and t.kind <> 'link'
        where d.reason = 'fraudulent'
          and d.state in ('open', 'lost')
      ), false) as is_card_disputed,
      a.id as attempt_id, a.started_at as attempt_started_at, a.kind as attempt_kind,
      json_build_object('provider', k.provider, 'moneyMode', k.money_mode) as card
    from unnest(${sql.param([...heldIds])}::uuid[]) with ordinality as held (id, place)
    join charges c on c.id = held.id
    ${around}
    left join charge_attempts a on a.charge_id = c.id and a.finished_at is null
    order by held.place
  `)
}

/** A charge that is attempted while its payer is present. */
export type Payable = Attempted &
  Tries & {
    state: Charge['state']
    invoiceId: string | null
    campaignStatus: CampaignStatus
    isOnHold: boolean
    /** Of the saved card. */
    provider: string | null
    attempt: { id: string; startedAt: Date; leaseUntil: Date; kind: AttemptKind } | null
  }

/**
 * Locked until the transaction ends, so that no one else starts an attempt. Locked before it is read: a statement that had
 * to wait for the lock would join rows from before the wait. `own`: which charge `c`, and of whose pledge `p`.
 */
export async function lockPayable(db: Db, own: SQL): Promise<Payable | null> {
  await db.query(sql`
    select c.id
    from charges c
    join pledges p on p.id = c.pledge_id
    where ${own}
    for update of c
  `)
  const charge = first(
    await db.query<Omit<Payable, 'attempt'>>(sql`
      select
        ${attempted}, ${saved}, ${tries}, c.amount_cents, c.state, c.invoice_id, k.provider,
        m.status as campaign_status,
        m.billing_held_at is not null as is_on_hold
      from charges c
      ${around}
      where ${own}
    `),
  )
  if (!charge) return null
  const open = await db.query<NonNullable<Payable['attempt']>>(sql`
    select id, started_at, lease_until, kind
    from charge_attempts
    where charge_id = ${charge.chargeId}
      and finished_at is null
  `)
  return { ...charge, attempt: first(open) ?? null }
}

/** The attempt `a` without an answer, of charge `c` and pledge `p`; `address`: where a payment by link was made from. */
export async function openAttempt(
  db: Db,
  which: SQL,
): Promise<(ClaimedAttempt & { address: string | null }) | undefined> {
  return first(
    await db.query<ClaimedAttempt & { address: string | null }>(sql`
      select
        ${attempted}, a.id, a.started_at, a.amount_cents, a.kind, a.address, true as is_repeat,
        case when a.kind <> 'link' then k.provider_payment_method end as payment_method_id,
        case when a.kind = 'link' then 'card' else coalesce(k.kind, 'card') end as saved_kind
      from charge_attempts a
      join charges c on c.id = a.charge_id
      ${around}
      where ${which}
        and a.finished_at is null
    `),
  )
}

type NewAttempt = Pick<
  ClaimedAttempt,
  'id' | 'chargeId' | 'campaignId' | 'amountCents' | 'startedAt' | 'kind' | 'savedKind' | 'teamName'
>

/** What a card's statement says about it; a bank account's says only the provider's name. */
const suffixOf = ({ savedKind, teamName }: NewAttempt): string | null =>
  savedKind === 'card' ? statementSuffix(teamName) : null

/** With the card or bank account as it is now: its network may renew it later. */
export async function startAttempts(
  db: Db,
  attempts: readonly NewAttempt[],
  leaseUntil: Date,
): Promise<void> {
  const list = (name: keyof NewAttempt) => sql.param(attempts.map((attempt) => attempt[name]))
  await db.query(sql`
    with charge as (
      update charges
      set state = 'processing', attempts_count = attempts_count + 1
      where id = any(${list('chargeId')}::uuid[])
    )
    insert into charge_attempts (
      id, charge_id, campaign_id, amount_cents, started_at, lease_until, kind, card_brand,
      card_last4, statement_suffix
    )
    select
      given.id, charge_id, given.campaign_id, amount, started_at, ${leaseUntil}::timestamptz,
      given.kind, k.brand, k.last4, suffix
    from unnest(
      ${list('id')}::uuid[], ${list('chargeId')}::uuid[], ${list('campaignId')}::uuid[],
      ${list('amountCents')}::bigint[], ${list('startedAt')}::timestamptz[], ${list('kind')}::text[],
      ${sql.param(attempts.map(suffixOf))}::text[]
    ) as given (id, charge_id, campaign_id, amount, started_at, kind, suffix)
    join charges c on c.id = charge_id
    left join cards k on k.id = c.card_id
  `)
}

/** A card that is typed for one payment does not use up attempts of the saved card. */
export async function startLinkAttempt(
  db: Db,
  attempt: NewAttempt & { leaseUntil: Date; provider: string; address: string | null },
): Promise<void> {
  await db.query(sql`
    with before as (select state from charges where id = ${attempt.chargeId}),
    charge as (
      update charges
      set state = 'processing'
      where id = ${attempt.chargeId}
    )
    insert into charge_attempts (
      id, charge_id, campaign_id, amount_cents, started_at, lease_until, kind, provider, address,
      state_before, statement_suffix
    )
    select
      ${attempt.id}::uuid, ${attempt.chargeId}::uuid, ${attempt.campaignId}::uuid,
      ${attempt.amountCents}::bigint, ${attempt.startedAt}::timestamptz,
      ${attempt.leaseUntil}::timestamptz, 'link', ${attempt.provider}, ${attempt.address}, state,
      ${statementSuffix(attempt.teamName)}
    from before
  `)
}

/** What is learned of open attempts before they end; what is not given stays. */
export async function noteOf(
  db: Db,
  ids: readonly string[],
  { leaseUntil = null, reference = null, startedBefore = null }: Learned,
): Promise<void> {
  await db.query(sql`
    update charge_attempts
    set
      lease_until = coalesce(${leaseUntil}::timestamptz, lease_until),
      provider_reference = coalesce(${reference}, provider_reference),
      started_at = least(started_at, ${startedBefore}::timestamptz)
    where id = any(${sql.param([...ids])}::uuid[])
      and finished_at is null
  `)
}

type Learned = {
  leaseUntil?: Date | null
  /** What the card provider calls the payment. */
  reference?: string | null
  /** It began before its row was made, because an earlier row was lost. */
  startedBefore?: Date | null
}

/** How the card provider finds an attempt again. */
export async function tryOf(
  db: Db,
  { id, pledgerId: userId }: Pick<ClaimedAttempt, 'id' | 'pledgerId'>,
): Promise<{ idempotencyKey: string; userId: string; reference: string | null }> {
  const rows = await db.query<{ reference: string | null }>(
    sql`select provider_reference as reference from charge_attempts where id = ${id}`,
  )
  return { idempotencyKey: id, userId, reference: first(rows)?.reference ?? null }
}
