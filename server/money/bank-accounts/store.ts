import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import type { BankAccountDetails } from '#server/money/providers/index.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type Mandate = {
  setupId: string
  userId: string
  version: string
  text: string
  address: string | null
  at: Date
}

export async function insertMandate(db: Db, mandate: Mandate): Promise<void> {
  await db.query(sql`
    insert into debit_mandates (setup_id, user_id, version, mandate_text, address, agreed_at)
    values (
      ${mandate.setupId}, ${mandate.userId}, ${mandate.version}, ${mandate.text}, ${mandate.address},
      ${mandate.at}
    )
  `)
}

type Account = { id: string; userId: string; provider: string; moneyMode: string; isEnded: boolean }

/** A saved account, and whether its authorization has ended. */
export async function findAccount(db: Db, paymentMethodId: string): Promise<Account | undefined> {
  return first(
    await db.query<Account>(sql`
      select
        k.id, k.user_id, k.provider, k.money_mode,
        not exists (
          select from debit_mandates
          where card_id = k.id
            and ended_at is null
        ) as is_ended
      from cards k
      where k.provider_payment_method = ${paymentMethodId}
        and k.kind = 'bank_account'
    `),
  )
}

type NewAccount = { id: string; userId: string; provider: string; moneyMode: string; at: Date }

/** Saves it with the authorization given in its form. False: none was given there. */
export async function insertAccount(
  db: Db,
  { id, userId, provider, moneyMode, at }: NewAccount,
  { paymentMethodId, bankName, last4, fingerprint, setupId }: BankAccountDetails,
): Promise<boolean> {
  const rows = await db.query(sql`
    with account as (
      insert into cards (
        id, user_id, provider, money_mode, kind, provider_payment_method, brand, last4, fingerprint,
        created_at
      )
      select
        ${id}, ${userId}, ${provider}, ${moneyMode}, 'bank_account', ${paymentMethodId}, ${bankName},
        ${last4}, ${fingerprint}, ${at}
      from debit_mandates
      where setup_id = ${setupId}
        and user_id = ${userId}
        and card_id is null
      on conflict (provider_payment_method) do nothing
      returning id
    )
    select id from account
  `)
  if (rows.length === 0) return false
  await db.query(sql`
    update debit_mandates
    set card_id = ${id}
    where setup_id = ${setupId}
      and user_id = ${userId}
  `)
  return true
}

/** Only the first end counts. Returns the account and its owner; nothing if it had already ended. */
export async function endMandates(
  db: Db,
  cardId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<{ userId: string; last4: string; bankName: string; email: string | null }[]> {
  return db.query(sql`
    update debit_mandates m
    set ended_at = ${at}, end_reason = ${reason}
    from cards k
    join users u on u.id = k.user_id
    where m.card_id = ${cardId}
      and m.ended_at is null
      and k.id = m.card_id
    returning
      m.user_id, k.last4, k.brand as bank_name,
      case when u.email_verified_at is not null and u.deleted_at is null then u.email end as email
  `)
}

type InUse = { provider: string; moneyMode: string }

/** A user's accounts that can be debited here, newest first, without duplicates. */
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
