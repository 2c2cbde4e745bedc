/** What happens to a charge after its pledge changed, or it was paid: its pledge, its receipt, its dispute. */
import type { DisputeStep } from '#domain/billing/dispute.ts'
import { type Cents, cents } from '#domain/money.ts'
import { organizationOn } from '#server/accounts/organizations/index.ts'
import type { SavedKind } from '#server/money/providers/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'
import { leftOf } from './charges-store.ts'

/** Neither collected nor processing: a charge being processed cannot be moved or voided. */
const OPEN = sql.raw(`('scheduled', 'failed', 'requires_action', 'past_due')`)

/** Locks them, so that none is claimed until the transaction ends; one that was claimed first is processing by then. */
export async function lockOpenCharges(db: Db, pledgeId: string): Promise<void> {
  await db.query(sql`
    select id
    from charges
    where pledge_id = ${pledgeId}
      and state in ${OPEN}
    order by id
    for update
  `)
}

/** Failed on the last card, or waiting for its cardholder. */
export async function overdueOf(db: Db, pledgeId: string): Promise<Cents> {
  const { amount } = only(
    await db.query<{ amount: number }>(sql`
      select coalesce(sum(amount_cents), 0)::bigint as amount
      from charges
      where pledge_id = ${pledgeId}
        and state in ('requires_action', 'past_due')
    `),
  )
  return cents(amount)
}

/** Moves charges to another card with a new count of attempts; those past due or waiting for a confirmation are due now. */
export async function moveOpenCharges(
  db: Db,
  { pledgeId, cardId, at }: { pledgeId: string; cardId: string; at: Date },
): Promise<void> {
  await db.query(sql`
    update charges
    set
      card_id = ${cardId},
      attempts_count = 0,
      charge_at = case
        when state in ('requires_action', 'past_due') then ${at}::timestamptz
        else charge_at
      end,
      state = case when state in ('requires_action', 'past_due') then 'failed' else state end
    where pledge_id = ${pledgeId}
      and state in ${OPEN}
  `)
  await db.query(sql`
    update pledges
    set status = 'active'
    where id = ${pledgeId}
      and status = 'past_due'
      and not exists (
        select from charges
        where pledge_id = ${pledgeId}
          and state = 'past_due'
      )
  `)
}

/** After a payment: settled if nothing is open and the final settlement is closed, or active if nothing is past due. */
export async function settleIfPaid(db: Db, pledgeIds: readonly string[]): Promise<void> {
  const ids = sql.param([...pledgeIds])
  await db.query(sql`
    update pledges p
    set status = 'settled', version = version + 1
    where p.id = any(${ids}::uuid[])
      and p.status in ('active', 'past_due')
      and exists (
        select from settlements s
        where s.campaign_id = p.campaign_id
          and s.kind = 'final'
          and s.stage = 'closed'
          and s.withdrawn_at is null
      )
      and not exists (
        select from charges c
        where c.pledge_id = p.id
          and c.state not in ('succeeded', 'voided')
      )
      and not exists (
        select from invoices i
        where i.pledge_id = p.id
          and i.state = 'open'
      )
  `)
  await db.query(sql`
    update pledges p
    set status = 'active', version = version + 1
    where p.id = any(${ids}::uuid[])
      and p.status = 'past_due'
      and exists (select from charges c where c.pledge_id = p.id)
      and not exists (
        select from charges c
        where c.pledge_id = p.id
          and c.state = 'past_due'
      )
      and not exists (
        select from invoices i
        where i.pledge_id = p.id
          and i.state = 'open'
      )
  `)
}

export type ReceiptFacts = {
  pledgerId: string
  email: string | null
  campaignName: string
  organizationName: string
  is501c3: boolean
  ein: string | null
  commissionBasisPoints: number
  attemptsCount: number
  /** Of the card, or the bank's name. */
  brand: string | null
  last4: string | null
  /** What the card's statement says about it, as it was sent with the attempt that succeeded. */
  statementText: string | null
  /** What was saved; a payment by link is always by card. */
  kind: SavedKind
  cardId: string | null
  timeZone: string
  /** Nothing is attempted while the campaign is paused. */
  isPaused: boolean
}

/** `receivedOn`: of a check or cash; what is received now needs none. */
type Received = { campaignId: string; pledgeId: string; chargeId: string | null; receivedOn?: string }

/**
 * What the journal entry and the receipt need, in the order requested. The address only if it is verified: mail
 * about money goes nowhere else. The organization as it was on the day of the payment.
 */
