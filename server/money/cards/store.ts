import type { SavedCard } from '#domain/schemas/card.ts'
import type { CardDetails } from '#server/money/providers/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

type RememberedCard = { id: string; userId: string; provider: string; moneyMode: string }

type FoundCard = RememberedCard & { expMonth: number; expYear: number }

export async function findCard(db: Db, paymentMethodId: string): Promise<FoundCard | undefined> {
  return first(
    await db.query<FoundCard>(sql`
      select id, user_id, provider, money_mode, exp_month, exp_year
      from cards
      where provider_payment_method = ${paymentMethodId}
        and kind = 'card'
    `),
  )
}

type NewCard = RememberedCard & { details: CardDetails; at: Date }

/** Undefined if the payment method already belongs to another user. */
export async function insertCard(
  db: Db,
  { id, userId, provider, moneyMode, details, at }: NewCard,
): Promise<RememberedCard | undefined> {
  return first(
    await db.query<RememberedCard>(sql`
      insert into cards (
        id, user_id, provider, money_mode, provider_payment_method, brand, last4, exp_month,
        exp_year, fingerprint, created_at
      )
      values (
        ${id}, ${userId}, ${provider}, ${moneyMode}, ${details.paymentMethodId}, ${details.brand},
        ${details.last4}, ${details.expMonth}, ${details.expYear}, ${details.fingerprint}, ${at}
      )
      on conflict (provider_payment_method)
      do update set exp_month = excluded.exp_month, exp_year = excluded.exp_year
      where cards.user_id = excluded.user_id
        and (cards.provider, cards.money_mode) = (excluded.provider, excluded.money_mode)
      returning id, user_id, provider, money_mode
    `),
  )
}

/** Pledges whose card will have expired by the day that they are charged. */
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
 * end and the notice period, and a charge that has a date on that date. Only in the daytime, to verified addresses,
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

export async function cardOf(
  db: Db,
  cardId: string,
): Promise<{ brand: string; last4: string; moneyMode: string }> {
  return only(await db.query(sql`select brand, last4, money_mode from cards where id = ${cardId}`))
}

/** As its owner sees it. */
export async function readCard(db: Db, cardId: string): Promise<SavedCard> {
  return only(
    await db.query<SavedCard>(sql`
      select provider_payment_method as stripe_payment_method_id, brand, last4, exp_month, exp_year
      from cards
      where id = ${cardId}
    `),
  )
}

type OwnCard = Omit<CardDetails, 'fingerprint'> & { id: string }

/** A user's cards that the card provider in use can charge, newest first. */
export async function cardsBy(
  db: Db,
  userId: string,
  inUse: { provider: string; moneyMode: string },
): Promise<OwnCard[]> {
  return db.query<OwnCard>(sql`
    select id, provider_payment_method as payment_method_id, brand, last4, exp_month, exp_year
    from cards
    where user_id = ${userId}
      and kind = 'card'
      and provider = ${inUse.provider}
      and money_mode = ${inUse.moneyMode}
    order by id desc
    limit 20
  `)
}

/** Banks renew cards automatically; the payment method that is charged stays the same. */
export async function renewCard(db: Db, card: CardDetails): Promise<void> {
  await db.query(sql`
    update cards
    set
      brand = ${card.brand},
      last4 = ${card.last4},
      exp_month = ${card.expMonth},
      exp_year = ${card.expYear},
      fingerprint = coalesce(${card.fingerprint}, fingerprint)
    where provider_payment_method = ${card.paymentMethodId}
  `)
}
