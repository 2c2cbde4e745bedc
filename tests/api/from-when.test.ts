/** R58: which results a pledge counts, and changing its lines in mid-season. */
import { describe, expect, test } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Pledge, PledgeDetail, Quote } from '#domain/schemas/pledge.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import {
  confirm,
  declare,
  enterMatch,
  lock,
  openSeason,
  play,
  pledge,
  pledgeBody,
  previewOf,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { changeLine, previewLine, schedule, tryToChangeLine } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const EARLIER = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }
const LATER = { opponent: 'Cove', startTime: '2026-09-11T18:00:00Z' }
const LAST = { opponent: 'Dune', startTime: '2026-09-14T18:00:00Z' }
const FROM_NOW = { counts: { from: 'now' } } as const

const detailOf = async ({ supporter, pledge: { id } }: Awaited<ReturnType<typeof pledge>>) =>
  expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const earnedBy = async (made: Awaited<ReturnType<typeof pledge>>) => (await detailOf(made)).earned

/** What was scheduled is played, entered and confirmed. */
async function playScheduled(eventId: string, match: { opponent: string; startTime: string; goals: number }) {
  app.clock.set(new Date(Date.parse(match.startTime) + 7_200_000).toISOString())
  await play(org, season, { ...match, eventId })
}

describe('a pledge from now on', () => {
  test('counts matches that start after it, and none before', async () => {
    await play(org, season, { ...EARLIER, goals: 5 })
    const later = await schedule(org, season, LATER)
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', ...FROM_NOW })
    expect(made.pledge).toMatchObject({ earned: '0.00' })
    expect(made.pledge.pledgeStatistics[0]?.counts).toMatchObject({ from: 'now', untilAt: null })
    expect(made.pledge.consentText).toContain(
      'of matches that start after September 10, 2026 at 12:00 PM EDT',
    )
    await playScheduled(later, { ...LATER, goals: 3 })
    const detail = await detailOf(made)
    expect(detail).toMatchObject({ earned: '6.00' })
    expect(detail.shares.map(({ eventName, amount }) => [eventName, amount])).toEqual([['vs. Cove', '6.00']])
  })

  test('is listed beside a pledge for the whole season, each with its own amount', async () => {
    await play(org, season, { ...EARLIER, goals: 50 })
    const later = await schedule(org, season, LATER)
    const terms = { lines: { goals: '2.00' }, method: 'check', most: '300.00' } as const
    const whole = await pledge(org, season, terms)
    const listed = async () => {
      const { pledges } = expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
      return Object.fromEntries(pledges.map(({ id, totalAmountDue }) => [id, totalAmountDue]))
    }
    const part = await pledge(org, season, { ...terms, ...FROM_NOW })
    await playScheduled(later, { ...LATER, goals: 45 })
    expect(await listed()).toEqual({ [whole.pledge.id]: '190.00', [part.pledge.id]: '90.00' })
  })

  test('does not count a match under way, nor one that was played and waits to be confirmed', async () => {
    const entries = await enterMatch(org, season, { ...EARLIER, goals: 5 })
    const later = await schedule(org, season, LATER)
    app.clock.set('2026-09-11T18:30:00Z')
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', ...FROM_NOW })
    await confirm(org.owner, season, entries)
    await playScheduled(later, { ...LATER, goals: 3 })
    expect(await earnedBy(made)).toBe('0.00')
  })

  test('does not count a match whose result was entered before it, whatever its start says', async () => {
    const later = await schedule(org, season, LATER)
    await play(org, season, { ...LATER, eventId: later, goals: 3 })
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', ...FROM_NOW })
    expect(await earnedBy(made)).toBe('0.00')
  })

  test('counts an achievement that is confirmed after it, and a gift at once', async () => {
    const lines = { champions: '50.00', gift: '10.00' }
    const made = await pledge(org, season, { lines, method: 'check', ...FROM_NOW })
    expect(made.pledge).toMatchObject({ earned: '10.00' })
    app.clock.advance({ days: 1 })
    await declare(org, season, 'achieved')
    expect(await earnedBy(made)).toBe('60.00')
    const late = await app.user({ firstName: 'Lee' })
    const body = await pledgeBody(late, season, {
      lines: { champions: '50.00' },
      method: 'check',
      ...FROM_NOW,
    })
    expectStatus(await late.post(`${season.path}/pledges`, body), 400)
  })

  test('follows a match that moves to another date, in the totals too', async () => {
    await schedule(org, season, LAST)
    const later = await schedule(org, season, LATER)
    await playScheduled(later, { ...LATER, goals: 3 })
    app.clock.set('2026-09-12T10:00:00Z')
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check', ...FROM_NOW })
    // The day was wrong, but its result was entered before the pledge, so it had begun.
    const change = { startTime: '2026-09-13T18:00:00Z' }
    expectStatus(await org.representative.put(`${season.path}/events/${later}`, change), 200)
    expect(await earnedBy(made)).toBe('0.00')
  })

  test('estimates the matches that are left of last year’s, and its maximum by them', async () => {
    await schedule(org, season, LATER)
    await schedule(org, season, LAST)
    app.clock.set('2026-09-11T20:00:00Z')
    const lines = [{ statisticId: season.statistics.goals.id, pledgeAmount: '2.00' }]
    const quote = async (counts: object) =>
      expectStatus(
        await app.visitor.post<Quote>(`${season.path}/pledges/quote`, { pledgeStatistics: lines, ...counts }),
        200,
      )
    const all = await quote({})
    const rest = await quote({ counts: { from: 'now' } })
    expect(Number(rest.estimate)).toBe(Number(all.estimate) / 2)
    expect(Number(rest.most)).toBe(Number(all.most) / 2)
    // Both matches are still to come, and one of them counts: half of last year's goals.
    expect(Number(rest.likely)).toBe(Number(all.likely) / 2)
    expect(rest.forecast?.likely).toBe(rest.likely)
    // What the maximum is made of can be checked: the rate for so many goals (R8).
    for (const { most, lines: counted } of [all, rest])
      expect(Number(most)).toBe(2 * (counted[0]?.maximumUnits ?? 0))
  })
})

