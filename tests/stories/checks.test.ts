/** Pledges paid by check and cash, from pledge to books: invoices, payments for them, and overpayments. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, correctGoals, invoicesOf, lock, payment, play } from '#tests/fixtures.ts'
import { recordRefund } from '#tests/manual-refunds.ts'
import { type Backer, back, books, closeStory, openStory, pass, passNotice, type Story } from './story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => closeStory(story))

/** A check or cash for the backer's newest invoice, recorded by a representative a day later. */
async function receive({ pledge }: Backer, amount: string, method: 'check' | 'cash' = 'check') {
  const { app, org, season } = story
  await pass(story, { days: 1 })
  const invoice = (await invoicesOf(org, season)).find(({ pledgeId }) => pledgeId === pledge.id)
  const body = { ...payment(invoice ?? { id: '' }, amount, app), method }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, body), 201)
}

test('an overpaid check pays its invoice; the rest is supporter credit without commission', async () => {
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' }, method: 'check' })
  await play(story.org, story.season, { ...BAY, goals: 10 })
  await lock(story.org, story.season, 'final')
  await passNotice(story)
  expect(await receive(ana, '25.00')).toMatchObject({ overpaid: '5.00' })
  const [mail] = await story.app.deps.db.query<{ textBody: string }>(sql`
    select text_body from mails where kind = 'receipt' and to_address = ${ana.supporter.email}`)
  expect(mail?.textBody).toContain('Amount: $20.00')
  expect(mail?.textBody).toContain('You paid $5.00 more than was due.')
  expect(await books(story)).toMatchSnapshot()
})

test('an overpayment returned by check leaves the commission unchanged', async () => {
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' }, method: 'check' })
  const { org, season, app } = story
  await play(org, season, { ...BAY, goals: 10 })
  await lock(org, season, 'final')
  await passNotice(story)
  const { id } = await receive(ana, '25.00')
  const today = () => app.clock.now().toISOString().slice(0, 10)
  const slip = { paymentIds: [id], amount: '25.00', depositedOn: today() }
  expectStatus(await org.representative.post('/api/deposits', slip), 201)
  await pass(story, { days: 10 })
  const form = { kind: 'overpayment', sourceId: id, method: 'check', reference: '2041', givenOn: today() }
  expectStatus(await recordRefund(org, season, form), 201)
  expect(await books(story)).toMatchSnapshot()
})

test('an invoice paid in part and corrected down is lowered first; then the rest is refunds owed', async () => {
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' }, method: 'check' })
  const eventId = await play(story.org, story.season, { ...BAY, goals: 10 })
  await lock(story.org, story.season, 'final')
  await passNotice(story)
  await receive(ana, '12.00', 'cash')
  const { org, season } = story
  await correctGoals(org, season, eventId, 4)
  expect((await lock(org, season, 'final')).totals).toMatchObject({ lowered: '8.00', refunded: '4.00' })
  await passNotice(story)
  expect(await books(story)).toMatchSnapshot()
})

test('a bounced check reopens its invoice and is not collected; a second check settles it', async () => {
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' }, method: 'check' })
  const { org, season } = story
  await play(org, season, { ...BAY, goals: 10 })
  await lock(org, season, 'final')
  await passNotice(story)
  const { id } = await receive(ana, '20.00')
  await pass(story, { days: 1 })
  const bounced = { why: 'bounced', on: story.app.clock.now().toISOString().slice(0, 10) }
  expectStatus(await org.representative.post(`${season.path}/payments/${id}/reversal`, bounced), 201)
  expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', open: '20.00' }])
  await receive(ana, '20.00')
  expect(await books(story)).toMatchSnapshot()
})