export async function receiptFactsOf(db: Db, asked: readonly Received[]): Promise<ReceiptFacts[]> {
  const list = (name: keyof Received) => sql.param(asked.map((one) => one[name] ?? null))
  const rows = await db.query<ReceiptFacts>(sql`
    select
      p.pledger_id,
      case when u.email_verified_at is not null and u.deleted_at is null then u.email end as email,
      c.name as campaign_name, was.name as organization_name,
      was.is_501c3 as "is501c3", was.ein,
      c.commission_basis_points, c.time_zone,
      c.status = 'paused' as is_paused,
      coalesce(h.attempts_count, 0) as attempts_count,
      coalesce(paid.brand, k.brand) as brand,
      coalesce(paid.last4, k.last4) as last4,
      paid.statement_text,
      case when paid.is_by_link then 'card' else coalesce(k.kind, 'card') end as kind,
      h.card_id
    from unnest(
      ${list('campaignId')}::uuid[], ${list('pledgeId')}::uuid[], ${list('chargeId')}::uuid[],
      ${list('receivedOn')}::date[]
    ) with ordinality as asked (campaign_id, pledge_id, charge_id, received_on, place)
    join pledges p on p.id = asked.pledge_id and p.campaign_id = asked.campaign_id
    join users u on u.id = p.pledger_id
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    ${organizationOn(sql`coalesce(asked.received_on, 'infinity'::date)`)}
    left join charges h on h.id = asked.charge_id
    left join cards k on k.id = h.card_id
    cross join lateral (
      -- Found by the charge alone: the index of all payments that succeeded would be read whole for each.
      select
        max(a.card_brand) filter (where a.outcome = 'succeeded') as brand,
        max(a.card_last4) filter (where a.outcome = 'succeeded') as last4,
        max(a.statement_suffix) filter (where a.outcome = 'succeeded') as statement_text,
        bool_or(a.kind = 'link') filter (where a.outcome = 'succeeded') as is_by_link
      from charge_attempts a
      where a.charge_id = h.id
    ) paid
    order by asked.place
  `)
  if (rows.length !== asked.length) throw new Error('a charge without its pledge')
  return rows
}

export const receiptFacts = async (db: Db, asked: Received): Promise<ReceiptFacts> =>
  only(await receiptFactsOf(db, [asked]))

/** A collected charge by the card provider's id: what is left of it, and what is disputed. */
export type ChargedPayment = {
  chargeId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
  campaignName: string
  organizationName: string
  timeZone: string
  /** Set if a bank account was debited. */
  bankAccountId: string | null
  leftCents: Cents
}

const payment = (reference: string) => sql`
  select
    c.id as charge_id, c.campaign_id, c.pledge_id, p.pledger_id, c.money_mode,
    m.commission_basis_points, m.name as campaign_name, o.name as organization_name, m.time_zone,
    case when k.kind = 'bank_account' and a.kind <> 'link' then k.id end as bank_account_id,
    ${leftOf(sql`c`)} as left_cents
  from charge_attempts a
  join charges c on c.id = a.charge_id
  join pledges p on p.id = c.pledge_id
  left join cards k on k.id = c.card_id
  join campaigns m on m.id = c.campaign_id
  join organizations o on o.id = m.organization_id
  where a.provider_reference = ${reference}
    and a.outcome = 'succeeded'
`

export async function chargeOfPayment(db: Db, reference: string): Promise<ChargedPayment | undefined> {
  return first(await db.query<ChargedPayment>(payment(reference)))
}

/** Locked until the transaction ends, so that no part of it is refunded or disputed in the meantime. */
export async function lockCharge(db: Db, reference: string): Promise<ChargedPayment | undefined> {
  return first(await db.query<ChargedPayment>(sql`${payment(reference)} for update of c`))
}

const MOVES: Record<DisputeStep, { disputed: 1 | 0 | -1; lost: 1 | 0 | -1 }> = {
  take: { disputed: 1, lost: 0 },
  lose: { disputed: -1, lost: 1 },
  give_back: { disputed: -1, lost: 0 },
  recover: { disputed: 0, lost: -1 },
}

export async function moveDisputed(
  db: Db,
  chargeId: string,
  step: DisputeStep,
  amount: Cents,
): Promise<void> {
  const { disputed, lost } = MOVES[step]
  await db.query(sql`
    update charges
    set
      disputed_cents = disputed_cents + ${disputed}::bigint * ${amount}::bigint,
      lost_cents = lost_cents + ${lost}::bigint * ${amount}::bigint
    where id = ${chargeId}
  `)
}
