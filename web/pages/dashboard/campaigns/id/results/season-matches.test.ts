import { expect, it } from 'vitest'
import type { Event } from '#domain/schemas/event.ts'
import type { MatchTotals } from '#domain/schemas/result.ts'
import { seasonMatches } from './by-match.tsx'

const NOW = Date.parse('2026-10-01T00:00:00Z')
const STATISTICS = [{ id: 'goals' }, { id: 'corners' }]
const event = (id: string, day: string, eventType = 'game') =>
  ({ id, name: id, startTime: `${day}T18:00:00Z`, eventType, venue: 'home' }) as Event
const totalsOf = (
  eventId: string | null,
  statisticId: string,
  day: string,
  [confirmed, waiting]: [number | null, number | null],
): MatchTotals => ({
  eventId,
  statisticId,
  occursAt: `${day}T18:00:00Z`,
  confirmed,
  waiting,
  isFinal: true,
})

it('the season is listed by match, the newest first, with what the season stood at after each', () => {
  const matches = seasonMatches(
    {
      events: [event('one', '2026-09-01'), event('two', '2026-09-08'), event('three', '2026-09-15')],
      standings: [
        totalsOf('two', 'corners', '2026-09-08', [7, null]),
        totalsOf('two', 'goals', '2026-09-08', [2, -1]),
        totalsOf('one', 'goals', '2026-09-01', [3, null]),
      ],
    },
    STATISTICS,
    NOW,
  )
  expect(matches.map(({ event: match, state }) => [match?.id, state])).toEqual([
    ['three', 'nothing'],
    ['two', 'to confirm'],
    ['one', 'confirmed'],
  ])
  expect(matches[1]?.figures).toEqual([
    { statisticId: 'goals', confirmed: 2, waiting: -1, season: 5 },
    { statisticId: 'corners', confirmed: 7, waiting: null, season: 7 },
  ])
})

it('a match to come and a practice are listed once something is entered for them', () => {
  const events = [event('to come', '2026-11-01'), event('practice', '2026-09-01', 'practice')]
  expect(seasonMatches({ events, standings: [] }, STATISTICS, NOW)).toEqual([])
  const standings = events.map(({ id }) => totalsOf(id, 'goals', '2026-09-01', [1, null]))
  expect(seasonMatches({ events, standings }, STATISTICS, NOW)).toHaveLength(2)
})

it('what belongs to no match is one group at the end, over all its days', () => {
  const standings = [
    totalsOf(null, 'goals', '2026-09-05', [1.5, null]),
    totalsOf(null, 'goals', '2026-09-04', [2, null]),
    totalsOf('one', 'goals', '2026-09-01', [3, null]),
  ]
  const matches = seasonMatches({ events: [event('one', '2026-09-01')], standings }, STATISTICS, NOW)
  expect(matches.at(-1)).toMatchObject({
    event: null,
    figures: [{ confirmed: 3.5, waiting: null, season: 6.5 }],
  })
  const withAchievement = seasonMatches({ events: [], standings: [], hasOthers: true }, STATISTICS, NOW)
  expect(withAchievement).toEqual([{ event: null, at: '', figures: [], state: 'confirmed' }])
})
