/** R15: who pledged on a statistic is told when its words change, and reads the agreed name beside today's. */
import { expect, test } from 'vitest'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sendWaitingMails } from '#server/messaging/mails/send.ts'
import { sql } from '#server/platform/db/database.ts'
import { notifyResults } from '#server/season/digests/send.ts'
import { notifyChangedStatistics } from '#server/season/statistics/notify-changes.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  BAY,
  declare,
  lock,
  type PledgeWish,
  play,
  pledge,
  pledgeBody,
  type StatisticKey,
  setStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { changeLine, schedule } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

/** Noon in Boston. */
givenSeasonForEachTest()

const statisticPath = (key: StatisticKey) => `${season.path}/statistics/${season.statistics[key].id}`
const rename = async (key: StatisticKey, words: Record<string, string | null>) =>
  expectStatus(await org.owner.put(statisticPath(key), words), 200)
async function settleWords(minutes = 20): Promise<void> {
  app.clock.advance({ minutes })
  await notifyChangedStatistics(app.deps)
  await notifyChangedStatistics(app.deps)
  await sendWaitingMails(app.deps)
}
const told = async () => deliveredMails(app.deps.db, sql`kind = 'statistics_changed'`)
const linesOf = async ({ supporter, pledge: { id } }: { supporter: Caller; pledge: { id: string } }) =>
  expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${id}`), 200)

test('a supporter of a renamed statistic is mailed once, with the old and new wording and a link', async () => {
  const made = await pledge(org, season, { lines: { wins: '25.00' }, method: 'check' })
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  app.clock.advance({ minutes: 1 })
  await rename('wins', { name: 'Points', unitName: 'point' })
  await settleWords(19)
  expect(await told()).toEqual([])
  await settleWords(1)
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: made.supporter.email, subject: '“Wins” in Fall Season was changed' })
  expect(mail?.text).toMatch(/Name before\W+Wins/)
  expect(mail?.text).toMatch(/Name now\W+Points/)
  expect(mail?.text).toMatch(/Unit before\W+None/)
  expect(mail?.text).toContain('or stop this part of it')
  expect(mail?.text).toMatch(/\/p\/[\w-]{43}/)
  await settleWords(200)
  expect(await told()).toHaveLength(1)
})

test('a supporter with more pledges than one mail describes reads how many more there are', async () => {
  const supporter = await app.user()
  const wish: PledgeWish = { lines: { wins: '1.00' }, method: 'check' }
  for (let count = 0; count < 22; count += 1)
    expectStatus(
      await supporter.post(`${season.path}/pledges`, await pledgeBody(supporter, season, wish)),
      201,
    )
  app.clock.advance({ minutes: 1 })
  await rename('wins', { name: 'Points' })
  await settleWords()
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail?.text.match(/\/p\/[\w-]{43}/g)).toHaveLength(20)
  expect(mail?.text).toContain('2 more of your pledges')
  expect(mail?.text).toMatch(/See all your pledges\W+http\S+\/pledges\b/)
})

test('a name changed back before its mail is mailed to nobody, and one changed back later is mailed as changed back', async () => {
  await pledge(org, season, { lines: { wins: '25.00' }, method: 'check' })
  app.clock.advance({ minutes: 1 })
  await rename('wins', { name: 'Points' })
  app.clock.advance({ minutes: 5 })
  await rename('wins', { name: 'Wins', description: 'Unchanged otherwise' })
  app.clock.advance({ minutes: 1 })
  await rename('wins', { description: null })
  await settleWords()
  expect(await told()).toEqual([])
  await rename('wins', { name: 'Points' })
  await settleWords()
  expect((await told()).map(({ subject }) => subject)).toEqual(['“Wins” in Fall Season was changed'])
  await rename('wins', { name: 'Wins' })
  await settleWords()
  expect((await told()).map(({ subject }) => subject).toSorted()).toEqual([
    '“Points” in Fall Season was changed',
    '“Wins” in Fall Season was changed',
  ])
})

test('a supporter who pledges after a change, has stopped, or pledged on something else is not mailed', async () => {
  const stopped = await pledge(org, season, { lines: { wins: '25.00', goals: '1.00' }, method: 'check' })
  app.clock.advance({ minutes: 1 })
  await changeLine(stopped, season, { kind: 'stop', on: 'wins' })
  await rename('wins', { name: 'Points' })
  app.clock.advance({ minutes: 1 })
  await pledge(org, season, { lines: { wins: '5.00' }, method: 'check' })
  expectStatus(await org.owner.put(statisticPath('goals'), { lastYearResult: 41 }), 200)
  await settleWords()
  expect(await told()).toEqual([])
})

test('stopping is offered only for what can be stopped', async () => {
  const eventId = await schedule(org, season, { opponent: 'Bay', startTime: '2026-09-10T16:30:00Z' })
  const toMail = [
    await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' }),
    await pledge(org, season, { lines: { champions: '25.00' }, method: 'check' }),
    await pledge(org, season, {
      lines: { goals: '2.00' },
      method: 'check',
      counts: { from: 'match', eventId },
    }),
    await pledge(org, season, { lines: { goals: '2.00', gift: '5.00' }, method: 'check' }),
  ]
  app.clock.advance({ minutes: 40 })
  await declare(org, season, 'achieved')
  await rename('gift', { name: 'Present' })
  await rename('champions', { name: 'League title' })
  await rename('goals', { name: 'Points' })
  await settleWords()
  const mails = await told()
  const [gift, title, match, both] = toMail.map(
    ({ supporter }) => mails.find(({ to }) => to === supporter.email)?.text,
  )
  for (const text of [gift, title, match]) expect(text).not.toMatch(/\bstop\b|results entered for it/)
  expect(gift).toContain('Your gift is owed as agreed.')
  expect(gift).not.toContain('no longer what you pledged on')
  expect(title).toContain('League title is achieved: it counts as agreed.')
  expect(match).toMatch(/That \w+ has started: it counts as agreed\./)
  expect(both).toContain('Your gift is owed as agreed.')
  expect(both).toContain('Is “Points” no longer what you pledged on? Open your pledge and stop it.')
})

test('at night, and about a cancelled campaign, nobody is told', async () => {
  await pledge(org, season, { lines: { wins: '25.00' }, method: 'check' })
  app.clock.set('2026-09-11T01:30:00Z')
  await rename('wins', { name: 'Points' })
  await settleWords()
  expect(await told()).toEqual([])
  app.clock.set('2026-09-11T12:30:00Z')
  await settleWords()
  expect(await told()).toHaveLength(1)
  await rename('wins', { name: 'Losses' })
  await setStatus(org, season, 'cancelled')
  await settleWords()
  expect(await told()).toHaveLength(1)
})

test('the supporter’s page and mails have the agreed name, followed by today’s', async () => {
  const made = await pledge(org, season, { lines: { wins: '25.00' }, method: 'check' })
  expect((await linesOf(made)).pledgeStatistics[0]).not.toHaveProperty('nameNow')
  await rename('wins', { name: 'Points' })
  const { pledgeStatistics, changes } = await linesOf(made)
  expect(pledgeStatistics).toMatchObject([{ name: 'Wins', nameNow: 'Points' }])
  expect(changes.lines.find(({ rate }) => rate !== null)).toMatchObject({
    name: 'Points',
    agreedName: 'Wins',
  })
  await play(org, season, { ...BAY, wins: 1 })
  app.clock.advance({ minutes: 30 })
  await notifyResults(app.deps)
  const [digest] = await deliveredMails(app.deps.db, sql`kind = 'results_digest'`)
  expect(digest?.text).toContain('Wins (now Points)')
})

test('a statement and the settled page have the agreed name of what belongs to no match, then today’s', async () => {
  const made = await pledge(org, season, { lines: { champions: '25.00' }, method: 'check' })
  await rename('champions', { name: 'League title' })
  const late = await pledge(org, season, { lines: { champions: '5.00' }, method: 'check' })
  await declare(org, season, 'achieved')
  app.clock.set('2026-12-20T16:00:00Z')
  await setStatus(org, season, 'completed')
  await lock(org, season, 'final')
  await runDueJobs(app.deps)
  const statementTo = async ({ supporter }: { supporter: Caller }) =>
    (
      await deliveredMails(
        app.deps.db,
        sql`kind = 'settlement_statement' and to_address = ${supporter.email}`,
      )
    )[0]?.text
  expect(await statementTo(made)).toContain('Champions (now League title)')
  expect(await statementTo(late)).toMatch(/, League title\b/)
  const shares = async (one: typeof made) => (await linesOf(one)).shares.map(({ eventName }) => eventName)
  expect(await shares(made)).toEqual(['Champions (now League title)'])
  expect(await shares(late)).toEqual(['League title'])
})

test('its owner reads how many pledges are on a statistic, before changing its words', async () => {
  const count = (by: Caller) => by.get<{ pledges: number }>(`${statisticPath('wins')}/pledges`)
  expect(expectStatus(await count(org.owner), 200)).toEqual({ pledges: 0 })
  const made = await pledge(org, season, { lines: { wins: '25.00' }, method: 'check' })
  await pledge(org, season, { lines: { wins: '5.00', goals: '1.00' }, method: 'check' })
  expect(expectStatus(await count(org.owner), 200)).toEqual({ pledges: 2 })
  expect((await count(made.supporter)).status).toBe(403)
  expect((await org.owner.get(`${season.path}/statistics/${season.id}/pledges`)).status).toBe(404)
})
