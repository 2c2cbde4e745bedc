/** Pledges whose card will have expired by the day that they are charged (R35). */
import { type Db, sql } from '#server/platform/db/database.ts'

type Expiring = {
  pledgeId: string
  pledgerId: string
  campaignId: string
  email: string
  last4: string
  expMonth: number
  expYear: number
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  /** When the card is needed, as far as that is known. */
  chargedOn: Date
  /** Idempotency key of this mail: a different or renewed card gets its own mail. */
  idempotencyKey: string
}

type Asked = { now: Date; soon: Date; noticeDays: number; limit: number }

/**
 * The next expiring cards to ask about. Progress may be charged in any week, so within `soon`; all else after the season's
 * end and the notice period, and a charge that has a date on that date. Only in the daytime, to verified addresses (R44),
 * and neither while a campaign is paused nor once it is settled and nothing is open.
 */
export async function nextExpiring(db: Db, { now, soon, noticeDays, limit }: Asked): Promise<Expiring[]> {
  return db.query<Expiring>(sql`
    select
      p.id as pledge_id, p.pledger_id, p.campaign_id, u.email, k.last4, k.exp_month, k.exp_year,
      c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test,
      n.charged_on, e.idempotency_key
    from pledges p
    join campaigns c on c.id = p.campaign_id
    join organizations o on o.id = c.organization_id
    join cards k on k.id = p.card_id
    join users u on u.id = p.pledger_id
    left join lateral (
      select min(h.charge_at) as open_at
      from charges h
      where h.pledge_id = p.id
        and h.state in ('scheduled', 'failed')
    ) h on true
    cross join lateral (
      select greatest(
        ${now}::timestamptz,
        case
          when h.open_at is not null then h.open_at
          when p.payment_timing = 'as_season_progresses'
            then least(${soon}::timestamptz, c.ends_at + make_interval(days => ${noticeDays}))
          else c.ends_at + make_interval(days => ${noticeDays})
        end
      ) as charged_on
    ) n
    cross join lateral (
      select 'card-expires:' || p.id || ':' || k.id || ':' || k.exp_year || '-'
        || k.exp_month as idempotency_key
    ) e
    where p.status in ('active', 'past_due')
      and c.status in ('active', 'completed')
      and not is_quiet(c.time_zone, ${now})
      and (h.open_at is not null or c.final_locked_at is null)
      and n.charged_on <= ${soon}
      and make_timestamptz(k.exp_year, k.exp_month, 1, 12, 0, 0, 'UTC') + interval '1 month'
        <= n.charged_on
      and u.email_verified_at is not null
      and u.deleted_at is null
      and not exists (
        select from mails m
        where m.idempotency_key = e.idempotency_key
      )
    order by p.id
    limit ${limit}
  `)
}
