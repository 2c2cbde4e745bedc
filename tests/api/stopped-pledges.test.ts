/** What a pledge still comes to once lines of it are stopped, whatever became of its statistics' figures (R58). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cents, parseCents, toDecimal } from '#domain/money.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  openSeason,
  play,
  pledge,
  type Season,
  type StatisticKey,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { changeLine, previewLine, schedule, tryToChangeLine } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'
import { detail as pledgeDetail } from '#tests/pledge-changes.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
  org = await setUpOrganization(app)
})
beforeEach(async () => {
  season = await openSeason(org)
})
afterAll(() => closeWithBooksInOrder(app))

const edit = async (on: StatisticKey, fields: object) =>
  expectStatus(await org.owner.put(`${season.path}/statistics/${season.statistics[on].id}`, fields), 200)
const totals = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
const listed = async (supporter: Caller, id: string) =>
  expectStatus(await supporter.get<UserPledge[]>('/api/user/pledges'), 200).find((one) => one.id === id)

test('a pledge that is stopped before anything counted owes and promises nothing', async () => {
  const made = await pledge(org, season, { lines: { goals: '5.00' }, most: '300.00', method: 'check' })
  await edit('goals', { lastYearResult: 10 })
  const shown = expectStatus(await previewLine(made, season, { kind: 'stop', on: 'goals' }), 200)
  expect(shown).toMatchObject({ most: '0.00', estimatedTotal: '0.00' })
  await changeLine(made, season, { kind: 'stop', on: 'goals' })
  const { supporter, pledge: one } = made
  const nothing = { agreedMaximum: '0.00', estimatedTotal: '0.00', totalAmountDue: '0.00', earned: '0.00' }
  expect(await pledgeDetail(supporter, one)).toMatchObject(nothing)
  expect(await listed(supporter, one.id)).toMatchObject({ amount: '0.00' })
  expect(await totals()).toMatchObject({ totalPledged: '0.00', supportersCount: 1 })
  await changeLine(made, season, { kind: 'add', on: 'wins', rate: '1.00' })
  expect(await pledgeDetail(supporter, one)).toMatchObject({ agreedMaximum: '300.00' })
})

test('what is mailed and agreed to of such a pledge says that nothing is owed', async () => {
  const made = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
  const shown = expectStatus(await previewLine(made, season, { kind: 'stop', on: 'goals' }), 200)
  expect(shown.words).toContain('I pay nothing more for Goals ($5.00 per unit). I owe nothing.')
  const { consentText } = await changeLine(made, season, { kind: 'stop', on: 'goals' })
  expect(consentText).toMatch(/I owe nothing\.$/)
  const [mail] = await deliveredMails(
    app.deps.db,
    sql`to_address = ${made.supporter.email} and kind = 'pledge_changed'`,
  )
  expect(mail?.text).toMatch(/Now:? \$0\.00/)
  expect(mail?.text).not.toContain('$0.01')
  const list = await made.supporter.get<UserPledge[]>('/api/user/pledges')
  expect(list.headers.get('x-total-committed')).toBe('0.00')
})

test('a match that has begun without a result still counts, and so stays in the maximum', async () => {
  const cove = { opponent: 'Cove', startTime: '2026-09-12T18:00:00Z' }
  const eventId = await schedule(org, season, cove)
  const made = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
  app.clock.advance({ minutes: (Date.parse(cove.startTime) - app.clock.now().getTime()) / 60_000 + 10 })
  const stopped = await changeLine(made, season, { kind: 'stop', on: 'goals' })
  // Nothing else is on the schedule: last year's 40 goals are expected of that match.
  expect(stopped).toMatchObject({ estimatedTotal: '0.00', totalAmountDue: '200.00' })
  await play(org, season, { ...cove, eventId, goals: 4 })
  expect(await pledgeDetail(made.supporter, made.pledge)).toMatchObject({ earned: '20.00' })
  expect(await totals()).toMatchObject({ totalPledged: '20.00' })
})

const KEYS = ['goals', 'wins', 'champions'] as const
type Key = (typeof KEYS)[number]
type Kept = { key: Key; rate: number; from: number; until: number | null }

/** The same random numbers for a seed. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const centsOf = (amount: string): number => parseCents(amount) ?? cents(0)

/** A second account of the same season: each line's units, between two moments, at its rate. */
function secondAccount() {
  const lines: Kept[] = []
  const units: { key: Key; count: number }[] = []
  const earned = ({ key, rate, from, until }: Kept) =>
    units
      .slice(from, until ?? undefined)
      .reduce((sum, one) => sum + (one.key === key ? rate * one.count : 0), 0)
  const openOn = (key: Key) => lines.find((line) => line.key === key && line.until === null)
  return {
    lines,
    openOn,
    note: (key: Key, count: number) => units.push({ key, count }),
    close: (key: Key) => {
      const line = openOn(key)
      if (line) line.until = units.length
    },
    open: (key: Key, rate: number, from = units.length) => lines.push({ key, rate, from, until: null }),
    earned: () => lines.reduce((sum, line) => sum + earned(line), 0),
  }
}