describe('a pledge on one match', () => {
  test('goes by last year’s matches while fewer are on the schedule (R61)', async () => {
    const eventId = await schedule(org, season, LATER)
    const { id } = season.statistics.goals
    expectStatus(await org.owner.put(`${season.path}/statistics/${id}`, { lastYearMatches: 20 }), 200)
    const body = {
      pledgeStatistics: [{ statisticId: id, pledgeAmount: '50.00' }],
      counts: { from: 'match', eventId },
    }
    const quote = expectStatus(await app.visitor.post<Quote>(`${season.path}/pledges/quote`, body), 200)
    // 40 goals in 20 matches last year, and at most 80 this year: 2 in a match, and 12 in a very good one.
    expect(quote).toMatchObject({ estimate: '100.00', most: '600.00' })
  })

  test('counts that match only', async () => {
    const later = await schedule(org, season, LATER)
    const last = await schedule(org, season, LAST)
    const counts = { from: 'match' as const, eventId: later }
    const made = await pledge(org, season, { lines: { goals: '20.00' }, method: 'check', counts })
    expect(made.pledge.consentText).toContain('of vs. Cove on September 11, 2026')
    await playScheduled(later, { ...LATER, goals: 2 })
    await playScheduled(last, { ...LAST, goals: 4 })
    expect(await earnedBy(made)).toBe('40.00')
  })

  test.each([
    ['that has started', async () => play(org, season, { ...EARLIER, goals: 1 })],
    ['of another campaign', async () => schedule(org, await openSeason(org), LATER)],
  ])('is refused for a match %s', async (_, match) => {
    const eventId = await match()
    const supporter = await app.user({ firstName: 'Pat' })
    const counts = { from: 'match' as const, eventId }
    const body = await pledgeBody(supporter, season, { lines: { goals: '2.00' }, method: 'check', counts })
    expectStatus(await supporter.post(`${season.path}/pledges`, body), 400)
  })

  test('is refused for what is not counted match by match, and without a match', async () => {
    const eventId = await schedule(org, season, LATER)
    const supporter = await app.user({ firstName: 'Pat' })
    const body = await pledgeBody(supporter, season, { lines: { champions: '50.00' }, method: 'check' })
    const post = (counts: object) => supporter.post(`${season.path}/pledges`, { ...body, counts })
    expectStatus(await post({ from: 'match', eventId }), 400)
    expectStatus(await post({ from: 'match' }), 400)
  })

  test('moves along when its match is merged into another one, and owes nothing when it is removed', async () => {
    const there = await schedule(org, season, LATER)
    const twin = await schedule(org, season, { ...LATER, opponent: 'Cove High' })
    const gone = await schedule(org, season, LAST)
    const on = (eventId: string) =>
      pledge(org, season, {
        lines: { goals: '20.00' },
        method: 'check',
        counts: { from: 'match', eventId },
      })
    const moved = await on(twin)
    const none = await on(gone)
    expectStatus(await org.representative.post(`${season.path}/events/${twin}/merge`, { into: there }), 200)
    expectStatus(await org.representative.delete(`${season.path}/events/${gone}`), 200)
    await playScheduled(there, { ...LATER, goals: 2 })
    expect(await earnedBy(moved)).toBe('40.00')
    expect(await earnedBy(none)).toBe('0.00')
    await runDueJobs(app.deps)
    await runDueJobs(app.deps)
    const mails = await app.deps.db.query<{ toAddress: string; subject: string }>(
      sql`select to_address, subject from mails where kind = 'match_removed'`,
    )
    const subject = 'vs. Dune was taken off the schedule'
    expect(mails).toEqual([{ toAddress: none.supporter.email, subject }])
  })
})

