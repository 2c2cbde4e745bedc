import { expect, test } from 'vitest'
import { dollars } from '#domain/money.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import { SPORT } from '#domain/vocabulary.ts'
import { expectedWords, maximumWords } from './maximum-words.ts'
import type { Chosen } from './selection.ts'

const goals = { id: 'goals', name: 'Goals', unitName: 'goal', type: 'per_increment' }
const champions = { id: 'champions', name: 'Champions', unitName: null, type: 'per_achievement' }
const chosen = [goals, champions].map((statistic) => ({ statistic, rate: dollars('2.00') }) as Chosen)
const line = (statisticId: string, rate: string, maximumUnits: number | null) => ({
  ...{ statisticId, rate, maximumUnits, estimate: '1.00', alreadyEarned: '0.00' },
  ...{ confirmedQuantity: 0, isUnusual: false },
})
const quoteOf = (...lines: Quote['lines']): Quote => ({
  ...{ estimate: '1.00', alreadyEarned: '0.00', low: '0.00', likely: '1.00', most: '140.00' },
  ...{ suggestedCap: '200.00', lines },
})
const [FORTY_FIVE, UNKNOWN] = [line('goals', '2.00', 45), line('goals', '2.00', null)]

test('the maximum is told in what it is made of (R8)', () => {
  expect(maximumWords(quoteOf(FORTY_FIVE), chosen, false)).toBe('Up to 45 goals at $2.00.')
  expect(maximumWords(quoteOf(FORTY_FIVE, line('champions', '50.00', null)), chosen, false)).toBe(
    'Up to 45 goals at $2.00 and $50.00 for Champions.',
  )
})

test('a maximum of one’s own, and one of an unknown season, are not taken apart', () => {
  expect(maximumWords(quoteOf(FORTY_FIVE), chosen, true)).toBeNull()
  expect(maximumWords(quoteOf(UNKNOWN), chosen, false)).toBeNull()
})

const FORECAST = {
  low: '190.00',
  likely: '215.00',
  high: '240.00',
  chanceOfMost: 0.1,
  leftOut: ['champions'],
}
const QUOTE = { ...quoteOf(FORTY_FIVE), likely: '155.00', most: '380.00' }

test('only the forecast is called likely; what last year would come to is called expected (R8, R61)', () => {
  expect(expectedWords(QUOTE, [goals, champions], SPORT)).toBe('Expected: $155.00.')
  expect(expectedWords({ ...QUOTE, forecast: FORECAST }, [goals, champions], SPORT)).toBe(
    'Expected: $155.00. Forecast from the matches of this season: likely $215.00, range $190.00 to $240.00. Not in the forecast: Champions.',
  )
  const sure = { ...FORECAST, low: '215.00', high: '215.00', leftOut: [] }
  expect(expectedWords({ ...QUOTE, likely: '380.00', forecast: sure }, [goals], SPORT)).toBe(
    'Forecast from the matches of this season: likely $215.00.',
  )
})