type Walk = {
  made: Awaited<ReturnType<typeof pledge>>
  account: ReturnType<typeof secondAccount>
  random: () => number
}

async function changeAtRandom({ made, account, random }: Walk, step: number): Promise<void> {
  const key = KEYS[Math.floor(random() * KEYS.length)] as Key
  const line = account.openOn(key)
  const kind = !line ? 'add' : random() < 0.5 ? 'stop' : 'raise'
  const rate = (line?.rate ?? 0) + 100 * (1 + (step % 3))
  const asked = { kind, on: key, ...(kind === 'stop' ? {} : { rate: toDecimal(cents(rate)) }) } as const
  const answer = await tryToChangeLine(made, season, asked)
  if (answer.status !== 201) return
  const ofStatistic = answer.body.pledgeStatistics.filter(
    ({ statisticId }) => statisticId === season.statistics[key].id,
  )
  account.close(key)
  const newest = ofStatistic.find(({ counts }) => counts.untilAt === null)
  if (newest) account.open(key, rate)
}

async function playAtRandom({ account, random }: Walk, step: number): Promise<void> {
  const goals = Math.floor(random() * 4)
  const wins = Math.floor(random() * 2)
  const startTime = app.clock.now().toISOString()
  await play(org, season, { opponent: `Team ${step}`, startTime, goals, wins })
  account.note('goals', goals)
  account.note('wins', wins)
}

test.each([1, 7, 23, 58])(
  'stops, raises and additions in random order agree with a second account (%i)',
  async (seed) => {
    const random = randomOf(seed)
    const made = await pledge(org, season, { lines: { goals: '2.00', wins: '3.00' }, method: 'check' })
    const account = secondAccount()
    for (const { statisticId, pledgeAmount } of made.pledge.pledgeStatistics) {
      const key = KEYS.find((one) => season.statistics[one].id === statisticId) as Key
      account.open(key, centsOf(pledgeAmount), 0)
    }
    const walk = { made, account, random }
    for (let step = 1; step <= 12; step += 1) {
      app.clock.advance({ hours: 5 })
      if (random() < 0.4) await playAtRandom(walk, step)
      app.clock.advance({ hours: 1 })
      await changeAtRandom(walk, step)
      const now = await pledgeDetail(made.supporter, made.pledge)
      expect(centsOf(now.earned)).toBe(account.earned())
      expect((await totals()).totalPledged).toBe(now.totalAmountDue)
      expect(centsOf(now.agreedMaximum)).toBeGreaterThanOrEqual(centsOf(now.earned))
    }
    for (const key of ['goals', 'wins'] as const)
      await edit(key, { lastYearResult: Math.ceil(random() * 60) })
    for (const key of KEYS) if (account.openOn(key)) await changeLine(made, season, { kind: 'stop', on: key })
    const over = await pledgeDetail(made.supporter, made.pledge)
    const earned = toDecimal(cents(account.earned()))
    expect(over).toMatchObject({
      earned,
      agreedMaximum: earned,
      estimatedTotal: earned,
      totalAmountDue: earned,
    })
    expect((await totals()).totalPledged).toBe(earned)
  },
)
