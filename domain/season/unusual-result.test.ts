import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addedUp, NOTHING, type Season } from '#tests/other-matches.ts'
import { type Counted, comparedWith, unusualIn, unusualReasons } from './unusual-result.ts'

const AT = new Date('2026-10-03T22:00:00Z')
const statistic = (name: string, expected: Partial<Counted> = {}): Counted => ({
  name,
  expectedMax: null,
  expectedTarget: null,
  lastYearResult: null,
  ...expected,
})
const game = { startTime: '2026-10-03T19:00:00Z', eventType: 'game' as const, opponent: 'Redmond' }
const whys = (name: string, total: number, season: Season, expected: Partial<Counted> = {}) =>
  unusualIn({ statistic: statistic(name, expected), total, event: game, at: AT }, addedUp(season)).map(
    ({ why }) => why,
  )

describe('a result entered before its game', () => {
  const startsIn = (hours: number) => ({
    ...game,
    startTime: new Date(AT.getTime() + hours * 3_600_000).toISOString(),
  })
  it.each([
    [-3, []],
    [0, []],
    [1 / 60, ['early']],
    [11, ['early']],
    [72, ['early']],
  ])('by %d hours is unusual because of %j', (hours, expected) => {
    const found = unusualIn(
      { statistic: statistic('Goals'), total: 2, event: startsIn(hours), at: AT },
      addedUp(NOTHING),
    )
    expect(found.map(({ why }) => why)).toEqual(expected)
  })

  it('is usual on the day of a game whose time is not known', () => {
    const early = (hours: number) =>
      unusualIn(
        { statistic: statistic('Goals'), total: 2, event: { ...startsIn(hours), hasTime: false }, at: AT },
        addedUp(NOTHING),
      ).length > 0
    expect([early(12), early(13)]).toEqual([false, true])
  })
})

describe('a statistic that a match has at most once', () => {
  it.each([
    'Wins',
    'Win',
    'Team Wins',
    'League wins',
    'Games won',
    'Victories',
    'Clean Sheets',
    'clean sheet',
    'Shutouts',
    'Shut-outs',
    'Home wins',
    'Number of wins',
    'Losses',
    'No-hitters',
  ])('such as %s is unusual with 3, not with 1', (name) => {
    expect(whys(name, 1, NOTHING)).toEqual([])
    expect(whys(name, 3, NOTHING)).toEqual(['more_than_one'])
  })

  it.each([
    'Goals',
    'Set wins',
    'Face-offs won',
    'Points in wins and losses',
    'Duels won',
    'Winning runs',
    'Books read',
  ])('does not include %s', (name) => {
    expect(whys(name, 3, NOTHING)).toEqual([])
  })

  it('is not unusual with 3 if other matches had more, or in a tournament', () => {
    expect(whys('Wins', 3, { matches: 9, others: [1, 2, 0] })).toEqual([])
    const cup = { ...game, eventType: 'tournament' as const }
    expect(
      unusualIn({ statistic: statistic('Wins'), total: 3, event: cup, at: AT }, addedUp(NOTHING)),
    ).toEqual([])
  })
})

