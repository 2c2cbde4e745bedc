/** R21, R30, R35: what supporters are mailed about charges of a paused campaign, and once it is active again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { advanceSettlements } from '#server/money/settlements/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import type { TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  declare,
  lock,
  openSeason,
  play,
  pledge,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { BAY, chargesOf, openSettlementSeason } from '#tests/settlement-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeEach(async () => {
  ;({ app, org, season } = await openSettlementSeason())
})
afterEach(() => closeWithBooksInOrder(app))

const DATE = /will be charged (\$[\d.]+) on ([A-Z][a-z]+ \d+), 2026/
/** The amount and the day in each statement, the oldest first. */
async function promises(): Promise<string[]> {
  const mails = await app.deps.db.query<{ textBody: string }>(sql`
    select text_body from mails where kind = 'settlement_statement' order by created_at, id
  `)
  return mails.map(({ textBody }) => (DATE.exec(textBody) ?? []).slice(1).join(' on '))
}
const states = async () => (await chargesOf(org, season)).map(({ state }) => state)
const pass = async (time: { days?: number; hours?: number; minutes?: number }): Promise<void> => {
  app.clock.advance(time)
  await runDueJobs(app.deps)
}

describe('a statement that names a charge date (R21, R30)', () => {
  it.each(['before', 'after'])(
    'of a settlement locked %s the pause waits until the campaign is active again',
    async (when) => {
      await pledge(org, season, { lines: { gift: '25.00' } })
      if (when === 'before') await lock(org, season, 'progress')
      await setStatus(org, season, 'paused')
      if (when === 'after') await lock(org, season, 'progress')
      await runDueJobs(app.deps)
      for (const days of [1, 3, 16]) await pass({ days })
      expect(await promises()).toEqual([])
      await setStatus(org, season, 'active')
      await runDueJobs(app.deps)
      await pass({ hours: 7 })
      expect(await promises()).toEqual(['$25.00 on October 3'])
      await pass({ days: 3 })
      expect(await states()).toEqual(['succeeded'])
    },
  )

  it('that was mailed before the pause is replaced by one mail when it resumes, despite another lock', async () => {
    await pledge(org, season, { lines: { goals: '5.00' } })
    await play(org, season, { ...BAY, goals: 2 })
    await lock(org, season, 'progress')
    await runDueJobs(app.deps)
    await setStatus(org, season, 'paused')
    await pass({ days: 8 })
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-17T18:00:00Z', goals: 4 })
    await lock(org, season, 'progress')
    await pass({ minutes: 1 })
    await pass({ days: 2 })
    expect(await promises()).toEqual(['$10.00 on September 13'])
    await setStatus(org, season, 'active')
    await runDueJobs(app.deps)
    await pass({ hours: 7 })
    expect((await promises()).sort()).toEqual([
      '$10.00 on September 13',
      '$10.00 on September 23',
      '$20.00 on September 23',
    ])
  })

  it('and has not been sent when the campaign is paused is dropped', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'progress')
    await advanceSettlements(app.deps)
    expect(await promises()).toEqual(['$25.00 on September 13'])
    await setStatus(org, season, 'paused')
    expect(await promises()).toEqual([])
    await pass({ minutes: 1 })
    await setStatus(org, season, 'active')
    await runDueJobs(app.deps)
    expect(await promises()).toEqual(['$25.00 on September 13'])
  })

  it('of another campaign is sent meanwhile', async () => {
    const other = await openSeason(org)
    await pledge(org, other, { lines: { gift: '30.00' } })
    await lock(org, other, 'progress')
    await advanceSettlements(app.deps)
    await setStatus(org, season, 'paused')
    await runDueJobs(app.deps)
    expect(await promises()).toEqual(['$30.00 on September 13'])
  })

  it('is sent for every open charge once the final lock completes a paused campaign', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'progress')
    await setStatus(org, season, 'paused')
    await pass({ days: 10 })
    await declare(org, season, 'not_achieved')
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect((await promises()).filter(Boolean)).toEqual(['$25.00 on September 23'])
    await pass({ days: 3, minutes: 1 })
    expect(await states()).toEqual(['succeeded'])
  })
})
