import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { type Cents, cents, subtract, toDecimal, ZERO } from '#domain/money.ts'
import type { Invoice } from '#domain/schemas/settlement.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { bigints, uuids } from '#server/platform/db/arrays.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

/** The part of an invoice that is being paid, or was paid, by card through a link. */
export type ByCard = { cardPayment: Invoice['cardPayment']; cardCents: number }

/** For the invoice `i`: the amount of its charge, pending or paid; a failed one has moved it back. */
export const byCard = sql`
  (
    select case h.state when 'succeeded' then 'paid' else 'under_way' end
    from charges h
    where h.invoice_id = i.id
      and h.state <> 'voided'
  ) as card_payment,
  coalesce((
    select h.amount_cents
    from charges h
    where h.invoice_id = i.id
      and h.state <> 'voided'
  ), 0) as card_cents
`

/** `123` and `INV-2026-000123` are the same invoice's; null: it cannot be one. */
export const numberIn = (search: string): string | null => {
  const digits = /^(?:inv-?)?(?:\d{4}-)?0*(\d{1,9})$/i.exec(search.replaceAll(' ', ''))?.[1]
  return digits === undefined ? null : digits.padStart(6, '0')
}

/** The invoice's number, its last digits, or any part of a check's number; all of them without a search. */
export function hasNumber(search: string | null, invoice: SQL, reference: SQL): SQL {
  if (search === null) return sql`true`
  const number = numberIn(search)
  const part = search.replace(/^#/, '')
  return sql`(
    ${invoice} = upper(${search})
    or (${number}::text is not null and ${invoice} like '%-' || ${number})
    or strpos(lower(${reference}), lower(${part})) > 0
  )`
}

/** Lowers open invoices; one lowered to zero is void, one lowered to the amount paid is paid. */
export async function lowerInvoices(
  db: Db,
  lowered: readonly { id: string; by: Cents }[],
  at: Date,
): Promise<void> {
  await db.query(sql`
    update invoices i
    set
      amount_cents = i.amount_cents - given.by_cents,
      state = case
        when i.amount_cents - given.by_cents > i.paid_cents then 'open'
        when i.paid_cents > 0 then 'paid'
        else 'void'
      end,
      voided_at = case
        when i.amount_cents - given.by_cents = 0 and i.paid_cents = 0 then ${at}::timestamptz
      end
    from unnest(
      ${sql.param(lowered.map(({ id }) => id))}::uuid[],
      ${sql.param(lowered.map(({ by }) => by))}::bigint[]
    ) as given (id, by_cents)
    where i.id = given.id
      and i.state = 'open'
  `)
}

type Row = Pick<Invoice, 'id' | 'pledgeId' | 'number' | 'state'> &
  ByCard & {
    amountCents: Cents
    paidCents: Cents
    issuedAt: Date
    dueOn: string
    setOffCents: Cents
  }

const toInvoice = ({
  amountCents,
  paidCents,
  setOffCents,
  cardCents,
  issuedAt,
  dueOn,
  ...row
}: Row): Invoice => ({
  ...row,
  amount: toDecimal(amountCents),
  paid: toDecimal(paidCents),
  open: toDecimal(row.state === 'open' ? subtract(amountCents, paidCents) : ZERO),
  setOff: toDecimal(setOffCents),
  cardAmount: toDecimal(cents(cardCents)),
  issuedAt: issuedAt.toISOString(),
  dueDate: dueOn,
})

async function invoicesWhere(db: Db, where: SQL, limit: number): Promise<Invoice[]> {
  const rows = await db.query<Row>(sql`
    select
      i.id, i.pledge_id, i.number, i.amount_cents, i.paid_cents, i.state, ${byCard}, i.issued_at,
      i.due_on,
      (
        select coalesce(sum(s.amount_cents), 0)::bigint
        from set_offs s
        where s.invoice_id = i.id
      ) as set_off_cents
    from invoices i
    where ${where}
    order by i.id desc
    limit ${limit}
  `)
  return rows.map(toInvoice)
}

export const invoicesOf = (
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null },
): Promise<Invoice[]> =>
  invoicesWhere(db, sql`i.campaign_id = ${campaignId} and i.id < ${beforeId ?? AFTER_ALL_IDS}::uuid`, limit)

export const invoicesOfPledge = (db: Db, pledgeId: string): Promise<Invoice[]> =>
  invoicesWhere(db, sql`i.pledge_id = ${pledgeId}`, 100)

/** Locks a pledge's open invoices, so that nothing is paid on them until the transaction ends. */
export async function lockOpenInvoices(db: Db, pledgeId: string): Promise<void> {
  await db.query(sql`
    select id
    from invoices
    where pledge_id = ${pledgeId}
      and state = 'open'
    order by id
    for update
  `)
}

export type OpenInvoice = {
  id: string
  pledgeId: string
  pledgerId: string
  pledgedAt: Date
  amountCents: Cents
  paidCents: Cents
  state: Invoice['state']
  number: string
  moneyMode: 'live' | 'sandbox'
} & ByCard

/** The invoice in this campaign, locked until the transaction ends. */
export async function lockInvoice(
  db: Db,
  campaignId: string,
  invoiceId: string,
): Promise<OpenInvoice | undefined> {
  // Locked first: columns read in the same statement would date from before the wait.
  await db.query(sql`
    select id
    from invoices
    where campaign_id = ${campaignId}
      and id = ${invoiceId}
    for update
  `)
  const rows = await db.query<OpenInvoice>(sql`
    select
      i.id, i.pledge_id, p.pledger_id, p.created_at as pledged_at, i.amount_cents, i.paid_cents,
      i.state, i.number, c.money_mode,
      ${byCard}
    from invoices i
    join pledges p on p.id = i.pledge_id
    join campaigns c on c.id = i.campaign_id
    where i.campaign_id = ${campaignId}
      and i.id = ${invoiceId}
  `)
  return first(rows)
}

