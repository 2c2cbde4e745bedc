import { DEBIT_AGAIN_DAYS } from '#domain/bank-debit.ts'
import { statementSuffix } from '#server/money/providers/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import {
  type AttemptKind,
  type ClaimedAttempt,
  due,
  type ProviderInUse,
  type Tries,
  tries,
  unanswered,
  type Wanted,
} from './queries.claiming.ts'

const DAY_MS = 86_400_000

/** Like `listDue`, but locked until the transaction ends; skips rows that another worker has locked. */
export async function holdDue(db: Db, now: Date, inUse: ProviderInUse, which: Wanted): Promise<string[]> {
  const idsOf = async (held: ReturnType<typeof sql>) =>
    (await db.query<{ id: string }>(held)).map(({ id }) => id)
  const again = await idsOf(sql`${unanswered(now, inUse, which)} for update of c, t skip locked`)
  const rest = { ...which, limit: which.limit - again.length }
  return [...again, ...(await idsOf(sql`${due(now, inUse, rest)} for update of c skip locked`))]
}

export type Claimable = Omit<ClaimedAttempt, 'id' | 'startedAt' | 'isRepeat' | 'kind'> &
  Tries & {
    card: ProviderInUse
    /** The owner's bank account may no longer be debited (R60). */
    isMandateEnded: boolean
    /** The first debit was too long ago for another one (R60). */
    isTooLate: boolean
    /** A payment with the saved card was reported as fraud, and the dispute is not won (R35). */
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
      c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.amount_cents,
      k.provider_payment_method as payment_method_id, coalesce(k.kind, 'card') as saved_kind,
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
      ${tries},
      c.money_mode, o.name as team_name, a.id as attempt_id, a.started_at as attempt_started_at,
      a.kind as attempt_kind,
      json_build_object('provider', k.provider, 'moneyMode', k.money_mode) as card
    from unnest(${sql.param([...heldIds])}::uuid[]) with ordinality as held (id, place)
    join charges c on c.id = held.id
    join campaigns on campaigns.id = c.campaign_id
    left join cards k on k.id = c.card_id
    join pledges p on p.id = c.pledge_id
    join organizations o on o.id = campaigns.organization_id
    left join charge_attempts a on a.charge_id = c.id and a.finished_at is null
    order by held.place
  `)
}

type NewAttempt = Pick<
  ClaimedAttempt,
  'id' | 'chargeId' | 'campaignId' | 'amountCents' | 'startedAt' | 'kind' | 'savedKind' | 'teamName'
>

/** What a card's statement says about it; a bank account's says only the provider's name. */
const suffixOf = ({ savedKind, teamName }: NewAttempt): string | null =>
  savedKind === 'card' ? statementSuffix(teamName) : null

/** With the card or bank account as it is now: its network may renew it later (R37). */
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

export async function renewLeases(
  db: Db,
  attempts: readonly Pick<ClaimedAttempt, 'id'>[],
  leaseUntil: Date,
): Promise<void> {
  await db.query(sql`
    update charge_attempts
    set lease_until = ${leaseUntil}
    where id = any(${sql.param(attempts.map(({ id }) => id))}::uuid[])
      and finished_at is null
  `)
}

/** What the card provider calls the payment that an open attempt started. */
export async function keepReference(db: Db, attemptId: string, reference: string | null): Promise<void> {
  await db.query(sql`
    update charge_attempts
    set provider_reference = coalesce(${reference}, provider_reference)
    where id = ${attemptId}
      and finished_at is null
  `)
}

/** An open attempt that turns out to have begun before its row was made, because an earlier row was lost. */
export async function startedBefore(db: Db, attemptId: string, at: Date): Promise<void> {
  await db.query(sql`
    update charge_attempts
    set started_at = least(started_at, ${at}::timestamptz)
    where id = ${attemptId}
      and finished_at is null
  `)
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

/** The bank answers a debit within days: until then we ask from time to time, and its event comes sooner (R60). */
export async function waitForBank(
  db: Db,
  attempt: { id: string; reference: string },
  askAgainAt: Date,
): Promise<void> {
  await db.query(sql`
    update charge_attempts
    set lease_until = ${askAgainAt}, provider_reference = ${attempt.reference}
    where id = ${attempt.id}
      and finished_at is null
  `)
}
