/** What Stripe's account holds, beside what the books say, and refunds in words. */
import { type Db, sql } from '#server/platform/db/database.ts'
import { accounts } from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

/** Without Stripe's fees. */
export function cashAt({ books: { payments, refunds, disputes } }: StripeStandIn): number {
  const amounts = [
    ...[...payments.values()].filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
    ...[...refunds.values()].filter(({ status }) => status !== 'failed').map(({ amount }) => -amount),
    ...[...disputes.values()].flatMap((one) => one.balance_transactions.map(({ amount }) => amount)),
  ]
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Disputed money leaves Stripe's account at once, our books' cash only once it is lost (R35, R66). */
export async function cashOf(db: Db): Promise<number> {
  const { cash = 0, disputed = 0 } = await accounts(db)
  const [undecided] = await db.query<{ excess: number }>(
    sql`select coalesce(sum(amount_cents - taken_cents), 0)::bigint as excess from disputes where state = 'open'`,
  )
  return cash + disputed - (undecided?.excess ?? 0)
}

export async function refundRows(db: Db): Promise<string[]> {
  const rows = await db.query<{ kind: string; state: string; amount: number }>(
    sql`select kind, state, amount_cents as amount from refunds order by id`,
  )
  return rows.map(({ kind, state, amount }) => `${kind} ${amount} ${state}`)
}
