/** "What is this charge?" answers by email to the address on file, and the screen reveals nothing. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, type TestApp } from '#tests/app.ts'
import { BAY } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let supporter: Caller
let chargedOn: string
beforeAll(async () => {
  ;({ app, supporter } = await givenSeason({
    pledges: [{ lines: { goals: '5.00' } }],
    matches: [{ ...BAY, goals: 4 }],
    billed: 'progress',
  }))
  chargedOn = app.clock.now().toISOString().slice(0, 10)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance({ hours: 25 }))

const ask = (more: object = {}) =>
  app.visitor.post('/api/charge-lookups', {
    email: supporter.email,
    amount: '20.00',
    chargedOn,
    last4: '4242',
    ...more,
  })
const answers = async () =>
  (await deliveredMails(app.deps.db, sql`kind = 'charge_answer'`)).map(({ to, text }) => ({ to, text }))
const reset = () => app.deps.db.query(sql`delete from mails where kind = 'charge_answer'`)

it('a charge lookup mails the explanation to the address on file', async () => {
  await reset()
  expect((await ask({ email: supporter.email.toUpperCase() })).status).toBe(204)
  expect(await answers()).toEqual([])
  await runDueJobs(app.deps)
  const [mail, ...others] = await answers()
  expect(others).toEqual([])
  expect(mail?.to).toBe(supporter.email)
  for (const words of ['$20.00', 'Fall Season', 'Harbor High Boosters', 'ending in 4242', '/p/'])
    expect(mail?.text).toContain(words)
  const [left] = await app.deps.db.query<{ count: number }>(sql`select count(*) as count from charge_lookups`)
  expect(left?.count).toBe(0)
})

it('a charge lookup answers alike whether or not there is an account or a charge', async () => {
  await reset()
  const unverified = await app.user({ isVerified: false })
  const requests = [
    {},
    { last4: '0000' },
    { amount: '19.99' },
    { email: 'nobody@example.org' },
    { email: unverified.email },
  ]
  const replies = []
  for (const one of requests) replies.push(await ask(one))
  expect(replies.map(({ status, body }) => [status, body])).toEqual(requests.map(() => [204, '']))
  await runDueJobs(app.deps)
  const mails = await answers()
  expect(mails.map(({ to }) => to)).toEqual([supporter.email, supporter.email, supporter.email])
  expect(mails.filter(({ text }) => text.includes('has no charge of'))).toHaveLength(2)
  expect(mails.filter(({ text }) => text.includes('Fall Season'))).toHaveLength(1)
})

it('charge lookups send at most three mails to one address', async () => {
  await reset()
  for (let count = 0; count < 6; count += 1) await ask()
  await runDueJobs(app.deps)
  expect(await answers()).toHaveLength(3)
})

it('a charge lookup finds a charge dated a few days later by the bank, but not twelve', async () => {
  await reset()
  const later = (days: number) =>
    new Date(Date.parse(chargedOn) + days * 86_400_000).toISOString().slice(0, 10)
  await ask({ chargedOn: later(5) })
  await ask({ chargedOn: later(12) })
  await runDueJobs(app.deps)
  expect((await answers()).map(({ text }) => text.includes('Fall Season')).sort()).toEqual([false, true])
})

it('charge lookups are limited per IP address', async () => {
  const limited = await createTestApp({ env: { CONTACTS_PER_MINUTE: '2' } })
  const statuses = []
  for (let count = 0; count < 3; count += 1) {
    const body = { email: 'a@example.org', amount: 1, chargedOn: '2026-09-01', last4: '1234' }
    statuses.push((await limited.visitor.post('/api/charge-lookups', body)).status)
  }
  await limited.close()
  expect(statuses).toEqual([204, 204, 429])
})
