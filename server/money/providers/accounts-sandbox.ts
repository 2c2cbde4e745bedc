/** The stand-in for Stripe's accounts and transfers: its form asks for a test bank account. */
import { createHash, randomBytes } from 'node:crypto'
import { invalidField } from '#domain/errors.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { type Database, first, sql } from '#server/platform/db/database.ts'
import type { Accounts } from './accounts.ts'
import type { Transfers } from './transfers.ts'

const DAY_MS = 86_400_000
/** With the second one, the provider asks for a document within thirty days; without it, payouts stop then. */
const TEST_ACCOUNTS: Record<string, { due: string[] }> = {
  '000123456789': { due: [] },
  '000111111116': { due: [] },
  '000999999991': { due: ['company.verification.document'] },
}
const DUE_DAYS = 30
const DUE_AT_FIRST = ['external_account', 'company.tax_id']

type Given = { db: Database; clock: Clock }
type Row = { due: string[]; dueBy: Date | null; bankLast4: string | null; bankFingerprint: string | null }

export const createSandboxAccounts = ({ db, clock }: Given): Accounts => ({
  create: async ({ organizationId }) => {
    const id = `acct_sandbox${randomBytes(8).toString('hex')}`
    await db.query(sql`
      insert into sandbox.accounts (id, organization_id, due)
      values (${id}, ${organizationId}, ${sql.param(DUE_AT_FIRST)}::text[])
      on conflict (organization_id) do nothing
    `)
    const made = await db.query<{ id: string }>(
      sql`select id from sandbox.accounts where organization_id = ${organizationId}`,
    )
    return made[0]?.id ?? id
  },
  openForm: async (account) => ({ clientSecret: account, publishableKey: null }),
  facts: async (account) => {
    const found = first(
      await db.query<Row>(sql`
        select due, due_by, bank_last4, bank_fingerprint
        from sandbox.accounts
        where id = ${account}
      `),
    )
    if (!found) return null
    const { due, dueBy, bankLast4: last4, bankFingerprint: fingerprint } = found
    return {
      isReady: last4 !== null && (dueBy === null || dueBy > clock.now()),
      due,
      dueBy,
      bank: last4 === null ? null : { name: 'Test Bank', last4, fingerprint },
    }
  },
})

/**
 * What the provider's own form does: keeps the bank account, and asks for a document or not. The form in which the
 * document was asked for is complete once it was handed in.
 * @throws a 400 with the reason.
 */
export async function answerSandboxForm(
  { db, clock }: Given,
  account: string,
  { accountNumber, hasDocument }: { accountNumber: string; hasDocument: boolean },
): Promise<void> {
  const known = Object.hasOwn(TEST_ACCOUNTS, accountNumber) ? TEST_ACCOUNTS[accountNumber] : undefined
  if (!known)
    throw invalidField(
      'accountNumber',
      'Test mode accepts only test accounts, such as 000123456789. Never enter a real account here.',
    )
  const due = hasDocument ? [] : known.due
  const dueBy = due.length > 0 ? new Date(clock.now().getTime() + DUE_DAYS * DAY_MS) : null
  await db.query(sql`
    update sandbox.accounts
    set
      due = ${sql.param(due)}::text[],
      due_by = ${dueBy},
      bank_last4 = ${accountNumber.slice(-4)},
      bank_fingerprint = ${createHash('sha256').update(accountNumber).digest('hex').slice(0, 16)}
    where id = ${account}
  `)
}

/** The money leaves the sandbox's own account, once for each payout. */
export const createSandboxTransfers = ({ db, clock }: Given): Transfers => ({
  transfer: async ({ idempotencyKey, amount }) => {
    const reference = `tr_sandbox_${idempotencyKey.replaceAll('-', '')}`
    await db.query(sql`
      insert into sandbox.transfers (id, idempotency_key, amount_cents, created_at)
      values (${reference}, ${idempotencyKey}, ${amount}, ${clock.now()})
      on conflict do nothing
    `)
    return { outcome: 'paid', reference }
  },
  findTransfer: async (idempotencyKey) => {
    const made = first(
      await db.query<{ id: string; createdAt: Date }>(sql`
        select id, created_at
        from sandbox.transfers
        where idempotency_key = ${idempotencyKey}
      `),
    )
    return made ? { outcome: 'paid', reference: made.id, madeAt: made.createdAt } : null
  },
  reversals: async () => [],
})
