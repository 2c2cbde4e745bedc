/** R18, R19: what a scorer is asked before a result is sent, and a second person before it counts. */
import { describe, expect, it } from 'vitest'
import { addedUp, NOTHING, type Season } from '#tests/other-matches.ts'
import { comparedWith, type Known, outdatedReason, unusualIn, unusualReasons } from './unusual-result.ts'

const AT = new Date('2026-10-03T22:00:00Z')
const expected = (name: string, lastYearResult: number | null = null) => ({
  id: 's',
  name,
  expectedMax: null,
  expectedTarget: null,
  lastYearResult,
})
const game = {
  id: '0',
  name: 'vs. Redmond',
  startTime: '2026-10-03T19:00:00Z',
  eventType: 'game' as const,
  opponent: 'Redmond',
}
const whys = (name: string, total: number, season: Season, lastYear: number | null = null) =>
  unusualIn({ statistic: expected(name, lastYear), total, event: game, at: AT }, addedUp(season)).map(
    ({ why }) => why,
  )

describe('an older entry that would replace what counts now', () => {
  const entered = { statistic: expected('Points'), total: 1200, event: game, at: AT }

  it('is explained with both figures and its match', () => {
    expect(outdatedReason(entered, 1450)).toBe(
      'Points 1,200 in vs. Redmond was entered before the 1,450 that counts now. Confirming it replaces that with 1,200.',
    )
  })

  it('is told without a match where it has none', () => {
    expect(outdatedReason({ ...entered, event: null }, 1450)).toMatch(/^Points 1,200 was entered before/)
  })

  it('is told in thirds where it has them', () => {
    expect(outdatedReason({ ...entered, total: 5.666667 }, 6.333333)).toMatch(/^Points 5⅔ in .* the 6⅓ that/)
  })
})

describe('a statistic that a match has at most once', () => {
  it.each(['Perfect game', 'Perfect – games!', 'Clean home sheets', 'Team no-hitters'])(
    'is known under the name %s',
    (name) => expect(whys(name, 3, NOTHING)).toEqual(['more_than_one']),
  )

  it('is one where no other match had more than one of it', () => {
    expect(whys('Wins', 3, { matches: 9, others: [1, 0, 1] })).toEqual(['more_than_one'])
  })
})

describe('a figure is large for its match', () => {
  it('by last year’s result', () => {
    expect(whys('Goals', 33, { matches: 38, others: [] }, 60)).toEqual(['large'])
  })

  it('only where there are five matches to compare it with', () => {
    expect(whys('Goals', 100, { matches: 4, others: [] }, 10)).toEqual([])
    expect(whys('Goals', 100, { matches: 5, others: [] }, 10)).toEqual(['large'])
  })

  it('above a big game and not at one', () => {
    expect(whys('Goals', 7, { matches: 38, others: [] }, 38)).toEqual([])
    expect(whys('Goals', 8, { matches: 38, others: [] }, 38)).toEqual(['large'])
  })

  it('above one and a half times the best and not at it', () => {
    const season = { matches: 9, others: [1, 1, 1, 1, 10] }
    expect(whys('Goals', 15, season)).toEqual([])
    expect(whys('Goals', 16, season)).toEqual(['large'])
  })
})

describe('a figure without a match', () => {
  const found = (total: number, lastYear: number | null) =>
    unusualIn({ statistic: expected('Books', lastYear), total, event: null, at: AT }, addedUp(NOTHING))

  it('is not asked about where nothing is expected', () => {
    expect(found(5, null)).toEqual([])
  })

  it('is large above twice the season and not at it', () => {
    expect(found(1000, 500)).toEqual([])
    expect(found(1001, 500)).toEqual([{ why: 'large', usual: 500, of: 'season' }])
  })

  it('is told with what is expected for the season', () => {
    const entered = { statistic: expected('Books', 500), total: 5000, event: null, at: AT }
    const season = comparedWith({ events: [game], currentOf: () => 4000 })
    expect(unusualReasons(entered, season, 'asking')).toEqual([
      'Books 5,000: about 500 are expected for the whole season.',
    ])
  })
})

describe('the sentence about a match', () => {
  const others = (count: number, eventType: 'game' | 'practice' = 'game') =>
    Array.from({ length: count }, (_, index) => ({
      id: `${eventType}${index}`,
      eventType,
      opponent: null,
    }))
  const reasons = (total: number, lastYear: number | null, known: Known) =>
    unusualReasons(
      { statistic: expected('Goals', lastYear), total, event: game, at: AT },
      comparedWith(known),
      'asking',
    )

  it('rounds what is usual to two digits', () => {
    expect(reasons(33, 17, { events: [game, ...others(8)], currentOf: () => null })).toEqual([
      'Goals 33 in vs. Redmond: about 1.9 per match is usual.',
    ])
  })

  it('does not count a practice as a match', () => {
    const events = [game, ...others(3), ...others(9, 'practice')]
    expect(reasons(33, 17, { events, currentOf: () => null })).toEqual([])
  })

  it('compares with the other matches, not with what the match itself has', () => {
    const currentOf = (eventId: string) => (eventId === game.id ? 30 : 2)
    expect(reasons(33, null, { events: [game, ...others(5)], currentOf })).toEqual([
      'Goals 33 in vs. Redmond: about 2 per match is usual.',
    ])
  })

  it.each([
    [1 / 60, '1 minute'],
    [1 / 30, '2 minutes'],
    [1, '1 hour'],
    [11, '11 hours'],
    [23, '23 hours'],
    [24, '1 day'],
    [47, '1 day'],
    [48, '2 days'],
  ])('of a match that starts in %i hours says %s', (hours, words) => {
    const startTime = new Date(AT.getTime() + hours * 3_600_000).toISOString()
    const entered = { statistic: expected('Goals'), total: 1, event: { ...game, startTime }, at: AT }
    expect(unusualReasons(entered, comparedWith({ events: [], currentOf: () => null }), 'asking')).toEqual([
      `vs. Redmond starts ${words} from now.`,
    ])
  })
})
