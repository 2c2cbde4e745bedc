import { describe, expect, it } from 'vitest'
import { cents, sum } from '../money.ts'
import { ONE, quantity } from '../quantity.ts'
import { type AccrualLine, accrueLines, buildSeason, type ConfirmedResult, shareByMoment } from './accrual.ts'

const GOALS = 'goals'
const WINS = 'wins'

const line = (
  statisticId: string,
  rate: number,
  type: AccrualLine['type'] = 'per_increment',
): AccrualLine => ({
  statisticId,
  type,
  rate: cents(rate),
})
const gift = (rate: number) => line('gift', rate, 'one_time')

/** `count` units of a statistic in the match that starts at hour `at`; `entered` sets a result without a match. */
const result = (
  statisticId: string,
  count: number,
  at: number,
  {
    eventId = `match ${at}`,
    id = `${statisticId} ${at} ${count}`,
  }: { eventId?: string | null; id?: string } = {},
): ConfirmedResult => ({ id, statisticId, eventId, at, quantity: quantity(count * ONE) })

const season = (...results: ConfirmedResult[]) => buildSeason(results)
const plain = (running: ReadonlyMap<string, number>) => Object.fromEntries(running)

describe('the season (R10)', () => {
  it('puts the results of one match together and carries running totals from match to match', () => {
    const { moments, totals } = season(
      ...[result(GOALS, 2, 1), result(WINS, 1, 1), result(GOALS, 1, 1, { id: 'more' }), result(GOALS, 4, 2)],
    )
    expect(moments.map(({ key, eventId, at, running }) => ({ key, eventId, at, ...plain(running) }))).toEqual(
      [
        { key: 'match 1', eventId: 'match 1', at: 1, goals: 3 * ONE, wins: ONE },
        { key: 'match 2', eventId: 'match 2', at: 2, goals: 7 * ONE },
      ],
    )
    expect(plain(totals)).toEqual({ goals: 7 * ONE, wins: ONE })
  })

  it('counts a result without a match on its own, when it was entered', () => {
    const { moments } = season(
      ...[result(GOALS, 2, 5, { eventId: null, id: 'b' }), result(GOALS, 1, 3, { eventId: null, id: 'a' })],
    )
    expect(moments.map(({ key, eventId, at, running }) => [key, eventId, at, plain(running)])).toEqual([
      ['a', null, 3, { goals: ONE }],
      ['b', null, 5, { goals: 3 * ONE }],
    ])
  })

  it.each([
    ['in the order of their ids', ['a', 'b']],
    ['whatever the order of entry', ['b', 'a']],
  ])('sorts matches that start at the same time by id, %s', (_, ids) => {
    const { moments } = buildSeason(ids.map((id) => result(GOALS, 1, 7, { eventId: id })))
    expect(moments.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('has the running totals after each match while no total falls', () => {
    const { rising } = season(result(GOALS, 2, 1), result(WINS, 0, 2), result(GOALS, 1, 3))
    expect(rising?.map(plain)).toEqual([
      { goals: 2 * ONE },
      { goals: 2 * ONE, wins: 0 },
      { goals: 3 * ONE, wins: 0 },
    ])
  })

  it('has no rising totals once a match lowers a total', () => {
    expect(season(result(GOALS, 2, 1), result(GOALS, -1, 2), result(GOALS, 5, 3)).rising).toBeNull()
  })

  it('still rises when a match makes up for a correction within it', () => {
    expect(
      season(result(GOALS, 2, 1), result(GOALS, -1, 2, { id: 'wrong' }), result(GOALS, 1, 2)).rising,
    ).toHaveLength(2)
  })

  it('is empty without results', () => {
    expect(season()).toEqual({ moments: [], totals: new Map(), rising: [] })
  })
})

describe('the amount that pledge lines accrue (R6, R9)', () => {
  const lines = [line(GOALS, 100), gift(500), line(WINS, 1000, 'per_achievement')]

  it('is rate × total, plus one-time gifts in full', () => {
    expect(accrueLines(lines, cents(100_000), season(result(GOALS, 3, 1), result(WINS, 1, 2)))).toEqual([
      300, 500, 1000,
    ])
  })

  it('is only the one-time gift before any result', () => {
    expect(accrueLines(lines, cents(100_000), season())).toEqual([0, 500, 0])
  })

  it('ignores results of the statistic behind a one-time gift', () => {
    expect(accrueLines([gift(500)], cents(10_000), season(result('gift', 7, 1)))).toEqual([500])
  })

  it('is zero for a total below zero', () => {
    expect(accrueLines([line(GOALS, 100)], cents(10_000), season(result(GOALS, -3, 1)))).toEqual([0])
  })

  it('is not cut when it equals the maximum, and is cut when it is one cent above', () => {
    const played = season(result(GOALS, 3, 1), result(WINS, 1, 2))
    expect(accrueLines(lines, cents(1800), played)).toEqual([300, 500, 1000])
    expect(sum(accrueLines(lines, cents(1799), played))).toBe(1799)
  })

  it('splits the maximum over the one-time gifts when they alone exceed it', () => {
    expect(
      accrueLines([gift(300), gift(100), line(GOALS, 100)], cents(200), season(result(GOALS, 3, 1))),
    ).toEqual([150, 50, 0])
  })
})

/** The same seasons twice: rising totals use a binary search, all others a walk over matches. Both must agree. */
describe.each([
  ['when totals only rise', []],
  ['when a total fell before', [result('cards', 1, 0), result('cards', -1, 0.5)]],
])('sharing the maximum over matches (R10), %s:', (_, before) => {
  const max = cents(1000)
  const accrued = (lines: AccrualLine[], ...results: ConfirmedResult[]) =>
    accrueLines(lines, max, buildSeason([...before, ...results]))
  const both = [line(GOALS, 100), line(WINS, 300)]

  it('a line keeps what it earned before the match that reached the maximum', () => {
    // 600 + 0 after the first match; then 100 more and 600: 400 are left for 700 of need.
    expect(accrued(both, result(GOALS, 6, 1), result(GOALS, 1, 2), result(WINS, 2, 2))).toEqual([657, 343])
  })

  it('a match after the maximum was reached adds nothing', () => {
    expect(
      accrued(both, result(GOALS, 6, 1), result(GOALS, 1, 2), result(WINS, 2, 2), result(WINS, 9, 3)),
    ).toEqual([657, 343])
  })

  it('the first match can reach the maximum by itself', () => {
    expect(accrued(both, result(GOALS, 12, 1), result(WINS, 4, 1), result(GOALS, 1, 2))).toEqual([500, 500])
  })

  it('the last match can be the one that reaches the maximum', () => {
    expect(accrued(both, result(GOALS, 5, 1), result(WINS, 1, 2), result(GOALS, 9, 3))).toEqual([700, 300])
  })

  it('a match after the maximum was met exactly adds nothing', () => {
    expect(accrued(both, result(GOALS, 10, 1), result(WINS, 1, 2))).toEqual([1000, 0])
  })

  it('any of seven matches can be the one that reaches the maximum', () => {
    const matches = [1, 2, 3, 4, 5, 6, 7].map((at) => result(GOALS, 1, at))
    const needed = (at: number) =>
      accrued([line(GOALS, 100), line(WINS, 100)], ...matches, result(WINS, 99, at))
    expect([1.5, 3.5, 5.5, 7.5].map(needed)).toEqual([
      [100, 900],
      [300, 700],
      [500, 500],
      [700, 300],
    ])
  })

  it('the totals per line equal the sum of the shares per match', () => {
    const results = [result(GOALS, 6, 1), result(GOALS, 1, 2), result(WINS, 2, 2), result(WINS, 9, 3)]
    const played = buildSeason([...before, ...results])
    const shares = shareByMoment(both, max, played)
    expect([0, 1].map((index) => sum(shares.map(({ amounts }) => amounts[index] ?? cents(0))))).toEqual(
      accrueLines(both, max, played),
    )
  })
})

describe('a correction of results (R32)', () => {
  const max = cents(1000)
  const both = [line(GOALS, 100), line(WINS, 300)]
  const reached = [result(GOALS, 6, 1), result(GOALS, 4, 2), result(WINS, 2, 2)]

  it('leaves more of the maximum to the other line', () => {
    const played = season(...reached, result(GOALS, -6, 3))
    expect(accrueLines(both, max, played)).toEqual([400, 600])
  })

  it('shares the freed amount by need when the maximum still binds', () => {
    // [760, 240] after the second match; then goals fall to 5: 500 kept, 240 kept, and 260 of 360 go to wins.
    expect(accrueLines(both, max, season(...reached, result(GOALS, -5, 3), result(WINS, 9, 4)))).toEqual([
      500, 500,
    ])
  })

  it('changes nothing when the line still earns more than its share', () => {
    // Wins were 600 and had 240 of it: one win fewer still leaves 300.
    expect(accrueLines(both, max, season(...reached, result(WINS, -1, 3)))).toEqual([760, 240])
  })

  it('changes nothing when it is of a one-time gift’s statistic', () => {
    const lines = [gift(800), line(GOALS, 100)]
    expect(
      accrueLines(lines, cents(900), season(result(GOALS, 3, 1), result('gift', 5, 1), result(GOALS, -1, 2))),
    ).toEqual([800, 100])
  })

  it('that is followed by new results shares the maximum from what was kept', () => {
    const played = season(...reached, result(GOALS, -9, 3), result(GOALS, 9, 4))
    // Below the maximum goals have 100 and wins 600; 300 of the 900 that return fit.
    expect(accrueLines(both, max, played)).toEqual([400, 600])
  })

  it('lowers a line to what it still earns, also while the maximum binds', () => {
    // [760, 240] again: goals fall to 500, and 260 of the 360 that wins still lack fit.
    expect(accrueLines(both, max, season(...reached, result(GOALS, -5, 3)))).toEqual([500, 500])
  })

  it('leaves one-time gifts unchanged when they alone exceed the maximum', () => {
    const lines = [gift(900), gift(300), line(GOALS, 100)]
    const played = season(result(GOALS, 3, 1), result(GOALS, -1, 2))
    expect(accrueLines(lines, max, played)).toEqual([750, 250, 0])
  })
})

describe('the list of match shares (R10)', () => {
  const lines = [line(GOALS, 100), gift(500), line(WINS, 300)]
  const shares = (max: number, ...results: ConfirmedResult[]) =>
    shareByMoment(lines, cents(max), buildSeason(results)).map(({ moment, ...share }) => ({
      ...share,
      key: moment?.key ?? null,
    }))

  it('begins with one-time gifts, then has each match with its share and the running total', () => {
    expect(shares(10_000, result(GOALS, 2, 1), result(WINS, 1, 2), result(GOALS, 1, 2))).toEqual([
      { key: null, amounts: [0, 500, 0], total: 500, running: 500 },
      { key: 'match 1', amounts: [200, 0, 0], total: 200, running: 700 },
      { key: 'match 2', amounts: [100, 0, 300], total: 400, running: 1100 },
    ])
  })

  it('leaves out matches that added nothing and statistics without a pledge line', () => {
    expect(
      shares(700, result(GOALS, 2, 1), result(WINS, 1, 2), result('cards', 3, 3)).map(({ key }) => key),
    ).toEqual([null, 'match 1'])
  })

  it('adds nothing to a one-time gift for results of its statistic', () => {
    expect(shares(10_000, result('gift', 3, 1), result(GOALS, 1, 2), result('gift', 4, 2))).toEqual([
      { key: null, amounts: [0, 500, 0], total: 500, running: 500 },
      { key: 'match 2', amounts: [100, 0, 0], total: 100, running: 600 },
    ])
  })

  it('begins with the first match when there is no one-time gift', () => {
    const [first] = shareByMoment([line(GOALS, 100)], cents(1000), season(result(GOALS, 1, 1)))
    expect(first?.moment?.key).toBe('match 1')
  })

  it('shows a correction as a match with a negative share', () => {
    expect(shares(10_000, result(GOALS, 2, 1), result(GOALS, -1, 2)).at(-1)).toEqual({
      key: 'match 2',
      amounts: [-100, 0, 0],
      total: -100,
      running: 600,
    })
  })

  it('shows a match that only moved money between lines', () => {
    expect(shares(900, result(GOALS, 4, 1), result(WINS, 1, 2), result(GOALS, -1, 3)).at(-1)).toEqual({
      key: 'match 3',
      amounts: [-100, 0, 100],
      total: 0,
      running: 900,
    })
  })
})

it('the binary search finds the match that reaches the maximum, at any position among up to nine (R10)', () => {
  const lines = [line(GOALS, 100), line(WINS, 300)]
  for (let count = 1; count <= 9; count += 1) {
    for (let binding = 1; binding <= count; binding += 1) {
      const matches = Array.from({ length: count }, (_, index) => result(GOALS, 1, index + 1))
      const played = buildSeason([...matches, result(WINS, 5, binding)])
      const shares = shareByMoment(lines, cents(1000), played)
      const walked = lines.map((_, index) => sum(shares.map(({ amounts }) => amounts[index] ?? cents(0))))
      expect({ count, binding, settled: accrueLines(lines, cents(1000), played) }).toEqual({
        count,
        binding,
        settled: walked,
      })
    }
  }
})
