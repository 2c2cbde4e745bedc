import type { CardDetails } from '#server/adapters/cards.ts'
import { type Db, first, sql } from '#server/db/database.ts'

export type RememberedCard = { id: string; userId: string; provider: string }

export async function findCard(db: Db, paymentMethodId: string): Promise<RememberedCard | undefined> {
  return first(
    await db.query<RememberedCard>(sql`
      select id, user_id, provider from cards where provider_payment_method = ${paymentMethodId}`),
  )
}

type NewCard = { id: string; userId: string; provider: string; details: CardDetails; at: Date }

/** Undefined when the same payment method is another user's already. */
export async function insertCard(
  db: Db,
  { id, userId, provider, details, at }: NewCard,
): Promise<RememberedCard | undefined> {
  return first(
    await db.query<RememberedCard>(sql`
      insert into cards (id, user_id, provider, provider_payment_method, brand, last4, exp_month, exp_year, fingerprint, created_at)
      values (${id}, ${userId}, ${provider}, ${details.paymentMethodId}, ${details.brand}, ${details.last4},
              ${details.expMonth}, ${details.expYear}, ${details.fingerprint}, ${at})
      on conflict (provider_payment_method) do update set exp_month = excluded.exp_month, exp_year = excluded.exp_year
        where cards.user_id = excluded.user_id and cards.provider = excluded.provider
      returning id, user_id, provider`),
  )
}
