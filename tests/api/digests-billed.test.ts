/** R44: what a results digest says is to pay, with what statements have billed. */
import { expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { notifyResults } from '#server/season/digests/send.ts'
import type { Caller } from '#tests/app.ts'
import { BAY, bill, CARDS, correctGoals, lock, play, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const COVE = { opponent: 'Cove', startTime: '2026-09-10T14:00:00Z' }
const NOTHING = 'There is nothing to pay now.'

/** The newest digest to them, once its waiting time is over. */
async function digestTo({ email }: Caller): Promise<string> {
  app.clock.advance({ minutes: 95 })
  await notifyResults(app.deps)
  const mails = await deliveredMails(app.deps.db, sql`kind = 'results_digest' and to_address = ${email}`)
  return mails.at(-1)?.text ?? ''
}

it('names the charge that is announced, instead of saying that there is nothing to pay', async () => {
  const { supporter } = await pledge(org, season, { lines: { goals: '5.00' } })
  await play(org, season, { ...BAY, goals: 4 })
  await lock(org, season, 'progress')
  await play(org, season, { ...COVE, goals: 1 })
  const text = await digestTo(supporter)
  expect(text).toContain('Card charge on September 13, 2026: $20.00')
  expect(text).toContain('Before anything more is due, you get a statement')
  expect(text).not.toContain(NOTHING)
})

it('names the charge that failed, and when it is tried again', async () => {
  const { supporter } = await pledge(org, season, { lines: { goals: '5.00' }, card: CARDS.declined })
  await play(org, season, { ...BAY, goals: 4 })
  await bill(org, season, 'progress')
  await play(org, season, { ...COVE, goals: 1 })
  const text = await digestTo(supporter)
  expect(text).toContain('Card charge that failed, tried again on September 14, 2026: $20.00')
  expect(text).not.toContain(NOTHING)
})

it('says what was paid, and what of it a correction took back', async () => {
  const { supporter } = await pledge(org, season, { lines: { goals: '5.00' } })
  const eventId = await play(org, season, { ...BAY, goals: 4 })
  await bill(org, season, 'progress')
  await digestTo(supporter)
  await correctGoals(org, season, eventId, 1)
  const text = await digestTo(supporter)
  expect(text).toContain('Results for Fall Season (Harbor High Boosters) were corrected.')
  expect(text).not.toMatch(/New results|before\s+this match/)
  expect(text).toMatch(/Earned so far: \$5\.00\n {2}Paid so far: \$20\.00/)
  expect(text).toContain('You have paid $15.00 more than your pledge has earned so far.')
  expect(text).toContain('it is refunded with the final statement.')
})

it('says that there is nothing to pay where nothing was billed', async () => {
  const { supporter } = await pledge(org, season, { lines: { goals: '5.00' } })
  await play(org, season, { ...BAY, goals: 4 })
  const text = await digestTo(supporter)
  expect(text).toContain(NOTHING)
  expect(text).not.toContain('Paid so far')
})
