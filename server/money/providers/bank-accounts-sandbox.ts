/** Test bank accounts: the published routing and account numbers of Stripe, and how their banks answer a debit (R60). */
import { createHash, randomBytes } from 'node:crypto'
import { businessDaysAfter, DEBIT_BUSINESS_DAYS } from '#domain/bank-debit.ts'
import { invalidField } from '#domain/errors.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { type Database, first, only, sql } from '#server/platform/db/database.ts'
import type { DisputeFacts } from './card-events.ts'
import type { BankAccountDetails } from './cards.ts'

const TEST_ROUTING_NUMBER = '110000000'

export type DebitBehaviour =
  | 'succeeds'
  | 'account_insufficient_funds'
  | 'account_closed'
  | 'account_not_found'
  | 'debit_unauthorized'
  | 'returned_late'

export const BANK_TEST_ACCOUNTS: Record<string, DebitBehaviour> = {
  '000123456789': 'succeeds',
  '000222222227': 'account_insufficient_funds',
  '000111111113': 'account_closed',
  '000111111116': 'account_not_found',
  '000333333335': 'debit_unauthorized',
  '000555555559': 'returned_late',
}

/** A return after the money had arrived: this long after it did. */
const RETURNED_AFTER_DAYS = 10
const DAY_MS = 86_400_000

/** When a debit's bank answers, what it answers, and whether it takes it back later. */
export function debitOf(behaviour: string, at: Date) {
  const decidedAt = businessDaysAfter(at, DEBIT_BUSINESS_DAYS)
  const isLate = behaviour === 'returned_late'
  const isPaid = behaviour === 'succeeds' || isLate
  return {
    decidedAt,
    outcome: isPaid ? 'succeeded' : 'declined',
    code: isPaid ? null : behaviour,
    returnedAt: isLate ? new Date(decidedAt.getTime() + RETURNED_AFTER_DAYS * DAY_MS) : null,
  }
}

type Given = { db: Database; clock: Clock }
export type TestAccount = { clientSecret: string; routingNumber: string; accountNumber: string }

/** How the bank of a published test account answers. @throws a 400 in words for any other account. */
function behaviourOf({ routingNumber, accountNumber }: Omit<TestAccount, 'clientSecret'>): DebitBehaviour {
  if (routingNumber !== TEST_ROUTING_NUMBER)
    throw invalidField('routingNumber', `Test mode accepts only ${TEST_ROUTING_NUMBER}`)
  const behaviour = Object.hasOwn(BANK_TEST_ACCOUNTS, accountNumber)
    ? BANK_TEST_ACCOUNTS[accountNumber]
    : null
  if (!behaviour)
    throw invalidField(
      'accountNumber',
      'Test mode accepts only test accounts, such as 000123456789. Never enter a real account here.',
    )
  return behaviour
}

type NewAccount = { userId: string; accountNumber: string; behaviour: DebitBehaviour; at: Date }

async function insertAccount(
  db: Pick<Database, 'query'>,
  { userId, accountNumber, behaviour, at }: NewAccount,
): Promise<string> {
  const id = `pm_sandbox_${randomBytes(12).toString('hex')}`
  const fingerprint = createHash('sha256').update(accountNumber).digest('hex').slice(0, 16)
  await db.query(sql`
    insert into sandbox.payment_methods (
      id, user_id, kind, behaviour, brand, last4, fingerprint, created_at
    )
    values (
      ${id}, ${userId}, 'bank_account', ${behaviour}, 'Test Bank', ${accountNumber.slice(-4)},
      ${fingerprint}, ${at}
    )
  `)
  return id
}

/** What the provider's own form does: saves the account under a setup of this user, once. @throws a 400 in words. */
export async function saveSandboxBankAccount(
  { db, clock }: Given,
  { userId, account }: { userId: string; account: TestAccount },
): Promise<BankAccountDetails> {
  const { clientSecret, accountNumber } = account
  const behaviour = behaviourOf(account)
  return db.transaction(async (tx) => {
    const setup = first(
      await tx.query<{ id: string; paymentMethod: string | null }>(sql`
        select id, payment_method
        from sandbox.card_setups
        where client_secret = ${clientSecret}
          and user_id = ${userId}
        for update
      `),
    )
    if (!setup) throw invalidField('clientSecret', 'This form has expired: open it again')
    if (setup.paymentMethod) return only(await accounts(tx, setup.paymentMethod, userId))
    const id = await insertAccount(tx, { userId, accountNumber, behaviour, at: clock.now() })
    await tx.query(sql`update sandbox.card_setups set payment_method = ${id} where id = ${setup.id}`)
    return only(await accounts(tx, id, userId))
  })
}

/** What the form does with an account that is debited once: its bank is asked, and answers in days. Twice debits once. */
export async function debitSandboxOnce({ db, clock }: Given, account: TestAccount): Promise<void> {
  const { clientSecret, accountNumber } = account
  const behaviour = behaviourOf(account)
  const at = clock.now()
  await db.transaction(async (tx) => {
    const started = first(
      await tx.query<{ idempotencyKey: string; userId: string; amountCents: number }>(sql`
        select idempotency_key, user_id, amount_cents
        from sandbox.confirmations
        where client_secret = ${clientSecret}
          and payment_method is null
          and ended_at is null
        for update
      `),
    )
    if (!started) throw invalidField('clientSecret', 'This payment has expired: start it again')
    const { idempotencyKey, userId, amountCents } = started
    const paymentMethod = await insertAccount(tx, { userId, accountNumber, behaviour, at })
    const { outcome, code, decidedAt, returnedAt } = debitOf(behaviour, at)
    await tx.query(sql`
      insert into sandbox.payments (
        idempotency_key, id, payment_method, amount_cents, outcome, decline_code, decided_at,
        returned_at, created_at
      )
      values (
        ${idempotencyKey}, ${`pi_sandbox_${randomBytes(12).toString('hex')}`}, ${paymentMethod},
        ${amountCents}, ${outcome}, ${code}, ${decidedAt}, ${returnedAt}, ${at}
      )
      on conflict (idempotency_key) do nothing
    `)
  })
}

const accounts = (db: Pick<Database, 'query'>, paymentMethodId: string, userId: string) =>
  db.query<BankAccountDetails>(sql`
    select m.id as payment_method_id, m.brand as bank_name, m.last4, m.fingerprint, s.id as setup_id
    from sandbox.payment_methods m
    join sandbox.card_setups s on s.payment_method = m.id
    where m.id = ${paymentMethodId}
      and m.user_id = ${userId}
      and m.kind = 'bank_account'
  `)

export const sandboxBankAccount = async (
  db: Database,
  { userId, paymentMethodId }: { userId: string; paymentMethodId: string },
): Promise<BankAccountDetails | null> => first(await accounts(db, paymentMethodId, userId)) ?? null

/** Those of the payments that their banks have taken back by now. */
export async function sandboxReturns(
  { db, clock }: Given,
  references: readonly string[],
): Promise<DisputeFacts[]> {
  const rows = await db.query<Pick<DisputeFacts, 'reference' | 'paymentReference' | 'amount'>>(sql`
    select 'du_' || id as reference, id as payment_reference, amount_cents as amount
    from sandbox.payments
    where id = any(${sql.param([...references])}::text[])
      and returned_at <= ${clock.now()}
  `)
  return rows.map((row) => ({ ...row, reason: 'debit_not_authorized', state: 'lost', evidenceDueAt: null }))
}
