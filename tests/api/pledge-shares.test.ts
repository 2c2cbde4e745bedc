/** R10: what each match, or result without one, added to a pledge, by name. */
import { expect, it } from 'vitest'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, confirm, declare, lock, play, pledge, pledgeDetail } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

async function countGoals(quantity: number): Promise<void> {
  const form = { statisticId: season.statistics.goals.id, kind: 'count', quantity }
  const entry = expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, form), 201)
  await confirm(org.owner, season, [entry])
  app.clock.advance({ minutes: 3 })
}

it('a result without a match is called by its statistic, before the lock as after it', async () => {
  const lines = { goals: '5.00', champions: '10.00' }
  const { supporter, pledge: made } = await pledge(org, season, { lines, method: 'check' })
  await play(org, season, { ...BAY, goals: 1 })
  await countGoals(3)
  await countGoals(2)
  await declare(org, season, 'achieved')
  const names = async () => (await pledgeDetail(supporter, made)).shares.map(({ eventName }) => eventName)
  const running = await names()
  expect(running.slice(0, 3)).toEqual(['vs. Bay', 'Goals', 'Goals'])
  expect(running).toHaveLength(4)
  expect(running.join()).not.toContain('result')
  await lock(org, season, 'final')
  expect(await names()).toEqual(running)
})

it('page and statement show how many and at which rate, also where the maximum left less', async () => {
  const wish = { lines: { goals: '5.00', wins: '10.00' }, method: 'check', most: '30.00' } as const
  const { supporter, pledge: made } = await pledge(org, season, wish)
  await play(org, season, { ...BAY, goals: 2, wins: 1 })
  const cove = { opponent: 'Cove', startTime: '2026-09-10T14:00:00Z' }
  await play(org, season, { ...cove, goals: 4, wins: 0 })
  const words = async () =>
    (await pledgeDetail(supporter, made)).shares.map(({ lines }) =>
      lines?.map((line) => [line.name, line.words, line.amount]).sort(),
    )
  const expected = [
    [
      ['Goals', '2 × $5.00', '10.00'],
      ['Wins', '1 × $10.00', '10.00'],
    ],
    [['Goals', '4 × $5.00 = $20.00, limited by your maximum', '10.00']],
  ]
  expect(await words()).toEqual(expected)
  await lock(org, season, 'final')
  expect(await words()).toEqual(expected)
  await advanceSettlements(app.deps)
  const [mail] = await deliveredMails(app.deps.db, sql`kind = 'settlement_statement'`)
  expect(mail?.text).toMatch(/Sep 9, vs\. Bay \((Goals: 2 × \$5\.00|Wins: 1 × \$10\.00); .*\): \$20\.00/)
  expect(mail?.text).toContain('vs. Cove (Goals: 4 × $5.00 = $20.00, limited by your maximum): $10.00')
})
