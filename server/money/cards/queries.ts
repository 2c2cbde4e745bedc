import type { SavedCard } from '#domain/schemas/card.ts'
import type { CardDetails } from '#server/money/providers/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

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
      from cards
      where id = ${cardId}
    `),
  )
}

type OwnCard = Omit<CardDetails, 'fingerprint'> & { id: string }

/** A user's cards that the card provider in use can charge, newest first (R39). */
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
