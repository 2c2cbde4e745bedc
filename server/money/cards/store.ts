import type { SavedCard } from '#domain/schemas/card.ts'
import type { CardDetails } from '#server/money/providers/cards.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type RememberedCard = { id: string; userId: string; provider: string; moneyMode: string }

type FoundCard = RememberedCard & { expMonth: number; expYear: number }

export async function findCard(db: Db, paymentMethodId: string): Promise<FoundCard | undefined> {
  return first(
    await db.query<FoundCard>(sql`
      select id, user_id, provider, money_mode, exp_month, exp_year from cards where provider_payment_method = ${paymentMethodId}`),
  )
}

type NewCard = RememberedCard & { details: CardDetails; at: Date }

/** Undefined when the same payment method is another user's already. */
export async function insertCard(
  db: Db,
  { id, userId, provider, moneyMode, details, at }: NewCard,
): Promise<RememberedCard | undefined> {
  return first(
    await db.query<RememberedCard>(sql`
      insert into cards (id, user_id, provider, money_mode, provider_payment_method, brand, last4, exp_month, exp_year, fingerprint, created_at)
      values (${id}, ${userId}, ${provider}, ${moneyMode}, ${details.paymentMethodId}, ${details.brand}, ${details.last4},
              ${details.expMonth}, ${details.expYear}, ${details.fingerprint}, ${at})
      on conflict (provider_payment_method) do update set exp_month = excluded.exp_month, exp_year = excluded.exp_year
        where cards.user_id = excluded.user_id and (cards.provider, cards.money_mode) = (excluded.provider, excluded.money_mode)
      returning id, user_id, provider, money_mode`),
  )
}

export async function cardOf(db: Db, cardId: string): Promise<{ last4: string; moneyMode: string }> {
  const rows = await db.query<{ last4: string; moneyMode: string }>(
    sql`select last4, money_mode from cards where id = ${cardId}`,
  )
  return only(rows)
}

/** As its owner sees it. */
export async function readCard(db: Db, cardId: string): Promise<SavedCard> {
  return only(
    await db.query<SavedCard>(sql`
      select provider_payment_method as stripe_payment_method_id, brand, last4, exp_month, exp_year
        from cards where id = ${cardId}`),
  )
}

type OwnCard = Omit<CardDetails, 'fingerprint'> & { id: string }

/** A user's cards that the card provider in use can charge, newest first (R39). */
export async function cardsBy(
  db: Db,
  userId: string,
  side: { provider: string; moneyMode: string },
): Promise<OwnCard[]> {
  return db.query<OwnCard>(sql`
    select id, provider_payment_method as payment_method_id, brand, last4, exp_month, exp_year from cards
     where user_id = ${userId} and provider = ${side.provider} and money_mode = ${side.moneyMode}
     order by id desc limit 20`)
}

/** Banks renew cards by themselves; what it is charged by stays the same. */
export async function renewCard(db: Db, card: CardDetails): Promise<void> {
  await db.query(sql`
    update cards set brand = ${card.brand}, last4 = ${card.last4}, exp_month = ${card.expMonth}, exp_year = ${card.expYear},
           fingerprint = coalesce(${card.fingerprint}, fingerprint)
     where provider_payment_method = ${card.paymentMethodId}`)
}
