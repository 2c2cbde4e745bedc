/** Amounts due that anyone with the pledge's link can pay (R35, R36, R44). */
import type { CampaignStatus } from '#domain/campaign-state.ts'
import type { Cents } from '#domain/money.ts'
import type { Charge, Invoice } from '#domain/schemas/settlement.ts'
import { type SavedKind, statementSuffix } from '#server/money/providers/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { type AttemptKind, type ClaimedAttempt, type Tries, tries } from './queries.claiming.ts'

type Facts = {
  campaignId: string
  pledgeId: string
  pledgerId: string
  teamName: string
  moneyMode: 'live' | 'sandbox'
  campaignStatus: CampaignStatus
  isOnHold: boolean
  savedKind: SavedKind
}
export type DueCharge = Facts &
  Tries & {
    chargeId: string
    amountCents: Cents
    state: Charge['state']
    invoiceId: string | null
    attempt: { id: string; startedAt: Date; leaseUntil: Date; kind: AttemptKind } | null
  }
type DueInvoice = Facts & {
  invoiceId: string
  settlementId: string
  openCents: Cents
  state: Invoice['state']
  number: string
  /** The charge that it was moved into earlier. */
  chargeId: string | null
  chargeState: Charge['state'] | null
}

const facts = sql`
  p.campaign_id, p.id as pledge_id, p.pledger_id, o.name as team_name, m.money_mode,
  m.status as campaign_status,
  m.billing_held_at is not null as is_on_hold,
  'card' as saved_kind
`
const around = sql`join campaigns m on m.id = p.campaign_id join organizations o on o.id = m.organization_id`

/**
 * The pledge's own charge, locked until the transaction ends. Locked before it is read: a statement that had to wait for
 * the lock would join rows from before the wait.
 */
