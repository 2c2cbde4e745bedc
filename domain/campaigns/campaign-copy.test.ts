import { describe, expect, it } from 'vitest'
import { ONE, quantity } from '../quantity.ts'
import { isSeasonOver, matchesOf, nextFigures, proposedDates, sameTimeLater } from './campaign-copy.ts'

describe('the proposed dates of a copied campaign', () => {
  const season = { startDate: '2025-09-05', endDate: '2025-12-12' }

  it('are 52 weeks later, on the same days of the week', () => {
    expect(proposedDates(season, '2026-02-01')).toEqual({
      startDate: '2026-09-04',
      endDate: '2026-12-11',
      weeks: 52,
    })
    expect(new Date('2025-09-05').getUTCDay()).toBe(new Date('2026-09-04').getUTCDay())
  })

  it('are moved on by whole years until they are in the future', () => {
    expect(proposedDates(season, '2026-12-11').weeks).toBe(52)
    expect(proposedDates(season, '2026-12-12').weeks).toBe(104)
    expect(proposedDates({ startDate: '1999-01-01', endDate: '1999-02-01' }, '2026-01-01').weeks).toBe(520)
  })
})

describe('a game of a copied schedule', () => {
  const zone = 'America/New_York'

  it('keeps its local time across a daylight saving change', () => {
    // The last Friday of daylight time in 2025, and a Friday of standard time in 2026.
    const friday = new Date('2025-10-31T23:00:00Z')
    expect(sameTimeLater(friday, { weeks: 53, from: zone, to: zone })).toEqual(
      new Date('2026-11-07T00:00:00Z'),
    )
    expect(sameTimeLater(friday, { weeks: 0, from: zone, to: zone })).toEqual(friday)
  })

  it('keeps its local time when the organization changed its time zone', () => {
    const evening = new Date('2025-09-12T23:00:00Z')
    const moved = { weeks: 52, from: zone, to: 'America/Los_Angeles' }
    expect(sameTimeLater(evening, moved)).toEqual(new Date('2026-09-12T02:00:00Z'))
  })
})

it('a season is over when it is completed, or its last day has passed and it was not called off (R74)', () => {
  const endsAt = '2026-12-16T04:59:59.999Z'
  const over = (status: Parameters<typeof isSeasonOver>[0]['status'], now: string) =>
    isSeasonOver({ status, endsAt }, Date.parse(now))
  const before = '2026-12-16T04:00:00Z'
  const after = '2026-12-16T06:00:00Z'
  expect([over('completed', before), over('active', after), over('paused', after)]).toEqual([
    true,
    true,
    true,
  ])
  expect([over('active', before), over('draft', after), over('cancelled', after)]).toEqual([
    false,
    false,
    false,
  ])
})

it('a target and a maximum that the season passed are not expected again (R8)', () => {
  const wins = {
    type: 'per_increment',
    confirmedQuantity: 27,
    lastYearResult: 12,
    lastYearMatches: 10,
  } as const
  const next = (expectedTarget: number | null, expectedMax: number | null, isOver = true) =>
    nextFigures({ ...wins, expectedTarget, expectedMax }, { isOver, matches: 30 })
  expect(next(15, 20)).toEqual({
    lastYearResult: 27,
    lastYearMatches: 30,
    expectedTarget: null,
    expectedMax: null,
  })
  expect(next(27, 40)).toMatchObject({ expectedTarget: 27, expectedMax: 40 })
  expect(next(null, 26.5)).toMatchObject({ expectedTarget: null, expectedMax: null })
  expect(next(15, 20, false)).toEqual({
    lastYearResult: 12,
    lastYearMatches: 10,
    expectedTarget: 15,
    expectedMax: 20,
  })
})

it('thirds of last year are rounded to what a form takes', () => {
  const innings = { type: 'per_increment', confirmedQuantity: 9.666667, lastYearResult: null } as const
  const year = { lastYearMatches: null, expectedTarget: null, expectedMax: null }
  expect(nextFigures({ ...innings, ...year }, { isOver: true, matches: 3 }).lastYearResult).toBe(9.67)
})

describe('the matches of a confirmed result', () => {
  const played = (id: string, isCompleted = true) => ({ id, isCompleted })
  const goals = (eventId: string | null, units: number) => ({
    statisticId: 'goals',
    eventId,
    quantity: quantity(units * ONE),
  })
  const season = [played('first'), played('second'), played('third', false)]

  it('are all that were played, and those it was entered for', () => {
    expect(matchesOf('goals', [goals('first', 3)], season)).toBe(2)
    expect(matchesOf('goals', [goals('third', 3)], season)).toBe(3)
    expect(matchesOf('wins', [goals('third', 3), goals(null, 1)], season)).toBe(2)
  })

  it('are unknown where a part of it was entered for no match', () => {
    expect(matchesOf('goals', [goals('first', 3), goals(null, 40)], season)).toBeNull()
    expect(matchesOf('goals', [goals('a practice', 3)], season)).toBeNull()
    // Entered without a match, and corrected to nothing.
    expect(matchesOf('goals', [goals('first', 3), goals(null, 4), goals(null, -4)], season)).toBe(2)
  })
})