describe('a result far larger than usual', () => {
  it.each([
    ['Goals', { expectedTarget: 60 }, 38, 9, false],
    ['Goals', { expectedTarget: 60 }, 38, 33, true],
    ['Goals', { lastYearResult: 34, expectedMax: 44 }, 18, 11, false],
    ['Points', { expectedMax: 2000 }, 30, 121, false],
    ['Points', { expectedMax: 2000 }, 30, 666, true],
    ['Strikeouts', { lastYearResult: 180 }, 24, 18, false],
    ['Books read', { expectedTarget: 5000 }, 20, 700, false],
    ['Goals', {}, 38, 500, false],
    ['Goals', { expectedTarget: 60 }, 1, 33, false],
  ])('%s, expected %j over %d matches: %d is unusual: %s', (name, expected, matches, total, isAsked) => {
    expect(whys(name, total, { matches, others: [] }, expected).length > 0).toBe(isAsked)
  })

  it('is judged by earlier matches if nothing is expected, and a slightly higher best is usual', () => {
    expect(whys('Goals', 33, { matches: 9, others: [2, 1, 0, 3, 2] })).toEqual(['large'])
    expect(whys('Goals', 33, { matches: 9, others: [2, 1, 0, 3, 25] })).toEqual([])
    expect(whys('Goals', 33, { matches: 9, others: [2, 1] })).toEqual([])
  })

  it('without a match is unusual above twice the whole season', () => {
    const entry = (total: number) => ({
      statistic: statistic('Books read', { expectedTarget: 500 }),
      total,
      event: null,
      at: AT,
    })
    expect(unusualIn(entry(900), addedUp(NOTHING))).toEqual([])
    expect(unusualIn(entry(5000), addedUp(NOTHING))).toMatchObject([{ why: 'large', of: 'season' }])
  })

  it('does not occur in two real seasons of Leicester City', () => {
    const played = (year: string) =>
      readFileSync(
        new URL(`../../server/operations/demo/leicester-city-${year}.csv`, import.meta.url),
        'utf8',
      )
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(4).map(Number))
    const last = played('2014-15')
    const season = played('2015-16')
    for (const [column, name] of ['Goals', 'Conceded', 'Wins', 'Clean sheets'].entries()) {
      const lastYearResult = last.reduce((sum, row) => sum + (row[column] ?? 0), 0)
      const asked = season.flatMap((row, index) =>
        [{ lastYearResult }, {}].flatMap((expected) =>
          whys(
            name,
            row[column] ?? 0,
            { matches: season.length, others: season.slice(0, index).map((one) => one[column] ?? 0) },
            expected,
          ),
        ),
      )
      expect([name, asked]).toEqual([name, []])
    }
  })
})

it('an unusual result is explained in a sentence to the person who enters it and to the one who confirms it', () => {
  const events = Array.from({ length: 10 }, (_, index) => ({
    ...game,
    id: String(index),
    name: 'vs. Redmond',
    startTime: '2026-10-06T22:00:00Z',
  }))
  const season = comparedWith({ events, currentOf: () => null })
  const entered = (name: string, total: number) => ({
    statistic: { id: 's', ...statistic(name, { expectedMax: 18 }) },
    total,
    at: AT,
    event: events[0] ?? null,
  })
  expect(unusualReasons(entered('Goals', 33), season, 'asking')).toEqual([
    'vs. Redmond starts 3 days from now.',
    'Goals 33 in vs. Redmond: about 1.8 per match is usual.',
  ])
  expect(unusualReasons(entered('Wins', 3), season, 'confirming')).toEqual([
    'Entered 3 days before vs. Redmond starts.',
    'Wins 3 in vs. Redmond: a match usually has 1 at most.',
  ])
})

describe('a fraction', () => {
  it('of what has only had whole numbers so far, or is once a match, is asked about', () => {
    expect(whys('Goals', 2.5, { matches: 9, others: [1, 2, 0] })).toEqual(['fraction'])
    expect(whys('Wins', 0.5, NOTHING)).toEqual(['fraction'])
    expect(whys('Wins', 1.5, NOTHING)).toEqual(['fraction', 'more_than_one'])
  })

  it('is usual where other matches have one, and where nothing is known', () => {
    expect(whys('Miles', 12.5, { matches: 9, others: [10, 11.25] })).toEqual([])
    expect(whys('Miles', 12.5, NOTHING)).toEqual([])
    expect(whys('Goals', 3, { matches: 9, others: [1, 2] })).toEqual([])
  })

  it('does not count what is replaced, and is said in words', () => {
    const events = [{ id: 'a', eventType: 'game' as const, opponent: 'Bay' }]
    const currentOf = () => 2.5
    const season = comparedWith({ events: [...events, { ...events[0], id: 'b' }] as never, currentOf })
    const entered = {
      statistic: { ...statistic('Goals'), id: 'goals' },
      total: 1.5,
      at: AT,
      event: { ...game, id: 'a', name: 'vs. Bay' },
    }
    expect(season.fractions(entered)).toBe(1)
    const whole = comparedWith({
      events: [...events, { ...events[0], id: 'b' }] as never,
      currentOf: () => 2,
    })
    expect(unusualReasons(entered, whole, 'asking')).toEqual([
      'Goals 1.5 in vs. Bay: only whole numbers are usual.',
    ])
  })
})
