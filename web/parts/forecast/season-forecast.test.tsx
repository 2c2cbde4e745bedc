import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import { CampaignWords } from '#web/site/vocabulary.ts'
import { LoadedForecast, spread, stepFor } from './season-forecast.tsx'

const FORECAST = {
  campaignId: 'c',
  isOver: false,
  matches: { played: 2, left: 6, cancelled: 0 },
  statistics: [
    {
      statisticId: 's1',
      name: 'Goals',
      unitName: 'goal',
      type: 'per_increment',
      chance: null,
      confirmedQuantity: 5,
      range: { low: 12, likely: 19, high: 27 },
      history: [
        { played: 0, at: null, eventId: null, confirmedQuantity: 0, low: 8, likely: 20, high: 36 },
        {
          played: 1,
          at: '2026-10-01T23:00:00Z',
          eventId: 'e1',
          confirmedQuantity: 2,
          low: 10,
          likely: 19,
          high: 31,
        },
        {
          played: 2,
          at: '2026-10-08T23:00:00Z',
          eventId: 'e2',
          confirmedQuantity: 5,
          low: 12,
          likely: 19,
          high: 27,
        },
      ],
    },
    {
      statisticId: 's2',
      name: 'Champions',
      unitName: null,
      type: 'per_achievement',
      chance: null,
      confirmedQuantity: 0,
      range: null,
      history: [],
    },
  ],
  amount: { low: '24.00', likely: '38.00', high: '54.00' },
  earned: '10.00',
  quarters: [],
} satisfies CampaignForecast

const shown = (forecast: CampaignForecast, words = SPORT): string =>
  renderToStaticMarkup(
    <CampaignWords value={words}>
      <LoadedForecast forecast={forecast} timeZone="America/New_York" />
    </CampaignWords>,
  )
const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row]) => textOf(row ?? '').trim())

test('the picture says in words where the season stands and where it likely ends (R61)', () => {
  expect(shown(FORECAST)).toContain(
    'aria-label="Goals after 2 of 8 matches: 5 confirmed. By the end of the season: likely 19, range 12 to 27."',
  )
})

test('a table behind the picture has the range after each match', () => {
  expect(rowsOf(shown(FORECAST))).toEqual([
    'After Confirmed Low Likely High',
    'Before the first match 0 8 20 36',
    'Match 1, Oct 1 2 10 19 31',
    'Match 2, Oct 8 5 12 19 27',
  ])
})

test('the dollars of all pledges are one range, with nothing left out (R9)', () => {
  const text = textOf(shown(FORECAST))
  expect(text).toContain('All pledges together: likely $38.00 , range $24.00 to $54.00')
  expect(text).not.toContain('These amounts include only')
})

test('after the season each quarter’s range stands beside what came', () => {
  const quarter = { statisticId: 's1', low: 12, likely: 19, high: 27 }
  const over = {
    ...FORECAST,
    isOver: true,
    matches: { played: 8, left: 0, cancelled: 0 },
    quarters: [
      { ...quarter, quarter: 'start' as const, played: 0, final: 28, held: false },
      { ...quarter, quarter: 'half' as const, played: 4, low: 20, final: 28, high: 30, held: true },
    ],
  }
  expect(rowsOf(shown(over)).slice(0, 3)).toEqual([
    'Forecast made Range Likely Final In range',
    'Before the first match 12 to 27 19 28 No',
    'After half, 4 matches 20 to 30 19 28 Yes',
  ])
})

test('a food pantry’s forecast has no word of a sport (R63)', () => {
  const text = textOf(shown(FORECAST, vocabularyOf('food', 'community')))
  expect(text).toContain('First delivery')
  expect(text).not.toMatch(/\b(match|game|season|team)/i)
})

test('with nothing to go by it says that there is no forecast yet', () => {
  expect(textOf(shown({ ...FORECAST, statistics: [] }))).toContain('No forecast yet')
})

test('lines of the scale are few and round, and names never stand on each other', () => {
  expect([3, 27, 68, 950, 1200].map(stepFor)).toEqual([1, 10, 20, 200, 500])
  const [first = 0, second = 0, third = 0] = spread([200, 202, 204])
  expect(second - first).toBeGreaterThanOrEqual(21)
  expect(third - second).toBeGreaterThanOrEqual(21)
})
