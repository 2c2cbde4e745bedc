import type { Deps } from '#server/money/deps.ts'
import { sql } from '#server/platform/db/database.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'

const BATCH = 200

/**
 * Deletes what the card provider keeps about people whose account was deleted (R45): afterwards, since nothing calls a
 * provider inside a transaction. If the provider cannot be reached now, the next run tries again.
 */
export async function forgetCustomers({ db, cards, log }: Pick<Deps, 'db' | 'cards' | 'log'>): Promise<void> {
  const left = await db.query<{ userId: string }>(sql`
    select u.id as user_id
    from users u
    where u.deleted_at is not null
      and u.id in (
        select user_id
        from stripe.customers
        where money_mode = ${cards.moneyMode}
        union
        select user_id
        from stripe.adopted_cards
        where money_mode = ${cards.moneyMode}
      )
    order by u.deleted_at
    limit ${BATCH}
  `)
  for (const { userId } of left)
    await cards.forgetCustomer(userId).catch((error: unknown) => {
      log.warn({ userId, error: describeError(error) }, 'a customer at the card provider was not deleted')
    })
}