test('the supporter of one match is mailed when it becomes another match, and about no smaller change', async () => {
  const eventId = await schedule(org, season, LAST)
  const made = await pledge(org, season, {
    lines: { goals: '20.00' },
    method: 'check',
    counts: { from: 'match', eventId },
  })
  await pledge(org, season, { lines: { goals: '20.00' }, method: 'check' })
  const stopped = await pledge(org, season, {
    lines: { goals: '20.00', wins: '5.00' },
    method: 'check',
    counts: { from: 'match', eventId },
  })
  for (const on of ['goals', 'wins'] as const) await changeLine(stopped, season, { kind: 'stop', on })
  const change = async (changes: object) =>
    expectStatus(await org.representative.put(`${season.path}/events/${eventId}`, changes), 200)
  const mails = () =>
    deliveredMails(app.deps.db, sql`kind = 'match_changed' and to_address = ${made.supporter.email}`)
  await change({ location: 'Field 2', startTime: '2026-09-14T23:00:00Z' })
  expect(await mails()).toEqual([])
  await change({ name: 'vs. Minnows', opponent: 'Minnows' })
  const [renamed] = await mails()
  expect(renamed?.subject).toBe('vs. Dune was changed on the schedule')
  expect(renamed?.text).toMatch(/vs. Dune, game, September 14, 2026/)
  expect(renamed?.text).toMatch(/vs. Minnows, game, September 14, 2026/)
  await change({ eventType: 'practice' })
  await change({ startTime: '2027-03-20T18:00:00Z' })
  expect((await mails()).map(({ text }) => text.includes('after the end of the campaign'))).toEqual([
    false,
    false,
    true,
  ])
  // Once it has been played, only its record is corrected.
  app.clock.set('2027-03-20T20:00:00Z')
  await change({ name: 'vs. Dune', opponent: 'Dune' })
  const all = await app.deps.db.query(sql`select from mails where kind = 'match_changed'`)
  expect(all).toHaveLength(3)
})

test('a time that becomes known is no move, and a mail about something else says what it is', async () => {
  const eventId = await schedule(org, season, LAST)
  const change = async (changes: object) =>
    expectStatus(await org.representative.put(`${season.path}/events/${eventId}`, changes), 200)
  await change({ hasTime: false })
  app.clock.advance({ minutes: 1 })
  const onIt = { lines: { goals: '20.00' }, method: 'check', counts: { from: 'match', eventId } } as const
  const { supporter } = await pledge(org, season, onIt)
  const mails = () =>
    deliveredMails(app.deps.db, sql`kind = 'match_changed' and to_address = ${supporter.email}`)
  app.clock.advance({ minutes: 1 })
  await change({ startTime: '2026-09-14T23:00:00Z' })
  expect(await mails()).toEqual([])
  await change({ name: 'vs. Minnows', opponent: 'Minnows' })
  expect((await mails())[0]?.text).toContain('The time is set: 7:00 PM.')
})