type Place = { campaignId: string; moneyMode: 'live' | 'sandbox' }

/** Its campaign, and its kind of money. */
export async function placeOfInvoice(db: Db, invoiceId: string): Promise<Place | undefined> {
  return first(
    await db.query<Place>(sql`
      select i.campaign_id, c.money_mode
      from invoices i
      join campaigns c on c.id = i.campaign_id
      where i.id = ${invoiceId}
    `),
  )
}

export async function addPaid(db: Db, invoiceId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    update invoices
    set
      paid_cents = paid_cents + ${amount},
      state = case when paid_cents + ${amount} = amount_cents then 'paid' else state end
    where id = ${invoiceId}
  `)
}

/** The payment was reversed: reopens the invoice and its pledge. */
export async function reopenInvoice(db: Db, invoiceId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    update invoices
    set paid_cents = paid_cents - ${amount}, state = 'open'
    where id = ${invoiceId}
  `)
  await db.query(sql`
    update pledges p
    set status = 'active', version = p.version + 1
    from invoices i
    where i.id = ${invoiceId}
      and p.id = i.pledge_id
      and p.status = 'settled'
  `)
}

export type NewInvoice = { id: string; pledgeId: string; amount: Cents }

/** Takes the next `count` numbers of the year; the row stays locked, so that a rollback leaves no gap. */
export async function takeNumbers(db: Db, year: number, count: number): Promise<string[]> {
  const { last } = only(
    await db.query<{ last: number }>(sql`
      insert into invoice_numbers (year, last)
      values (${year}, ${count})
      on conflict (year)
      do update set last = invoice_numbers.last + excluded.last
      returning last
    `),
  )
  return Array.from(
    { length: count },
    (_, index) => `INV-${year}-${String(last - count + 1 + index).padStart(6, '0')}`,
  )
}

export async function insertInvoices(
  db: Db,
  key: { campaignId: string; settlementId: string; issuedAt: Date; dueOn: string },
  invoices: readonly (NewInvoice & { number: string })[],
): Promise<void> {
  await db.query(sql`
    insert into invoices (
      id, campaign_id, settlement_id, pledge_id, number, amount_cents, state, issued_at, due_on
    )
    select
      id, ${key.campaignId}::uuid, ${key.settlementId}::uuid, pledge_id, number, amount, 'open',
      ${key.issuedAt}::timestamptz, ${key.dueOn}::date
    from unnest(
      ${uuids(invoices.map(({ id }) => id))}::uuid[],
      ${uuids(invoices.map(({ pledgeId }) => pledgeId))}::uuid[],
      ${sql.param(invoices.map(({ number }) => number))}::text[],
      ${bigints(invoices.map(({ amount }) => amount))}::bigint[]
    ) as given (id, pledge_id, number, amount)
  `)
}

/** Days after the due date; negative: before it. */
const REMINDED_AT_DAYS = [-14, 0, 14, 30]

export type Reminder = {
  invoiceId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  email: string
  number: string
  amountCents: Cents
  paidCents: Cents
  /** `YYYY-MM-DD`. */
  dueOn: string
  /** Today minus the due date, in the campaign's time zone. */
  daysLate: number
  campaignName: string
  organizationName: string
  vocabulary: Vocabulary
  timeZone: string
  isTest: boolean
  /** Idempotency key of this reminder. */
  idempotencyKey: string
}

/**
 * The next due reminders, with their invoices locked until the transaction ends, so that none is paid in the meantime. Of
 * several days that have passed the last one counts: a server that was down does not send three at once. Only in the
 * daytime, to verified addresses, and not while a campaign is paused.
 */
export async function nextReminders(db: Db, now: Date, limit: number): Promise<Reminder[]> {
  return db.query<Reminder>(sql`
    select
      i.id as invoice_id, i.campaign_id, i.pledge_id, p.pledger_id, u.email, i.number,
      i.amount_cents, i.paid_cents, i.due_on, d.days_late, c.name as campaign_name,
      o.name as organization_name, c.vocabulary, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      r.idempotency_key
    from invoices i
    join campaigns c on c.id = i.campaign_id
    join organizations o on o.id = c.organization_id
    join pledges p on p.id = i.pledge_id
    join users u on u.id = p.pledger_id
    cross join lateral (
      select wall_clock(c.time_zone, ${now})::date - i.due_on as days_late
    ) d
    cross join lateral (
      select 'invoice-reminder:' || i.id || ':' || max(day) as idempotency_key
      from unnest(${sql.param(REMINDED_AT_DAYS)}::integer[]) day
      where day <= d.days_late
    ) r
    where i.state = 'open'
      and i.amount_cents > i.paid_cents
      and r.idempotency_key is not null
      and c.status not in ('paused', 'cancelled')
      and not is_quiet(c.time_zone, ${now})
      and u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (
        select from mails m
        where m.idempotency_key = r.idempotency_key
      )
    order by i.id
    limit ${limit}
    for update of i skip locked
  `)
}

/** A pledge is past due the day after its invoice was due, in the campaign's time zone. Returns how many became past due. */
export async function markPledgesOverdue(db: Db, now: Date): Promise<number> {
  const rows = await db.query(sql`
    update pledges p
    set status = 'past_due', version = p.version + 1
    from invoices i
    join campaigns c on c.id = i.campaign_id
    where i.pledge_id = p.id
      and i.state = 'open'
      and i.due_on < wall_clock(c.time_zone, ${now})::date
      and c.status not in ('paused', 'cancelled')
      and p.status = 'active'
    returning p.id
  `)
  return rows.length
}
