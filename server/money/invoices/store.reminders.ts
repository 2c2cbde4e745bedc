/** The invoices that supporters are to be reminded of (R36). */
import { type Cents, cents } from '#domain/money.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Days after the due date; negative: before it. */
const REMINDED_AT_DAYS = [-14, 0, 14, 30]

export type Reminder = {
  invoiceId: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  email: string
  number: string
  amount: Cents
  paid: Cents
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
type Row = Omit<Reminder, 'amount' | 'paid'> & { amountCents: number; paidCents: number }

/**
 * The next due reminders, with their invoices locked until the transaction ends, so that none is paid in the meantime. Of
 * several days that have passed the last one counts: a server that was down does not send three at once. Only in the
 * daytime, to verified addresses (R44), and not while a campaign is paused (R21).
 */
export async function nextReminders(db: Db, now: Date, limit: number): Promise<Reminder[]> {
  const rows = await db.query<Row>(sql`
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
  return rows.map(({ amountCents, paidCents, ...row }) => ({
    ...row,
    amount: cents(amountCents),
    paid: cents(paidCents),
  }))
}
