/** What the books must have of card money, computed from the payments, refunds, disputes and transfers alone. */
import { expect } from 'vitest'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { sql } from '#server/platform/db/database.ts'
import type { TestApp } from '#tests/app.ts'
import { accounts } from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { cashAt, cashOf } from '#tests/stripe-season.ts'

/** In cents. `left`: what was paid and neither refunded, taken by a bank nor transferred. `bank`: what it paid to the bank. */
type AtProvider = { payments: readonly number[]; left: number; disputes: number; bank: number }

/** 2.9 % and 30 cents, half a cent rounded up. */
const feeOf = (cents: number): number => Math.floor((cents * 29 + 500) / 1_000) + 30
const DISPUTE_FEE = 1_500

const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

async function atSandbox({ deps: { db, clock } }: TestApp): Promise<AtProvider> {
  const rows = await db.query<{ isPayment: boolean; cents: number }>(sql`
    with succeeded as (select * from sandbox.payments where outcome = 'succeeded')
    select true as is_payment, amount_cents as cents from succeeded where coalesce(decided_at, created_at) <= ${clock.now()}
     union all select false, -amount_cents from succeeded where returned_at <= ${clock.now()}
     union all select false, -amount_cents from sandbox.refunds
     union all select false, -amount_cents from sandbox.transfers`)
  const payments = rows.filter(({ isPayment }) => isPayment).map(({ cents }) => cents)
  const paidOut = await db.query<{ cents: number }>(
    sql`select -amount_cents as cents from sandbox.balance_transactions where kind = 'payout'`,
  )
  const bank = total(paidOut.map(({ cents }) => cents))
  return { payments, left: total(rows.map(({ cents }) => cents)), disputes: 0, bank }
}

function atStripe(stripe: StripeStandIn): AtProvider {
  const { payments, disputes, transfers } = stripe.books
  const paid = [...payments.values()].filter(({ status }) => status === 'succeeded')
  const sent = [...transfers.values()].map(({ amount, amount_reversed: back }) => amount - back)
  const taken = [...disputes.values()]
    .flatMap((one) => one.balance_transactions)
    .filter((one) => one.amount < 0)
  return {
    payments: paid.map(({ amount }) => amount),
    left: cashAt(stripe) - total(sent),
    disputes: taken.length,
    bank: stripe.books.paidOut,
  }
}

/** With nothing in progress: the books have each payment's fee, and the rest is on the account or paid to the bank. */
export async function expectCardMoney(app: TestApp): Promise<void> {
  const { db } = app.deps
  const { stripe } = app.visitor
  await readCardMovements(app.deps)
  const { payments, left, disputes, bank } = stripe ? atStripe(stripe) : await atSandbox(app)
  const fees = total(payments.map(feeOf)) + disputes * DISPUTE_FEE
  const { processing_fees: booked = 0 } = await accounts(db)
  expect({ fees: booked, onAccount: await cashOf(db) }).toEqual({
    fees,
    onAccount: left - fees - bank,
  })
}
