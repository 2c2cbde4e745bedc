/** Which matches count as played, and how many are left (R61). */
import { describe, expect, test } from 'vitest'
import { NONE, ONE, type Quantity, quantity } from '../quantity.ts'
import { type ForecastEvent, forecastSeason, type SeasonInput, seasonBefore } from './season-forecast.ts'

const DAY = 86_400_000
const goals = {
  id: 'goals',
  isDecided: false,
  terms: {
    type: 'per_increment' as const,
    expectedMin: null,
    expectedMax: null,
    expectedTarget: null,
    lastYearResult: quantity(20 * ONE),
    lastYearMatches: null,
    chance: null,
  },
}
const match = (day: number, of: Partial<ForecastEvent> = {}): ForecastEvent => ({
  id: `match ${day}`,
  at: day * DAY,
  isMatch: true,
  isCompleted: false,
  isPlanned: true,
  isCancelled: false,
  ...of,
})
const result = (eventId: string | null, units: number, day = 0) => ({
  id: `${eventId} ${day} ${units}`,
  statisticId: 'goals',
  eventId,
  at: day * DAY,
  quantity: quantity(units * ONE) as Quantity,
})
const inputOf = (of: Partial<SeasonInput>): SeasonInput => ({
  statistics: [goals],
  events: [],
  results: [],
  startsAt: 0,
  endsAt: 100 * DAY,
  now: 20 * DAY,
  isOver: false,
  ...of,
})
const season = (of: Partial<SeasonInput>) => forecastSeason(inputOf(of))

describe('a season', () => {
  test('has played the matches with a result, and those marked completed without one', () => {
    const { played, schedule, statistics } = season({
      events: [match(1), match(2, { isCompleted: true }), match(3), match(4)],
      results: [result('match 1', 3)],
    })
    expect(played.map(({ key }) => key)).toEqual(['match 1', 'match 2'])
    expect(schedule).toEqual({ left: 2, cancelled: 0 })
    expect(statistics[0]?.results).toEqual([3 * ONE, NONE])
  })

  test('adds what was confirmed outside its matches without calling it a match', () => {
    const { played, statistics } = season({
      events: [match(1), match(2)],
      results: [result('match 1', 1), result(null, 4)],
    })
    expect(played).toHaveLength(1)
    expect(statistics[0]).toMatchObject({ beside: 4 * ONE, forecast: { confirmed: 5 * ONE } })
  })

  test('does not wait for a match that was cancelled', () => {
    const events = [match(1), match(2), match(3, { isCancelled: true })]
    expect(season({ events, results: [result('match 1', 1)] }).schedule).toEqual({ left: 1, cancelled: 1 })
  })

  test.each([
    ['before any was played', 0],
    ['after two were played', 2],
  ])('has nothing left when the last match left is cancelled, %s', (_, played) => {
    const before = [match(1), match(2)].slice(0, played)
    const results = before.map(({ id }) => result(id, 1))
    const { schedule, statistics } = season({
      events: [...before, match(30, { isCancelled: true })],
      results,
    })
    expect(schedule).toEqual({ left: 0, cancelled: 1 })
    const confirmed = quantity(played * ONE)
    const range = { low: confirmed, likely: confirmed, high: confirmed }
    expect(statistics[0]?.forecast).toMatchObject({ kind: 'units', range })
  })

  test('is over when every match on its schedule was played', () => {
    const results = [result('match 1', 1), result('match 2', 1)]
    expect(season({ events: [match(1), match(2)], results }).schedule).toEqual({ left: 0, cancelled: 0 })
  })

  test('without a schedule goes on as it began, until the campaign ends', () => {
    const events = [1, 5, 9, 13].map((day) => match(day, { isPlanned: false }))
    const results = events.map(({ id }) => result(id, 1))
    expect(season({ events, results }).schedule).toMatchObject({ left: 16 })
    expect(season({ events, results, now: 100 * DAY }).schedule).toMatchObject({ left: 0 })
  })

  test('of which nothing was entered is not taken as played without a result because its dates have passed', () => {
    const { schedule, statistics } = season({ now: 101 * DAY })
    expect(schedule).toBeNull()
    expect(statistics[0]?.forecast).toMatchObject({ likely: 20 * ONE })
  })

  test('of days with results, such as books read, counts a day as a match', () => {
    const results = [
      result(null, 900, 5),
      result(null, 100, 5),
      result(null, 1_100, 12),
      result(null, 950, 19),
    ]
    const { played, statistics, schedule } = season({ results })
    expect(played).toHaveLength(3)
    expect(statistics[0]?.results).toEqual([1000 * ONE, 1100 * ONE, 950 * ONE])
    expect(schedule?.left).toBe(12)
  })

  test('does not say how many matches are left when nothing tells', () => {
    expect(season({ now: 2 * DAY }).schedule).toBeNull()
  })

  test('that is settled or cancelled has nothing left', () => {
    const { statistics } = season({
      events: [match(1), match(2)],
      results: [result('match 1', 7)],
      isOver: true,
    })
    expect(statistics[0]?.forecast).toMatchObject({ range: { low: 7 * ONE, likely: 7 * ONE, high: 7 * ONE } })
  })

  test('before its newest match has that match still to come, without its results', () => {
    const input = inputOf({
      events: [match(1, { isCompleted: true }), match(2, { isCompleted: true }), match(3)],
      results: [result('match 1', 3), result('match 2', 5)],
    })
    const before = seasonBefore(input, forecastSeason(input))
    expect(before?.match.key).toBe('match 2')
    const then = forecastSeason(before?.input ?? input)
    expect(then.schedule).toEqual({ left: 2, cancelled: 0 })
    expect(then.statistics[0]?.results).toEqual([3 * ONE])
    expect(seasonBefore(inputOf({ events: [match(1)] }), season({ events: [match(1)] }))).toBeNull()
  })
})
