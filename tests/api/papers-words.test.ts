/** R37, R38, R60: what a debit is called on papers, and on which day papers are dated. */
import { expect, it } from 'vitest'
import { entryFigureWords, figureWords } from '#domain/billing/payout.ts'
import { entryWords } from '#domain/billing/receipt-sentences.ts'
import type { PayoutEntry, PayoutStatement } from '#domain/schemas/payout.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { bill, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { preparePayout } from '#tests/payouts.ts'

givenSeasonForEachTest({ now: '2026-09-01T16:00:00Z' })

const chargeId = async () => {
  const [charge] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  return charge?.id
}
const yearOf = async (supporter: Caller) =>
  expectStatus(await supporter.get<Giving>('/api/giving/2026'), 200).organizations

it('a debit of a bank account is not called a card on the year-end statement and on a payout', async () => {
  const wish = { lines: { gift: '40.00' } }
  const { supporter } = await pledge(org, season, { ...wish, method: 'bank_account' })
  await pledge(org, season, { lines: { gift: '10.00' }, method: 'auto_bill_end' })
  await bill(org, season, 'final')
  app.clock.advance({ days: 7 })
  await runDueJobs(app.deps)
  const [one] = await yearOf(supporter)
  expect(one?.entries.map((entry) => `${entryWords(entry)} ${entry.amount}`)).toEqual([
    'Paid from a bank account 40.00',
  ])
  expect(one?.entries).toMatchObject([{ kind: 'charge', isDebit: true, receiptId: expect.any(String) }])
  const path = `/api/payouts/${(await preparePayout(org, season, '1.00')).id}`
  const { figures } = expectStatus(await org.representative.get<PayoutStatement>(path), 200)
  expect(figures).toMatchObject([{ figure: 'cards', entries: 2, collected: '50.00', hasDebits: true }])
  expect(figures.map(figureWords)).toEqual(['Cards and bank accounts'])
  const behind = await org.representative.get<PayoutEntry[]>(`${path}/entries?figure=cards`)
  const words = expectStatus(behind, 200).map((entry) => `${entryFigureWords(entry)} ${entry.collected}`)
  expect(words.sort()).toEqual(['Bank accounts 40.00', 'Cards 10.00'])
})

it('a receipt and a year-end statement that are printed in the evening have the day of the campaign', async () => {
  const { supporter, pledge: made } = await pledge(org, season, { lines: { gift: '40.00' } })
  await bill(org, season, 'progress')
  const id = await chargeId()
  // Nine in the evening of December 31 in New York, the campaign's zone.
  app.clock.set('2027-01-01T02:00:00Z')
  const link = await pledgeLink(app.deps, app.deps.db, { pledgeId: made.id, campaignId: season.id })
  const drawn: string[] = []
  const { draw } = app.deps.studio
  app.deps.studio.draw = (name, drawing) => {
    if (drawing.kind === 'receipt' || drawing.kind === 'giving') drawn.push(drawing.facts.drawnOn)
    return draw(name, drawing)
  }
  expectStatus(await supporter.get(`/api/receipts/${id}/receipt.pdf`), 200)
  const token = link.split('/').at(-1)
  expectStatus(await app.visitor.get(`/api/pledge-links/${token}/receipts/${id}/receipt.pdf`), 200)
  expectStatus(await supporter.get('/api/giving/2026/statement.pdf'), 200)
  expect(drawn).toEqual(['2026-12-31', '2026-12-31', '2026-12-31'])
})