test('the supporter of one match is mailed each new day, compared with what they were last told', async () => {
  const eventId = await schedule(org, season, LAST)
  const onIt = { lines: { goals: '20.00' }, method: 'check', counts: { from: 'match', eventId } } as const
  const made = await pledge(org, season, onIt)
  const move = async (startTime: string) => {
    app.clock.advance({ minutes: 1 })
    expectStatus(await org.representative.put(`${season.path}/events/${eventId}`, { startTime }), 200)
  }
  const mails = ({ supporter }: typeof made) =>
    deliveredMails(app.deps.db, sql`kind = 'match_changed' and to_address = ${supporter.email}`)
  await move('2026-09-14T23:00:00Z')
  expect(await mails(made)).toEqual([])
  await move('2026-09-20T18:00:00Z')
  app.clock.advance({ minutes: 1 })
  const later = await pledge(org, season, onIt)
  await move('2026-09-21T18:00:00Z')
  const [first, second] = await mails(made)
  expect(first?.text).toMatch(/Before: .*September 14, 2026/)
  expect(first?.text).toMatch(/Now: .*September 20, 2026/)
  expect(second?.text).toMatch(/Before: .*September 20, 2026/)
  expect((await mails(later)).map(({ text }) => /Now: .*September 21, 2026/.test(text))).toEqual([true])
})

