/** Money that waits for a person although no card failed: to give back, to ask for, or with books that do not balance. */
import { INSTRUMENT_RULES } from '#domain/instruments.ts'
import { LAST_REMINDER_DAYS } from '#domain/work-queue.ts'
import { refundsOwedRows } from '#server/money/manual-refunds/index.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'

const today = (now: Date): SQL => sql`wall_clock(c.time_zone, ${now})::date`

const [CLEARED, AFTER_DAYS] = [
  Object.keys(INSTRUMENT_RULES),
  Object.values(INSTRUMENT_RULES).map(({ clearsAfterDays }) => clearsAfterDays),
]

/** When the payment of refund `o` has cleared, so that what was too much of it can go back (R36). */
const clearsOn = sql`
  o.in_bank_on + (${sql.param(AFTER_DAYS)}::integer[])[
    array_position(${sql.param(CLEARED)}::text[], o.method::text)
  ]
`

/** Refunds that someone can send today by check or cash, of other people's pledges (R5, R29, R36). */
const refunds = (userId: string, now: Date): SQL => sql`
  select
    'send_refund', o.campaign_id,
    count(*)::integer,
    sum(o.amount_cents)::bigint,
    null, null,
    min(o.since)::timestamp at time zone c.time_zone
  from (${refundsOwedRows}) o
  join campaigns c on c.id = o.campaign_id
  join pledges p on p.id = o.pledge_id
  where p.pledger_id <> ${userId}
    and (o.kind = 'refund' or ${clearsOn} <= ${today(now)})
  group by o.campaign_id, c.time_zone
`

/** Open invoices without any reminder left: a person has to ask for the money (R36). */
const invoices = (now: Date): SQL => sql`
  select
    'unpaid_invoices', i.campaign_id,
    count(*)::integer,
    sum(i.amount_cents - i.paid_cents)::bigint,
    null, null,
    min(i.due_on)::timestamp at time zone c.time_zone
  from invoices i
  join campaigns c on c.id = i.campaign_id
  where i.state = 'open'
    and i.paid_cents < i.amount_cents
    and i.due_on + ${LAST_REMINDER_DAYS}::integer < ${today(now)}
    and c.status <> 'paused'
    and not exists (
      select from charges h
      where h.invoice_id = i.id
        and h.state <> 'voided'
    )
  group by i.campaign_id, c.time_zone
`

/** Campaigns whose books do not balance: nothing is billed or paid out meanwhile (R40). */
const onHold = sql`
  select 'books_on_hold', id, 1, null, null, null, billing_held_at
  from campaigns
  where billing_held_at is not null
`

export const unsettledMoney = (userId: string, now: Date): SQL => sql`
  ${refunds(userId, now)}
  union all ${invoices(now)}
  union all ${onHold}
`
