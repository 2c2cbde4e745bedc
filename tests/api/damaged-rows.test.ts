/** R40: a row of money that was damaged outside the program is found by the book check. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  const { org } = await givenSeason({
    app,
    pledges: [{ lines: { gift: '40.00' } }],
    billed: 'progress',
  })
  const [charge] = await app.deps.db.query<{ id: string }>(sql`select id from charges`)
  const refund = { amount: '15.00', reason: 'Sorry' }
  expectStatus(await org.representative.post(`/api/charges/${charge?.id}/refunds`, refund), 201)
  await runDueJobs(app.deps)
  expect(await checkInvariants(app.deps.db)).toEqual([])
})
afterEach(() => app.close())

it.each([
  ['refunds-are-reserved', `update charges set refunded_cents = refunded_cents + 500`],
  ['refunds-are-reserved', `update charges set refunded_cents = 0`],
  ['charges-are-as-taken', `update charges set money_mode = 'live'`],
  ['charges-are-as-taken', `update charges set succeeded_at = succeeded_at + interval '1 year'`],
  ['charges-are-as-taken', `update charges set succeeded_at = succeeded_at - interval '1 year'`],
  ['charges-are-as-taken', `update charge_attempts set amount_cents = amount_cents - 100`],
  ['charges-are-as-taken', `update charge_attempts set provider_reference = null`],
  [
    'charges-are-as-taken',
    `update journal_postings set account = 'undeposited' where account = 'card_clearing'`,
  ],
  [
    'journal-balances',
    `update journal_postings set amount_cents = amount_cents + 1 where account = 'card_clearing'`,
  ],
])('%s finds: %s', async (invariant, damage) => {
  // No trigger runs, as with a damaged disk.
  await app.deps.db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql.raw(damage))
  })
  const found = await checkInvariants(app.deps.db)
  expect(found.map((one) => one.invariant)).toContain(invariant)
})
