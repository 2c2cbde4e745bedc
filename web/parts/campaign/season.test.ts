import { expect, test } from 'vitest'
import { ONE } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { runningTotalsOf, type SeasonData, seasonOf, shortNames } from './season.ts'

type Statistic = CampaignDetail['statistics'][number]
const statistic = (changed: object = {}): Statistic =>
  ({
    id: 'g',
    name: 'Goals',
    type: 'per_increment',
    expectedTarget: null,
    lastYearResult: null,
    confirmedQuantity: 0,
    unconfirmedQuantity: 0,
    ...changed,
  }) as Statistic
const event = (id: string, day: string, changed: object = {}) => ({
  id,
  name: `vs. ${id}`,
  eventType: 'game',
  startTime: `2026-${day}T20:00:00.000Z`,
  opponent: null,
  venue: null,
  ...changed,
})
const result = (eventId: string | null, quantity: number, state = 'confirmed', changed: object = {}) => ({
  id: `${eventId}${quantity}${state}`,
  statisticId: 'g',
  kind: 'count',
  eventId,
  quantity,
  state,
  occursAt: '2026-09-05T20:00:00.000Z',
  ...changed,
})
const season = (events: object[], results: object[]) =>
  ({ statistics: [], events, results, timeZone: 'America/New_York' }) as unknown as SeasonData

test('the season shows confirmed and unconfirmed results apart, with corrections and without voided ones', () => {
  const events = [event('b', '09-12'), event('a', '09-05'), event('c', '09-19', { eventType: 'practice' })]
  const results = [
    result('a', 3),
    result('a', -1),
    result('a', -0.5, 'entered'),
    result('b', 2.25, 'void_requested'),
    result('b', 9, 'voided'),
    result('b', 1, 'confirmed', { kind: 'achieved' }),
    result('b', 7, 'confirmed', { statisticId: 'other' }),
  ]
  expect(
    seasonOf('g', season(events, results)).map(({ id, confirmed, waiting }) => [id, confirmed, waiting]),
  ).toEqual([
    ['a', 2 * ONE, -ONE / 2],
    ['b', 2.25 * ONE, null],
  ])
})

test('the season shows results without a match on their day, and fundraisers that have results', () => {
  const late = { occursAt: '2026-09-09T03:30:00.000Z' }
  const data = season(
    [event('a', '09-05'), event('f', '09-10', { eventType: 'fundraiser' })],
    [result('f', 12), result(null, 4, 'confirmed', late), result(null, 1, 'entered', late)],
  )
  // 11:30 PM on the 8th in New York.
  expect(
    seasonOf('g', data).map(({ id, name, confirmed, waiting }) => [id, name, confirmed, waiting]),
  ).toEqual([
    ['a', 'vs. a', null, null],
    ['2026-09-08', null, 4 * ONE, ONE],
    ['f', 'vs. f', 12 * ONE, null],
  ])
})

test('the season chart adds up to the server’s total of the matches played', () => {
  const events = Array.from({ length: 162 }, (_, index) =>
    event(String(index).padStart(3, '0'), `0${4 + (index % 6)}-${String(1 + (index % 28)).padStart(2, '0')}`),
  )
  const order = seasonOf('g', season(events, [])).map(({ id }) => id)
  const played = order.slice(0, 100)
  const data = season(events, [
    ...played.map((id) => result(id, 1.5)),
    result(order[99] as string, 2, 'entered'),
  ])
  // Fifty units are older than the oldest listed result.
  const totals = runningTotalsOf(
    statistic({ confirmedQuantity: 200, expectedTarget: 180 }),
    seasonOf('g', data),
  )
  expect(totals).toMatchObject({ start: 50 * ONE, matches: 162, top: 202 * ONE })
  expect(totals.steps).toHaveLength(100)
  expect(totals.steps.at(-1)).toEqual({ confirmed: 200 * ONE, all: 202 * ONE })
  expect(runningTotalsOf(statistic(), seasonOf('g', season(events, [])))).toEqual({
    steps: [],
    start: 0,
    matches: 162,
    top: 0,
  })
})

test('the scoreboard abbreviates opponents to three letters', () => {
  expect(shortNames(['vs. Summit', 'at Mountain View', 'Ridgeview', '', 'at Summit'])).toEqual([
    'SUM',
    'MOV',
    'RID',
    '',
    'SUM',
  ])
})

test('names that would be abbreviated alike are numbered', () => {
  expect(shortNames(['Week closing Sep 6', 'vs. Summit', 'Week closing Sep 13'])).toEqual(['W1', 'SUM', 'W2'])
})
