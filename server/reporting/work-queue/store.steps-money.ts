/** Money that waits for a person although no card failed: to give back, to ask for, or with books that do not balance. */
import { DEPOSIT_DAYS, LAST_REMINDER_DAYS } from '#domain/work-queue.ts'
import { refundsOwedRows } from '#server/money/manual-refunds/index.ts'
import type { Clearing } from '#server/money/payments/index.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'

const today = (now: Date): SQL => sql`wall_clock(c.time_zone, ${now})::date`

/** Refunds that someone can send today by check or cash, of other people's pledges (R5, R29, R36). */
const refunds = (userId: string, { now, checkClearingDays }: Clearing): SQL => sql`
  select
    'send_refund', o.campaign_id,
    count(*)::integer,
    sum(o.amount_cents)::bigint,
    null, null,
    min(o.since)::timestamp at time zone c.time_zone
  from (${refundsOwedRows(checkClearingDays)}) o
  join campaigns c on c.id = o.campaign_id
  join pledges p on p.id = o.pledge_id
  where p.pledger_id <> ${userId}
    and (o.kind = 'refund' or o.clears_on <= ${today(now)})
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

/**
 * Checks and cash that are on no deposit slip days after they were received (R36). One step for all of them, since one slip
 * takes all; but test money and real money go on separate slips (R39).
 */
const deposits = (now: Date): SQL => sql`
  select
    'deposit_checks',
    case when count(distinct y.campaign_id) = 1 then (array_agg(y.campaign_id))[1] end,
    count(*)::integer,
    sum(y.amount_cents)::bigint,
    null, null,
    min((y.received_on + time '12:00') at time zone c.time_zone)
  from payments y
  join campaigns c on c.id = y.campaign_id
  where y.state = 'received'
    and y.received_on + ${DEPOSIT_DAYS}::integer < ${today(now)}
  group by c.money_mode
`

/** Campaigns whose books do not balance: nothing is billed or paid out meanwhile (R40). */
const onHold = sql`
  select 'books_on_hold', id, 1, null, null, null, billing_held_at
  from campaigns
  where billing_held_at is not null
`

/** Rare things that happened to money, which wait for a person (R34). */
const exceptions = sql`
  select
    'exception', campaign_id,
    count(*)::integer,
    sum(amount_cents)::bigint,
    case when count(*) = 1 then min(happened) end,
    null,
    min(opened_at)
  from exceptions
  where resolved_at is null
  group by campaign_id
`

export const unsettledMoney = (userId: string, clearing: Clearing): SQL => sql`
  ${refunds(userId, clearing)}
  union all ${invoices(clearing.now)}
  union all ${deposits(clearing.now)}
  union all ${onHold}
  union all ${exceptions}
`
