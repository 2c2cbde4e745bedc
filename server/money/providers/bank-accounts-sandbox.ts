/** Test bank accounts: the published routing and account numbers of Stripe, and how their banks answer a debit. */
import { createHash, randomBytes } from 'node:crypto'
import { businessDaysAfter, DEBIT_BUSINESS_DAYS } from '#domain/billing/bank-debit.ts'
import { invalidField } from '#domain/errors.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { type Database, first, only, sql } from '#server/platform/db/database.ts'
import type { BankAccountDetails, DisputeFacts } from './cards.ts'

const TEST_ROUTING_NUMBER = '110000000'

export type DebitBehaviour =
  | 'succeeds'
  | 'account_insufficient_funds'
  | 'account_closed'
  | 'account_not_found'
  | 'debit_unauthorized'
  | 'returned_late'

const BANK_TEST_ACCOUNTS: Record<string, DebitBehaviour> = {
  '000123456789': 'succeeds',
  '000222222227': 'account_insufficient_funds',
  '000111111113': 'account_closed',
  '000111111116': 'account_not_found',
  '000333333335': 'debit_unauthorized',
  '000555555559': 'returned_late',
}

/** A late return happens this long after the money arrived. */
const RETURNED_AFTER_DAYS = 10
const DAY_MS = 86_400_000

/** When a debit's bank answers, what it answers, and whether it takes the money back later. */
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
type TestAccount = { clientSecret: string; routingNumber: string; accountNumber: string }

/** What the provider's own form does: saves the account under a setup of this user, once. @throws a 400 with the reason. */
export async function saveSandboxBankAccount(
  { db, clock }: Given,
  { userId, account }: { userId: string; account: TestAccount },
): Promise<BankAccountDetails> {
  const { clientSecret, routingNumber, accountNumber } = account
  const behaviour = Object.hasOwn(BANK_TEST_ACCOUNTS, accountNumber)
    ? BANK_TEST_ACCOUNTS[accountNumber]
    : null
  if (routingNumber !== TEST_ROUTING_NUMBER)
    throw invalidField('routingNumber', `Test mode accepts only ${TEST_ROUTING_NUMBER}`)
  if (!behaviour)
    throw invalidField(
      'accountNumber',
      'Test mode accepts only test accounts, such as 000123456789. Never enter a real account here.',
    )
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
    const id = `pm_sandbox_${randomBytes(12).toString('hex')}`
    const fingerprint = createHash('sha256').update(accountNumber).digest('hex').slice(0, 16)
    await tx.query(sql`
      insert into sandbox.payment_methods (
        id, user_id, kind, behaviour, brand, last4, fingerprint, created_at
      )
      values (
        ${id}, ${userId}, 'bank_account', ${behaviour}, 'Test Bank', ${accountNumber.slice(-4)},
        ${fingerprint}, ${clock.now()}
      )
    `)
    await tx.query(sql`update sandbox.card_setups set payment_method = ${id} where id = ${setup.id}`)
    return only(await accounts(tx, id, userId))
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

/** The payments among these that banks have taken back by now. */
export async function sandboxReturns(
  { db, clock }: Given,
  references: readonly string[],
): Promise<DisputeFacts[]> {
  const rows = await db.query<
    Pick<DisputeFacts, 'reference' | 'paymentReference' | 'amount'> & { takenAt: Date }
  >(sql`
    select 'du_' || id as reference, id as payment_reference, amount_cents as amount,
           returned_at as taken_at
    from sandbox.payments
    where id = any(${sql.param([...references])}::text[])
      and returned_at <= ${clock.now()}
  `)
  return rows.map((row) => ({
    ...row,
    openedAt: row.takenAt,
    reason: 'debit_not_authorized',
    state: 'lost',
    isClosed: false,
    evidenceDueAt: null,
  }))
}
