/** R19: what a season's entries are compared with is added up once, and is what the other matches have. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparedWith, type Entered } from './unusual-result.ts'

const STATISTICS = ['goals', 'wins', 'fouls']
const eventOf = (index: number) => ({
  id: `match ${index}`,
  name: `Match ${index}`,
  eventType: 'game' as const,
  opponent: null,
  startTime: '2026-10-03T19:00:00Z',
})
const enteredOf = (id: string, event: Entered['event']): Entered => ({
  statistic: { id, name: id, expectedMax: null, expectedTarget: null, lastYearResult: null },
  total: 1,
  event,
  at: new Date('2026-10-03T22:00:00Z'),
})

it('a season of 300 matches is read once for each statistic, however many of its entries are compared with it', () => {
  const events = Array.from({ length: 300 }, (_, index) => eventOf(index))
  let looks = 0
  const currentOf = () => {
    looks += 1
    return 2
  }
  const season = comparedWith({ events, currentOf })
  for (const event of events)
    for (const id of STATISTICS)
      expect(season.others(enteredOf(id, event))).toEqual({ count: 299, sum: 598, best: 2 })
  expect(looks).toBe(300 * STATISTICS.length)
})

it('an entry of any match is compared with what all the other matches have', () => {
  const figure = fc.option(fc.integer({ min: -500, max: 100_000_000 }).map((whole) => whole / 100))
  fc.assert(
    fc.property(fc.array(figure, { maxLength: 12 }), fc.nat(12), (figures, at) => {
      const events = figures.map((_, index) => eventOf(index))
      const currentOf = (id: string) => figures[Number(id.split(' ')[1])] ?? null
      const entered = enteredOf('goals', eventOf(at))
      const others = events.flatMap(({ id }) => (id === `match ${at}` ? [] : (currentOf(id) ?? [])))
      const whole = others.reduce((sum, one) => sum + Math.round(one * 100), 0)
      expect(comparedWith({ events, currentOf }).others(entered)).toEqual({
        count: others.length,
        sum: whole / 100,
        best: Math.max(0, ...others),
      })
    }),
  )
})
