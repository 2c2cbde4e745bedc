import type { Cents } from '#domain/money.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { bigints, uuids } from '#server/platform/db/arrays.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export type NewInvoice = { id: string; pledgeId: string; amount: Cents }

/** Takes the next `count` numbers of the year; the row stays locked, so that a rollback leaves no gap (R36). */
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
 * daytime, to verified addresses (R44), and not while a campaign is paused (R21).
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
