import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type InUse = { provider: string; moneyMode: string }

/** A user's accounts that can be debited here, newest first, without duplicates (R39, R60). */
export async function bankAccountsBy(db: Db, userId: string, inUse: InUse): Promise<SavedBankAccount[]> {
  return db.query<SavedBankAccount>(sql`
    select provider_payment_method as stripe_payment_method_id, brand as bank_name, last4
    from (
      select distinct on (coalesce(k.fingerprint, k.id::text)) k.*
      from cards k
      where k.user_id = ${userId}
        and k.kind = 'bank_account'
        and k.provider = ${inUse.provider}
        and k.money_mode = ${inUse.moneyMode}
        and exists (
          select from debit_mandates
          where card_id = k.id
            and ended_at is null
        )
      order by coalesce(k.fingerprint, k.id::text), k.id desc
    ) k
    order by id desc
    limit 20
  `)
}

/** As its owner sees it. */
export async function bankAccountOf(db: Db, cardId: string): Promise<SavedBankAccount | undefined> {
  return first(
    await db.query<SavedBankAccount>(sql`
      select provider_payment_method as stripe_payment_method_id, brand as bank_name, last4
      from cards
      where id = ${cardId}
    `),
  )
}

/** The id of our row for a bank account, by the card provider's id. */
export async function cardIdOf(db: Db, paymentMethodId: string): Promise<string | null> {
  const row = first(
    await db.query<{ id: string }>(sql`
      select id
      from cards
      where provider_payment_method = ${paymentMethodId}
        and kind = 'bank_account'
    `),
  )
  return row?.id ?? null
}
