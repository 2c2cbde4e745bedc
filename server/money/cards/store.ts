import type { CardDetails } from '#server/money/providers/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

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