export async function lockDueCharge(
  db: Db,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<DueCharge | null> {
  type Row = Omit<DueCharge, 'attempt'> & {
    attemptId: string | null
    attemptStartedAt: Date | null
    attemptLeaseUntil: Date | null
    attemptKind: AttemptKind | null
  }
  const own = sql`c.id = ${chargeId} and c.pledge_id = ${pledgeId}`
  await db.query(sql`
    select c.id
    from charges c
    where ${own}
    for update
  `)
  const row = first(
    await db.query<Row>(sql`
      select
        ${facts}, ${tries}, c.id as charge_id, c.amount_cents, c.state, c.invoice_id, a.id as attempt_id,
        a.started_at as attempt_started_at, a.lease_until as attempt_lease_until,
        a.kind as attempt_kind
      from charges c
      join pledges p on p.id = c.pledge_id
      ${around}
      left join charge_attempts a on a.charge_id = c.id and a.finished_at is null
      where ${own}
    `),
  )
  if (!row) return null
  const { attemptId: id, attemptStartedAt: startedAt, attemptLeaseUntil: leaseUntil, ...others } = row
  const { attemptKind: kind, ...rest } = others
  return {
    ...rest,
    attempt: id && startedAt && leaseUntil && kind ? { id, startedAt, leaseUntil, kind } : null,
  }
}

/** The pledge's own invoice, locked until the transaction ends, and locked before it is read, like a charge. */
export async function lockDueInvoice(
  db: Db,
  { pledgeId, invoiceId }: { pledgeId: string; invoiceId: string },
): Promise<DueInvoice | null> {
  const own = sql`i.id = ${invoiceId} and i.pledge_id = ${pledgeId}`
  await db.query(sql`
    select i.id
    from invoices i
    where ${own}
    for update
  `)
  const row = first(
    await db.query<DueInvoice>(sql`
      select
        ${facts}, i.id as invoice_id, i.settlement_id, i.number, i.state,
        i.amount_cents - i.paid_cents as open_cents,
        c.id as charge_id, c.state as charge_state
      from invoices i
      left join charges c on c.invoice_id = i.id
      join pledges p on p.id = i.pledge_id
      ${around}
      where ${own}
    `),
  )
  return row ?? null
}

/** Moves an invoice's open amount into a charge, new or voided earlier: it is always billed exactly once (R32). */
export async function moveIntoCharge(
  db: Db,
  invoice: DueInvoice,
  charge: { id: string; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into charges (
      id, campaign_id, settlement_id, pledge_id, card_id, invoice_id, amount_cents, state,
      charge_at, money_mode, created_at
    )
    values (
      ${charge.id}, ${invoice.campaignId}, ${invoice.settlementId}, ${invoice.pledgeId}, null,
      ${invoice.invoiceId}, ${invoice.openCents}, 'requires_action', ${charge.at},
      ${invoice.moneyMode}, ${charge.at}
    )
    on conflict (invoice_id)
    where invoice_id is not null
    do update set
      state = 'requires_action',
      voided_at = null,
      amount_cents = excluded.amount_cents,
      charge_at = excluded.charge_at
  `)
  await db.query(sql`
    update invoices
    set
      amount_cents = paid_cents,
      state = case when paid_cents > 0 then 'paid' else 'void' end,
      voided_at = case when paid_cents = 0 then ${charge.at}::timestamptz end
    where id = ${invoice.invoiceId}
  `)
}

/** Not paid: voids the charge and reopens the invoice. */
export async function moveBack(db: Db, chargeId: string, at: Date): Promise<void> {
  await db.query(sql`
    with charge as (
      update charges
      set state = 'voided', voided_at = ${at}
      where id = ${chargeId}
      returning invoice_id, amount_cents
    )
    update invoices i
    set amount_cents = i.amount_cents + charge.amount_cents, state = 'open', voided_at = null
    from charge
    where i.id = charge.invoice_id
  `)
}

/** A card that is typed for one payment does not use up attempts of the saved card (R35). */
export async function startLinkAttempt(
  db: Db,
  attempt: {
    id: string
    chargeId: string
    campaignId: string
    amount: Cents
    startedAt: Date
    leaseUntil: Date
    provider: string
    address: string | null
    teamName: string
  },
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
      ${attempt.amount}::bigint, ${attempt.startedAt}::timestamptz,
      ${attempt.leaseUntil}::timestamptz, 'link', ${attempt.provider}, ${attempt.address}, state,
      ${statementSuffix(attempt.teamName)}
    from before
  `)
}

/** Restores its previous state: reason, date, and the attempts that the saved card has left. */
export async function restoreCharge(db: Db, chargeId: string, attemptId: string): Promise<void> {
  await db.query(sql`
    update charges
    set state = (
      select state_before
      from charge_attempts
      where id = ${attemptId}
    )
    where id = ${chargeId}
  `)
}

export async function invoiceOf(db: Db, chargeId: string): Promise<string | null> {
  const rows = await db.query<{ invoiceId: string | null }>(
    sql`select invoice_id from charges where id = ${chargeId}`,
  )
  return first(rows)?.invoiceId ?? null
}

export async function addressOfAttempt(db: Db, attemptId: string): Promise<string | null> {
  const rows = await db.query<{ address: string | null }>(
    sql`select address from charge_attempts where id = ${attemptId}`,
  )
  return first(rows)?.address ?? null
}

/** The open payment; null when there is none, or it belongs to another pledge. */
export async function openLinkPayment(
  db: Db,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<ClaimedAttempt | null> {
  const rows = await db.query<ClaimedAttempt & Facts>(sql`
    select
      a.id, a.started_at, a.charge_id, a.amount_cents, a.kind, ${facts}, null as payment_method_id,
      true as is_repeat
    from charge_attempts a
    join charges c on c.id = a.charge_id
    join pledges p on p.id = c.pledge_id
    ${around}
    where c.id = ${chargeId}
      and c.pledge_id = ${pledgeId}
      and a.finished_at is null
      and a.kind = 'link'
  `)
  return first(rows) ?? null
}

export async function stateOf(
  db: Db,
  { pledgeId, chargeId }: { pledgeId: string; chargeId: string },
): Promise<{ state: Charge['state']; amountCents: Cents } | null> {
  const rows = await db.query<{ state: Charge['state']; amountCents: Cents }>(
    sql`select state, amount_cents from charges where id = ${chargeId} and pledge_id = ${pledgeId}`,
  )
  return first(rows) ?? null
}