describe('changing a line', () => {
  test('a raise counts at the old rate until then and at the new one from then on', async () => {
    const later = await schedule(org, season, LATER)
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    await play(org, season, { ...EARLIER, goals: 5 })
    const changed = await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' })
    expect(changed.earned).toBe('10.00')
    expect(changed.pledgeStatistics.map(({ pledgeAmount }) => pledgeAmount)).toEqual(['2.00', '3.00'])
    expect(changed.consentText).toContain(
      'I raised Goals from $2.00 to $3.00 per unit, for what begins after that.',
    )
    await playScheduled(later, { ...LATER, goals: 4 })
    expect(await earnedBy(made)).toBe('22.00')
    const [mail] = await app.deps.db.query<{ textBody: string }>(sql`
      select text_body from mails where kind = 'pledge_changed' and to_address = ${made.supporter.email}`)
    expect(mail?.textBody).toContain('you raised Goals from $2.00 to $3.00 per unit')
  })

  test('a stop right after a raise is kept in order where the next instance’s clock is behind', async () => {
    const made = await pledge(org, season, { lines: { goals: '2.00', wins: '5.00' }, method: 'check' })
    await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' })
    app.clock.advance({ seconds: -1 })
    await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '4.00' })
    const stopped = await changeLine(made, season, { kind: 'stop', on: 'goals' })
    const counts = stopped.pledgeStatistics
      .filter(({ statisticId }) => statisticId === season.statistics.goals.id)
      .map((one) => one.counts)
    expect(counts.slice(1).map(({ fromAt }) => fromAt)).toEqual(
      counts.slice(0, -1).map(({ untilAt }) => untilAt),
    )
    expect(counts.at(-1)?.untilAt).toBe(counts.at(-1)?.fromAt)
  })

  test('a stop counts what had begun and nothing after it', async () => {
    const later = await schedule(org, season, LATER)
    const made = await pledge(org, season, { lines: { goals: '2.00', wins: '5.00' }, method: 'check' })
    const waiting = await enterMatch(org, season, { ...EARLIER, goals: 5 })
    const changed = await changeLine(made, season, { kind: 'stop', on: 'goals' })
    expect(Number(changed.agreedMaximum)).toBeLessThan(Number(made.pledge.agreedMaximum))
    await confirm(org.owner, season, waiting)
    await playScheduled(later, { ...LATER, goals: 4 })
    expect(await earnedBy(made)).toBe('10.00')
  })

  test('an added statistic counts from then on', async () => {
    const later = await schedule(org, season, LATER)
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    await play(org, season, { ...EARLIER, goals: 1, wins: 1 })
    await changeLine(made, season, { kind: 'add', on: 'wins', rate: '5.00' })
    expect(await earnedBy(made)).toBe('2.00')
    app.clock.set('2026-09-11T20:00:00Z')
    await play(org, season, { ...LATER, eventId: later, goals: 1, wins: 1 })
    expect(await earnedBy(made)).toBe('9.00')
  })

  test('a correction without a match takes back the newest units, and no part of a raise twice', async () => {
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    await play(org, season, { ...EARLIER, goals: 10 })
    await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' })
    app.clock.advance({ hours: 1 })
    const body = { statisticId: season.statistics.goals.id, quantity: -2 }
    const entry = expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, body), 201)
    await confirm(org.owner, season, [entry])
    expect(await earnedBy(made)).toBe('16.00')
    const { totals } = await previewOf(org, season, 'final')
    expect(totals.accrued).toBe('16.00')
  })

  test('another maximum than the one that was shown is a 409, and so is an older version', async () => {
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    const path = `/api/pledges/${made.pledge.id}/changes`
    const form = { kind: 'raise', statisticId: season.statistics.goals.id, pledgeAmount: '3.00' }
    expectStatus(await made.supporter.post(path, { ...form, agreedMaximum: '1.00' }), 409)
    const quoted = expectStatus(
      await previewLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00' }),
      200,
    )
    const agreed = { ...form, agreedMaximum: quoted.most }
    const stale = { 'if-match': '"7"' }
    expectStatus(await made.supporter.post(path, agreed, stale), 409)
    const key = { 'idempotency-key': '0198b7ad-0000-7000-8000-000000000001' }
    const first = await made.supporter.post<PledgeDetail>(path, agreed, key)
    const second = await made.supporter.post<PledgeDetail>(path, agreed, key)
    expect(expectStatus(first, 201)).toEqual(expectStatus(second, 201))
    expect((await detailOf(made)).pledgeStatistics).toHaveLength(2)
  })

  test.each([
    ['a raise to less', { kind: 'raise', on: 'goals', rate: '1.00' }, 400],
    ['a raise of what was not pledged', { kind: 'raise', on: 'wins', rate: '9.00' }, 409],
    ['a stop of a gift', { kind: 'stop', on: 'gift' }, 409],
    ['an addition of what is pledged already', { kind: 'add', on: 'goals', rate: '9.00' }, 409],
    ['a cap below what is earned', { kind: 'raise', on: 'goals', rate: '3.00', most: '5.00' }, 400],
  ] as const)('%s is refused', async (_, change, status) => {
    const made = await pledge(org, season, { lines: { goals: '2.00', gift: '10.00' }, method: 'check' })
    expectStatus(await previewLine(made, season, change), status)
  })

  test('nothing changes after the final lock, in a paused campaign, or on a cancelled pledge', async () => {
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    const cancelled = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    expectStatus(await cancelled.supporter.post(`/api/pledges/${cancelled.pledge.id}/cancellation`), 201)
    const stop = { kind: 'stop', on: 'goals' } as const
    expectStatus(await tryToChangeLine(cancelled, season, stop), 409)
    expectStatus(await org.representative.put(season.path, { status: 'paused' }), 200)
    expectStatus(await tryToChangeLine(made, season, stop), 409)
    expectStatus(await org.representative.put(season.path, { status: 'active' }), 200)
    await play(org, season, { ...EARLIER, goals: 1 })
    await lock(org, season, 'final')
    expectStatus(await tryToChangeLine(made, season, stop), 409)
  })

  test('an achievement that is known is neither raised, stopped nor added', async () => {
    const made = await pledge(org, season, { lines: { champions: '50.00' }, method: 'check' })
    const other = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    const body = { statisticId: season.statistics.champions.id, kind: 'achieved' }
    const entry = expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, body), 201)
    expectStatus(await tryToChangeLine(made, season, { kind: 'stop', on: 'champions' }), 409)
    await confirm(org.owner, season, [entry])
    expectStatus(await tryToChangeLine(made, season, { kind: 'raise', on: 'champions', rate: '60.00' }), 409)
    expectStatus(await tryToChangeLine(other, season, { kind: 'add', on: 'champions', rate: '60.00' }), 409)
  })
})

test('a client that sends nothing pledges on the whole season', async () => {
  await play(org, season, { ...EARLIER, goals: 5 })
  const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  expect(made.pledge satisfies Pledge).toMatchObject({ earned: '10.00' })
  expect(made.pledge.pledgeStatistics[0]?.counts).toEqual({
    from: 'season',
    fromAt: null,
    untilAt: null,
    eventId: null,
    eventName: null,
  })
  expect(made.pledge.consentText).toContain('of the whole season')
})
