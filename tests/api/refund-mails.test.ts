/** R32, R44: everyone who gets a refund is notified once, of its amount and how it is paid. */
import { expect, it } from 'vitest'
import { runScheduledRefunds } from '#server/money/refunds/refund.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { BAY, bill, correctGoals, invoicesOf, lock, payment, play, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

const LINES = { lines: { goals: '2.00' } }
let eventId: string
givenSeasonForEachTest()

async function settle(): Promise<void> {
  eventId = await play(org, season, { ...BAY, goals: 10 })
  await bill(org, season, 'final')
}
async function correctTo(goals: number): Promise<void> {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final')
}
const mailsTo = ({ email }: Caller) =>
  app.deps.db.query<{ subject: string; text: string }>(sql`
    select subject, text_body as text from mails where to_address = ${email} and kind = 'refund' order by id`)

it('a refund of a check is owed: its supporter is notified that it comes another way than to a card', async () => {
  const { supporter } = await pledge(org, season, { ...LINES, method: 'check' })
  await settle()
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment({ id: invoice?.id ?? '' }, '20.00', app), reference: '1042' }
  expectStatus(await org.representative.post(`${season.path}/payments`, form), 201)
  await correctTo(7)
  const [mail, ...others] = await mailsTo(supporter)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('We owe you $6.00 from Fall Season')
  expect(mail?.text).toContain('It cannot go to a card')
  expect(mail?.text).toContain('Why: A corrected result')
})

it('a refund to a card is made: its supporter is notified when it was, and not before', async () => {
  const { supporter } = await pledge(org, season, LINES)
  await settle()
  await correctTo(7)
  expect(await mailsTo(supporter)).toEqual([])
  await runScheduledRefunds(app.deps)
  await runScheduledRefunds(app.deps)
  const [mail, ...others] = await mailsTo(supporter)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('We refunded $6.00 from Fall Season')
  expect(mail?.text).toContain('To the card: ending in 4242')
})

it('a correction refunds a card pledge to the card and a check pledge manually', async () => {
  const byCard = await pledge(org, season, LINES)
  const byCheck = await pledge(org, season, { ...LINES, method: 'check' })
  await settle()
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment({ id: invoice?.id ?? '' }, '20.00', app), reference: '1042' }
  expectStatus(await org.representative.post(`${season.path}/payments`, form), 201)
  await correctTo(7)
  const rows = await app.deps.db.query(
    sql`select pledge_id, state, by_hand, amount_cents from refunds order by pledge_id`,
  )
  expect(rows).toEqual([
    { pledgeId: byCard.pledge.id, state: 'due', byHand: false, amountCents: 600 },
    { pledgeId: byCheck.pledge.id, state: 'due', byHand: true, amountCents: 600 },
  ])
})

it('a refund of a charge that does not exist is not found', async () => {
  const path = `/api/charges/${newId(app.clock)}/refunds`
  const form = { amount: '5.00', reason: 'A courtesy' }
  expect((await org.representative.post(path, form)).status).toBe(404)
})
