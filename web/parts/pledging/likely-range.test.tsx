import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { vocabularyOf } from '#domain/proposed-words.ts'
import type { Quote } from '#domain/schemas/pledge.ts'
import { CampaignWords } from '#web/site/words.ts'
import { chanceText, LikelyRange } from './likely-range.tsx'

const FORECAST = { low: '112.00', likely: '124.00', high: '130.00', chanceOfMost: 0.03, leftOut: ['s2'] }
const quote = (forecast?: Quote['forecast']) => ({ most: '130.00', forecast }) as unknown as Quote
const statistics = [
  { id: 's1', name: 'Goals' },
  { id: 's2', name: 'Champions' },
]
const shown = (of: Quote) => renderToStaticMarkup(<LikelyRange quote={of} statistics={statistics} />)

test('a pledge’s forecast says its range, how often it reaches the maximum, and what is left out (R61)', () => {
  const html = shown(quote(FORECAST)).replace(/<[^>]*>/g, '')
  expect(html).toContain('Forecast: likely $124.00, range $112.00 to $130.00. About 3 times in 100')
  expect(html).toContain('Not in the forecast: Champions.')
  expect(html).toContain('Not used for billing.')
})

test('a quote without a forecast shows nothing', () => {
  expect(shown(quote())).toBe('')
})

test('a school’s forecast speaks of its term and weeks (R63)', () => {
  const html = renderToStaticMarkup(
    <CampaignWords value={vocabularyOf('reading', 'academic')}>
      <LikelyRange quote={quote(FORECAST)} statistics={statistics} />
    </CampaignWords>,
  )
  expect(html).toContain('in 100 the term reaches')
  expect(html).toContain('this term’s weeks')
  expect(html).not.toMatch(/\b(season|match)/)
})

test.each([
  [0, 'The season is very unlikely to reach this maximum.'],
  [0.004, 'The season is very unlikely to reach this maximum.'],
  [0.01, 'About 1 time in 100 the season reaches this maximum.'],
  [0.5, 'About 50 times in 100 the season reaches this maximum.'],
  [0.72, 'More likely than not, the season reaches this maximum: about 72 times in 100.'],
  [1, 'The season is almost certain to reach this maximum.'],
])('a chance of %d is said in words', (chance, words) => {
  expect(chanceText(chance)).toBe(words)
})
