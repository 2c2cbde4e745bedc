import { type CardAttempts, DECLINES_JUDGED } from '#domain/pledges/guest-limits.ts'
import type { CardDetails } from '#server/money/providers/index.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export async function keptBy(
  db: Db,
  guestPledgeId: string,
): Promise<{ paymentMethodId: string; brand: string; last4: string } | undefined> {
  return first(
    await db.query<{ paymentMethodId: string; brand: string; last4: string }>(sql`
      select provider_payment_method as payment_method_id, brand, last4
      from guest_cards
      where guest_pledge_id = ${guestPledgeId}
    `),
  )
}

type Kept = {
  guestPledgeId: string
  provider: string
  moneyMode: string
  details: CardDetails
  at: Date
}

/** Keeps the card entered last; false if it is another guest pledge's, or this one no longer waits for a card. */
export async function keep(
  db: Db,
  { guestPledgeId, provider, moneyMode, details, at }: Kept,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into guest_cards as known (
      guest_pledge_id, provider, provider_payment_method, money_mode, brand, last4, exp_month, exp_year,
      fingerprint, saved_at
    )
    select
      ${guestPledgeId}, ${provider}, ${details.paymentMethodId}, ${moneyMode}, ${details.brand},
      ${details.last4}, ${details.expMonth}, ${details.expYear}, ${details.fingerprint}, ${at}
    from guest_pledges g
    where g.id = ${guestPledgeId}
      and g.state in ('started', 'held')
      and not exists (
        select from guest_cards
        where provider_payment_method = ${details.paymentMethodId}
          and guest_pledge_id <> ${guestPledgeId}
      )
    for no key update of g
    on conflict (guest_pledge_id)
    do update set
      provider_payment_method = excluded.provider_payment_method,
      brand = excluded.brand,
      last4 = excluded.last4,
      exp_month = excluded.exp_month,
      exp_year = excluded.exp_year,
      fingerprint = excluded.fingerprint,
      saved_at = excluded.saved_at
    where known.card_id is null
    returning guest_pledge_id
  `)
  return rows.length > 0
}

/** How many other guest pledges are waiting with this card. */
export async function heldWith(db: Db, fingerprint: string, guestPledgeId: string): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from guest_cards k
      join guest_pledges g on g.id = k.guest_pledge_id
      where k.fingerprint = ${fingerprint}
        and k.card_id is null
        and k.guest_pledge_id <> ${guestPledgeId}
        and g.state in ('started', 'held')
    `),
  )
  return row.count
}

/**
 * The card becomes the user's. If the account is older than the guest pledge, the card provider keeps the card under the
 * guest pledge's customer, which is recorded for later charges.
 */
export async function adopt(
  tx: Db,
  clock: Clock,
  { guestPledgeId, userId }: { guestPledgeId: string; userId: string },
): Promise<string> {
  const at = clock.now()
  // A card that is entered at this moment waits for the lock, and is then refused.
  await tx.query(sql`select from guest_cards where guest_pledge_id = ${guestPledgeId} for update`)
  const { id } = only(
    await tx.query<{ id: string }>(sql`
      insert into cards (
        id, user_id, provider, money_mode, provider_payment_method, brand, last4, exp_month, exp_year,
        fingerprint, created_at
      )
      select
        ${newId(clock)}, ${userId}, provider, money_mode, provider_payment_method, brand, last4, exp_month,
        exp_year, fingerprint, ${at}
      from guest_cards
      where guest_pledge_id = ${guestPledgeId}
      returning id
    `),
  )
  await tx.query(sql`update guest_cards set card_id = ${id} where guest_pledge_id = ${guestPledgeId}`)
  if (userId === guestPledgeId) return id
  await tx.query(sql`
    insert into stripe.adopted_cards (payment_method, user_id, customer, money_mode, created_at)
    select k.provider_payment_method, ${userId}, c.customer, c.money_mode, ${at}
    from guest_cards k
    join stripe.customers c on c.user_id = k.guest_pledge_id and c.money_mode = k.money_mode
    where k.guest_pledge_id = ${guestPledgeId}
      and k.provider = 'stripe'
    on conflict (payment_method) do nothing
  `)
  await tx.query(sql`update sandbox.payment_methods set user_id = ${userId} where user_id = ${guestPledgeId}`)
  return id
}

type Row = Record<`${'campaign' | 'network'}${'Declined' | 'Good'}`, number>

/**
 * How many of guests' cards were declined since then, and how many different ones are of confirmed pledges: holding one's own
 * card again and again, and taking it back, proves nothing. Good ones are counted only beside enough declines to judge.
 */
export async function guestCardCounts(
  db: Db,
  { campaignId, address, since }: { campaignId: string; address: string | null; since: Date },
): Promise<Record<'campaign' | 'network', CardAttempts>> {
  const good = sql`
    select count(distinct coalesce(k.fingerprint, k.provider_payment_method))
    from guest_cards k
    join guest_pledges g on g.id = k.guest_pledge_id
    where k.saved_at > ${since}
      and g.state = 'confirmed'
  `
  const row = only(
    await db.query<Row>(sql`
      select
        d.campaign as campaign_declined, d.network as network_declined,
        case when d.campaign >= ${DECLINES_JUDGED}
          then (${good} and g.campaign_id = ${campaignId}) else 0 end as campaign_good,
        case when d.network >= ${DECLINES_JUDGED}
          then (${good} and g.address = ${address}) else 0 end as network_good
      from (
        select
          count(*) filter (where g.campaign_id = ${campaignId}) as campaign,
          count(*) filter (where g.address = ${address}) as network
        from card_refusals r
        join guest_pledges g on g.id = r.user_id
        where r.at > ${since}
          and (g.confirmed_at is null or r.at <= g.confirmed_at)
      ) d
    `),
  )
  return {
    campaign: { declined: row.campaignDeclined, good: row.campaignGood },
    network: { declined: row.networkDeclined, good: row.networkGood },
  }
}

/** Deletes the card of a guest pledge that came to nothing. */
export async function forget(db: Db, guestPledgeId: string): Promise<void> {
  await db.query(sql`
    delete from guest_cards
    where guest_pledge_id = ${guestPledgeId}
      and card_id is null
  `)
}
