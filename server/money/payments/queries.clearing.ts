/** Checks and cash that may not be in the bank: not on a deposit slip, or checks that can still bounce (R38). */
import { INSTRUMENT_RULES, INSTRUMENTS } from '#domain/instruments.ts'
import type { Deps } from '#server/money/deps.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'

export type Clearing = { now: Date; checkClearingDays: number }

export const clearingOf = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): Clearing => ({
  now: clock.now(),
  checkClearingDays: config.checkClearingDays,
})

const THAT_BOUNCE = INSTRUMENTS.filter((method) => INSTRUMENT_RULES[method].canBounce)
const canBounce = sql`y.method = any(${sql.param(THAT_BOUNCE)}::text[])`

/** The slip of payment `y`; of one that was moved from another invoice, the slip on which it was then. */
const depositedOn = sql`
  case
    when y.deposit_id is not null then (select d.deposited_on from deposits d where d.id = y.deposit_id)
    else (
      with recursive before as (
        select f.deposit_id, f.moved_from
        from payments f
        where f.id = y.moved_from
        union all
        select f.deposit_id, f.moved_from
        from before b
        join payments f on f.id = b.moved_from
      )
      select max(d.deposited_on)
      from before b
      join deposits d on d.id = b.deposit_id
    )
  end
`

/** The day from which payment `y` counts as being in the bank; null: it is not deposited. */
export const clearsOn = (checkClearingDays: number): SQL => sql`
  case
    when y.state = 'deposited'
      then ${depositedOn} + case when ${canBounce} then ${checkClearingDays}::integer else 0 end
  end
`

/** A day in any zone is within a day of UTC's. */
const ZONES_DAYS = 1

/** What has been collected by payments that do not count as being in the bank, and from which day they do: by campaign. */
export const uncleared = ({ now, checkClearingDays }: Clearing): SQL => sql`
  select
    u.campaign_id, u.clears_on,
    sum(u.amount_cents)::bigint as amount_cents
  from (
    select
      y.campaign_id,
      y.amount_cents - y.overpaid_cents - y.refunded_cents as amount_cents,
      ${clearsOn(checkClearingDays)} as clears_on
    from (
      select *
      from payments
      where state = 'received'
      union all
      select p.*
      from deposits d
      join payments p on p.deposit_id = d.id
      where p.state = 'deposited'
        and d.deposited_on > (${now}::timestamptz at time zone 'UTC')::date - ${checkClearingDays + ZONES_DAYS}::integer
      union all
      select *
      from payments
      where state = 'deposited'
        and moved_from is not null
    ) y
  ) u
  join campaigns z on z.id = u.campaign_id
  where u.amount_cents > 0
    and (u.clears_on is null or u.clears_on > wall_clock(z.time_zone, ${now})::date)
  group by u.campaign_id, u.clears_on
`
