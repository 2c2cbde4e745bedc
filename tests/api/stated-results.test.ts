/**
 * R17, R18: what a person confirms is "this match: 4". A confirmation states the match's total and replaces the one
 * before it; voiding a replaced entry changes no current result.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  declare,
  enterMatch,
  openSeason,
  play,
  pledge,
  previewOf,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let alpha: string

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
})

const ALPHA = { opponent: 'Alpha', startTime: '2026-08-20T19:00:00Z' }
const BETA = { opponent: 'Beta', startTime: '2026-08-27T19:00:00Z' }

async function enterGoals(goals: number, by: Caller = org.scorer): Promise<ResultEntry> {
  const body = { eventId: alpha, rows: [{ statisticId: season.statistics.goals.id, quantity: goals }] }
  const [entry] = expectStatus(await by.post<ResultEntry[]>(`${season.path}/results/matches`, body), 201)
  return entry as ResultEntry
}

const voidEntry = async (by: Caller, { id }: { id: string }) =>
  expectStatus(await by.post<ResultEntry>(`${season.path}/results/${id}/void`, { reason: 'A mistake' }), 201)

/** Alpha's goals as confirmed, in every way they can be requested. */
async function standsAt(): Promise<number | null> {
  const matches = expectStatus(
    await org.owner.get<{ eventId: string; statisticId: string; confirmed: number | null }[]>(
      `${season.path}/results/matches`,
    ),
    200,
  )
  const goals = season.statistics.goals.id
  const standing = matches.find(({ eventId, statisticId }) => eventId === alpha && statisticId === goals)
  const shown = standing?.confirmed ?? null
  const entries = expectStatus(await org.owner.get<ResultEntry[]>(`${season.path}/results?limit=200`), 200)
  const counting = entries.filter(({ eventId, confirmedAt, state }) => {
    return eventId === alpha && confirmedAt !== null && state !== 'voided'
  })
  expect(counting.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(shown ?? 0)
  expect(counting.filter(({ isReplaced }) => !isReplaced).map(({ total }) => total)).toEqual(
    shown === null ? [] : [shown],
  )
  return shown
}

/** What a supporter with $5.00 a goal would be billed now. */
async function billedAtFive(): Promise<string | undefined> {
  await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
  return (await previewOf(org, season, 'final')).pledges[0]?.accrued
}

describe('a match with a confirmed 3', () => {
  let first: ResultEntry
  beforeEach(async () => {
    const entries = await enterMatch(org, season, { ...ALPHA, goals: 3 })
    first = (await confirm(org.owner, season, entries))[0] as ResultEntry
    alpha = first.eventId as string
  })

  it('corrected to 0 stays at 0 when the replaced entry is voided, and bills that', async () => {
    await confirm(org.owner, season, [await enterGoals(0)])
    const asked = await voidEntry(org.representative, first)
    expect(asked).toMatchObject({
      state: 'void_requested',
      isReplaced: true,
      voidEffect: 'A later confirmation replaced this result. Voiding it changes nothing that counts.',
    })
    await confirm(org.owner, season, [first])
    expect(await standsAt()).toBe(0)
    await play(org, season, { ...BETA, goals: 5 })
    expect(await billedAtFive()).toBe('25.00')
  })

  it.each([
    ['together', (zero: ResultEntry) => [[zero, first]]],
    ['void first', (zero: ResultEntry) => [[first], [zero]]],
    ['correction first', (zero: ResultEntry) => [[zero], [first]]],
  ])('stands at 0 once a 0 and a void of the 3 are confirmed, %s', async (_, calls) => {
    await voidEntry(org.representative, first)
    const zero = await enterGoals(0)
    for (const entries of calls(zero)) await confirm(org.owner, season, entries)
    expect(await standsAt()).toBe(0)
  })

  it('stands at 4 when a 5 is declined and a later 4 confirmed', async () => {
    const five = await enterGoals(5)
    const four = await enterGoals(4, org.representative)
    await voidEntry(org.owner, five)
    await confirm(org.owner, season, [four])
    expect(await standsAt()).toBe(4)
  })

  it('takes the later of two entries confirmed together, or the one confirmed last', async () => {
    const five = await enterGoals(5)
    const four = await enterGoals(4)
    await confirm(org.owner, season, [four, five])
    expect(await standsAt()).toBe(4)
    const six = await enterGoals(6)
    const two = await enterGoals(2)
    await confirm(org.owner, season, [two])
    await confirm(org.owner, season, [six])
    expect(await standsAt()).toBe(6)
  })

  it('warns the person who confirms a 5 that was entered before the 4 that counts', async () => {
    const five = await enterGoals(5)
    const four = await enterGoals(4)
    expect([five.unusual, four.unusual]).toEqual([[], []])
    await confirm(org.owner, season, [four])
    const entries = expectStatus(
      await org.owner.get<ResultEntry[]>(`${season.path}/results?state=waiting`),
      200,
    )
    expect(entries.map(({ id, unusual }) => [id, unusual])).toEqual([
      [
        five.id,
        [
          'Goals 5 in vs. Alpha was entered before the 4 that counts now. Confirming it replaces that with 5.',
        ],
      ],
    ])
  })

  it('corrected to 5 counts 3 again when the 5 is voided, as the void announced', async () => {
    const [five] = await confirm(org.owner, season, [await enterGoals(5)])
    const asked = await voidEntry(org.representative, five as ResultEntry)
    expect(asked.voidEffect).toBe('The match total is then 3 again.')
    await confirm(org.owner, season, [asked])
    expect(await standsAt()).toBe(3)
  })

  it('has no result when the 3 is voided, as the void says', async () => {
    const asked = await voidEntry(org.representative, first)
    expect(asked.voidEffect).toBe('The match then has no result for this statistic.')
    await confirm(org.owner, season, [asked])
    expect(await standsAt()).toBeNull()
  })

  it('accepts 3 less as a total of 0, and refuses 4 less', async () => {
    const entry = { statisticId: season.statistics.goals.id, eventId: alpha }
    const path = `${season.path}/results`
    const refused = await org.scorer.post<{ message: string }>(path, { ...entry, quantity: -4 })
    expect([refused.status, refused.body.message]).toEqual([409, 'That would take the match below 0'])
    const less = expectStatus(await org.scorer.post<ResultEntry>(path, { ...entry, quantity: -3 }), 201)
    expect(less).toMatchObject({ quantity: -3, total: 0, before: 3 })
    await confirm(org.owner, season, [less])
    await voidEntry(org.representative, first)
    await confirm(org.owner, season, [first])
    expect(await standsAt()).toBe(0)
  })
})

it('a withdrawn achievement stays not achieved when the entry that achieved it is voided', async () => {
  await declare(org, season, 'achieved')
  const entries = expectStatus(await org.owner.get<ResultEntry[]>(`${season.path}/results`), 200)
  await declare(org, season, 'withdrawn')
  const asked = await voidEntry(org.representative, entries[0] as ResultEntry)
  await confirm(org.owner, season, [asked])
  await pledge(org, season, { lines: { champions: '50.00' }, method: 'check' })
  expect((await previewOf(org, season, 'final')).pledges[0]?.accrued).toBe('0.00')
})

type Op = { do: 'enter' | 'confirm' | 'void' | 'keep'; by: number; goals: number; pick: number }
const op: fc.Arbitrary<Op> = fc.record({
  do: fc.constantFrom('enter', 'enter', 'confirm', 'confirm', 'void', 'keep'),
  by: fc.nat(2),
  goals: fc.nat(6),
  pick: fc.nat(9),
})
type Known = { id: string; total: number; by: number; voidBy: number | null; confirmed: number | null }

it('the current result of a match is the one confirmed last, whatever is entered, voided or declined', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 5, maxLength: 14 }), async (ops) => {
      season = await openSeason(org)
      alpha = expectStatus(
        await org.representative.post<{ id: string }>(`${season.path}/events`, {
          name: 'vs. Alpha',
          eventType: 'game',
          opponent: 'Alpha',
          startTime: app.clock.now().toISOString(),
        }),
        201,
      ).id
      const people = [org.scorer, org.owner, org.representative]
      const known: Known[] = []
      let confirmations = 0
      for (const { do: what, by, goals, pick } of ops) {
        const caller = people[by] as Caller
        const one = known[pick % Math.max(known.length, 1)]
        if (what === 'enter') {
          const entry = await enterGoals(goals, caller)
          if (entry) known.push({ id: entry.id, total: goals, by, voidBy: null, confirmed: null })
          continue
        }
        if (!one) continue
        const path = `${season.path}/results/${one.id}/void`
        if (what === 'void' && (await caller.post(path, { reason: 'A mistake' })).status === 201) {
          if (one.confirmed === null) known.splice(known.indexOf(one), 1)
          else one.voidBy = by
        } else if (what === 'keep' && (await caller.delete(path)).status === 200) one.voidBy = null
        else if (what === 'confirm') {
          const body = { resultIds: [one.id] }
          const { status } = await caller.post(`${season.path}/results/confirmations`, body)
          if (status !== 201) continue
          expect(by).not.toBe(one.voidBy ?? (one.confirmed === null ? one.by : -1))
          if (one.voidBy !== null) known.splice(known.indexOf(one), 1)
          else {
            confirmations += 1
            one.confirmed = confirmations
          }
        }
      }
      const last = known
        .filter(({ confirmed }) => confirmed !== null)
        .reduce<Known | null>((a, b) => ((a?.confirmed ?? 0) > (b.confirmed ?? 0) ? a : b), null)
      expect(await standsAt()).toBe(last?.total ?? null)
      expect(await billedAtFive()).toBe(`${5 * (last?.total ?? 0)}.00`)
    }),
    { numRuns: 25, seed: 20_261_123 },
  )
  expect(await checkInvariants(app.deps.db)).toEqual([])
})
