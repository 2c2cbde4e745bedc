/** Writes what answers to attempts change, and moves invoices into charges and back. */
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import type { Cents } from '#domain/money.ts'
import type { Charge, Invoice } from '#domain/schemas/settlement.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type FinishedAttempt = {
  id: string
  outcome: string
  reference: string | null
  code: string | null
  /** The card that paid, if it is not the saved one, which is stored when the attempt starts. */
  card: { brand: string; last4: string } | null
}

/**
 * Returns which of them were open: another worker has already recorded the others, and nothing is left to do for those. Locked in a fixed order, so that two late workers with the same attempts do not deadlock.
 */
export async function finishAttempts(
  db: Db,
  at: Date,
  attempts: readonly FinishedAttempt[],
): Promise<Set<string>> {
  const list = (value: (attempt: FinishedAttempt) => string | null) => sql.param(attempts.map(value))
  const rows = await db.query<{ id: string }>(sql`
    with given as (
      select *
      from unnest(
        ${list(({ id }) => id)}::uuid[],
        ${list(({ outcome }) => outcome)}::text[],
        ${list(({ reference }) => reference)}::text[],
        ${list(({ code }) => code)}::text[],
        ${list(({ card }) => card?.brand ?? null)}::text[],
        ${list(({ card }) => card?.last4 ?? null)}::text[]
      ) as g (id, outcome, reference, code, brand, last4)
    ),
    held as (
      select a.id
      from charge_attempts a
      where a.id = any(${list(({ id }) => id)}::uuid[])
        and a.finished_at is null
      order by a.id
      for update
    )
    update charge_attempts a
    set
      finished_at = ${at},
      outcome = given.outcome,
      provider_reference = given.reference,
      decline_code = given.code,
      card_brand = coalesce(given.brand, a.card_brand),
      card_last4 = coalesce(given.last4, a.card_last4)
    from given
    join held on held.id = given.id
    where a.id = held.id
    returning a.id
  `)
  return new Set(rows.map(({ id }) => id))
}

export type NewState = {
  chargeId: string
  state: Charge['state']
  failureCode: string | null
  /** Null: the date stays. */
  chargeAt: Date | null
  succeededAt: Date | null
}

export async function setStates(db: Db, states: readonly NewState[]): Promise<void> {
  const list = (name: keyof NewState) => sql.param(states.map((one) => one[name]))
  await db.query(sql`
    update charges c
    set
      state = given.state,
      failure_code = given.failure_code,
      charge_at = coalesce(given.charge_at, c.charge_at),
      succeeded_at = given.succeeded_at
    from unnest(
      ${list('chargeId')}::uuid[], ${list('state')}::text[], ${list('failureCode')}::text[],
      ${list('chargeAt')}::timestamptz[], ${list('succeededAt')}::timestamptz[]
    ) as given (id, state, failure_code, charge_at, succeeded_at)
    where c.id = given.id
  `)
}

/**
 * Charges that failed on a card or account that the supporter has since replaced are retried now with the new one.
 * Returns which. Pledges are locked before they are read, so that one of two simultaneous changes sees the other.
 */
export async function takeCardOfPledge(
  db: Db,
  failed: readonly { chargeId: string; pledgeId: string }[],
  at: Date,
): Promise<Set<string>> {
  if (failed.length === 0) return new Set()
  await db.query(sql`
    select id
    from pledges
    where id = any(${sql.param(failed.map(({ pledgeId }) => pledgeId))}::uuid[])
    order by id
    for no key update
  `)
  const rows = await db.query<{ id: string }>(sql`
    update charges c
    set card_id = p.card_id, attempts_count = 0, state = 'failed', charge_at = ${at}
    from pledges p
    where c.id = any(${sql.param(failed.map(({ chargeId }) => chargeId))}::uuid[])
      and p.id = c.pledge_id
      and p.card_id <> c.card_id
    returning c.id
  `)
  return new Set(rows.map(({ id }) => id))
}

export async function markPastDue(db: Db, pledgeIds: readonly string[]): Promise<void> {
  await db.query(sql`
    update pledges
    set status = 'past_due', version = version + 1
    where id = any(${sql.param([...pledgeIds])}::uuid[])
      and status in ('active', 'settled')
  `)
}

type DueInvoice = {
  invoiceId: string
  campaignId: string
  pledgeId: string
  settlementId: string
  moneyMode: 'live' | 'sandbox'
  campaignStatus: CampaignStatus
  isOnHold: boolean
  openCents: Cents
  state: Invoice['state']
  number: string
  /** The charge that it was moved into earlier. */
  chargeId: string | null
  chargeState: Charge['state'] | null
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
        p.campaign_id, p.id as pledge_id, m.money_mode, m.status as campaign_status,
        m.billing_held_at is not null as is_on_hold, i.id as invoice_id, i.settlement_id, i.number, i.state,
        i.amount_cents - i.paid_cents as open_cents,
        c.id as charge_id, c.state as charge_state
      from invoices i
      left join charges c on c.invoice_id = i.id
      join pledges p on p.id = i.pledge_id
      join campaigns m on m.id = p.campaign_id
      where ${own}
    `),
  )
  return row ?? null
}

/** Moves an invoice's open amount into a charge, new or voided earlier: it is always billed exactly once. */
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

type ChargeNow = {
  pledgeId: string
  invoiceId: string | null
  state: Charge['state']
  amountCents: Cents
}

export async function chargeNow(db: Db, chargeId: string): Promise<ChargeNow | undefined> {
  return first(
    await db.query<ChargeNow>(
      sql`select pledge_id, invoice_id, state, amount_cents from charges where id = ${chargeId}`,
    ),
  )
}

export type StrayPledge = {
  pledgeId: string
  campaignId: string
  campaignName: string
  organizationName: string
}

/** Undefined if there is no such pledge, or its campaign uses the other kind of money. */
export async function pledgeOf(
  db: Db,
  pledgeId: string,
  moneyMode: 'live' | 'sandbox',
): Promise<StrayPledge | undefined> {
  const rows = await db.query<StrayPledge>(sql`
    select p.id as pledge_id, p.campaign_id, m.name as campaign_name, o.name as organization_name
    from pledges p
    join campaigns m on m.id = p.campaign_id
    join organizations o on o.id = m.organization_id
    where p.id = ${pledgeId}
      and m.money_mode = ${moneyMode}
  `)
  return first(rows)
}

/** Whether a payment is in the books, and whether its attempt has a row. */
export async function knownOf(
  db: Db,
  { chargeId, reference, attemptId }: { chargeId: string; reference: string; attemptId: string },
): Promise<{ isRecorded: boolean; isKnown: boolean }> {
  return only(
    await db.query<{ isRecorded: boolean; isKnown: boolean }>(sql`
      select
        exists (
          select from charge_attempts a
          where a.charge_id = ${chargeId}
            and a.provider_reference = ${reference}
            and a.outcome = 'succeeded'
        ) as is_recorded,
        exists (
          select from charge_attempts a
          where a.id = ${attemptId}
        ) as is_known
    `),
  )
}
