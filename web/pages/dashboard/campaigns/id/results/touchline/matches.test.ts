import { describe, expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchTotals } from '#domain/schemas/result.ts'
import { currentResults, matchChoices } from './matches.ts'

const event = (id: string, startTime: string, eventType = 'game') =>
  ({ id, name: id, startTime, eventType, venue: 'home' }) as Event
const totalsOf = (eventId: string, confirmed: number | null, waiting: number | null): MatchTotals => ({
  eventId,
  statisticId: 'g',
  occursAt: '2026-09-12T23:00:00Z',
  confirmed,
  waiting,
  isFinal: true,
})
/** 8:30 PM in New York, the next day in London. */
const HERE = { now: Date.parse('2026-09-13T00:30:00Z'), timeZone: 'America/New_York' }

it('the touchline lists today’s matches first, then those without results, then upcoming ones', () => {
  const events = [
    event('last week', '2026-09-05T23:00:00Z'),
    event('the week before', '2026-08-29T23:00:00Z'),
    event('played', '2026-08-22T23:00:00Z'),
    event('played later', '2026-08-23T23:00:00Z'),
    event('this evening', '2026-09-12T23:00:00Z'),
    event('this morning', '2026-09-12T13:00:00Z'),
    event('tomorrow', '2026-09-13T13:00:00Z'),
    event('next week', '2026-09-19T23:00:00Z'),
    event('practice', '2026-09-12T22:00:00Z', 'practice'),
    event('the cup', '2026-10-01T22:00:00Z', 'tournament'),
  ]
  const standings = ['played', 'played later', 'this morning'].map((id) => totalsOf(id, 1, null))
  expect(matchChoices(events, standings, HERE).map(({ id, group }) => `${group}: ${id}`)).toEqual([
    'Today: this evening',
    'Today: this morning',
    'No results yet: the week before',
    'No results yet: last week',
    'Coming up: tomorrow',
    'Coming up: next week',
    'Coming up: the cup',
    'With results: played later',
    'With results: played',
  ])
})

describe('the current figure of a match', () => {
  it.each([
    ['is null without results', [], null],
    ['is zero if zero was confirmed', [totalsOf('e', 0, null)], 0],
    ['is an unconfirmed figure', [totalsOf('e', null, 2.5)], 2.5],
    ['includes an unconfirmed correction', [totalsOf('e', 3, -1)], 2],
    ['ignores another match', [totalsOf('f', 3, null)], null],
  ])('%s', (_, standings, expected) => {
    expect(currentResults(standings)('e', 'g')).toBe(expected)
  })
})
