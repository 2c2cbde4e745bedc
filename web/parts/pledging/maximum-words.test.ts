import { expect, test } from 'vitest'
import { dollars } from '#domain/money.ts'
import type { LineChangePreview, Quote } from '#domain/schemas/pledge.ts'
import { changedMaximumWords } from '#web/pages/pledges/id/line-dialog.tsx'
import { maximumWords } from './maximum-sentence.ts'
import type { Chosen } from './selection.ts'
import { withoutCapWords } from './unit-labels.ts'

const goals = { id: 'goals', name: 'Goals', unitName: 'goal', type: 'per_increment' }
const champions = { id: 'champions', name: 'Champions', unitName: null, type: 'per_achievement' }
const chosen = [goals, champions].map((statistic) => ({ statistic, rate: dollars('2.00') }) as Chosen)
const line = (statisticId: string, rate: string, maximumUnits: number | null) => ({
  statisticId,
  rate,
  maximumUnits,
  estimate: '1.00',
  alreadyEarned: '0.00',
  confirmedQuantity: 0,
  isUnusual: false,
})
const quoteOf = (...lines: Quote['lines']): Quote => ({
  estimate: '1.00',
  alreadyEarned: '0.00',
  likely: '1.00',
  most: '140.00',
  mostWithoutCap: '140.00',
  suggestedCap: '200.00',
  lines,
})
const FORTY_FIVE = line('goals', '2.00', 45)
const UNKNOWN = line('goals', '2.00', null)

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

test('a cap says what the maximum would be without it', () => {
  const quote = { ...quoteOf(FORTY_FIVE), most: '345.00', mostWithoutCap: '500.00' }
  expect(withoutCapWords(quote, true)).toBe(' Without it: at most $500.00.')
  expect(withoutCapWords(quote, false)).toBe('')
  expect(withoutCapWords(undefined, true)).toBe('')
})

const preview = (of: Partial<LineChangePreview>): LineChangePreview => ({
  kind: 'raise',
  statisticId: 'goals',
  name: 'Goals',
  unitName: 'goal',
  rateBefore: '2.00',
  rate: '3.00',
  earned: '0.00',
  mostBefore: '70.00',
  most: '100.00',
  maximumUnits: 30,
  estimatedTotal: '60.00',
  isUnusual: false,
  words: '',
  ...of,
})

test.each<[string, Partial<LineChangePreview>, string | null, string]>([
  ['raised', {}, null, '$70.00 so far, and 30 goals still possible × $1.00 more = $30.00 more.'],
  [
    'added',
    { kind: 'add', rateBefore: null, rate: '1.00' },
    null,
    '$70.00 so far, and 30 goals still possible × $1.00 = $30.00 more.',
  ],
  [
    'stopped',
    { kind: 'stop', rate: null, most: '10.00' },
    null,
    '$70.00 so far, and 30 goals still possible × $2.00 = $60.00 less.',
  ],
  [
    'added for an achievement',
    {
      kind: 'add',
      name: 'Champions',
      unitName: null,
      rateBefore: null,
      rate: '50.00',
      most: '120.00',
      maximumUnits: null,
    },
    null,
    '$70.00 so far, and $50.00 more for Champions.',
  ],
  ['under an own maximum', { most: '70.00' }, '70.00', '$70.00 so far. You set this maximum yourself.'],
  [
    'raised where nothing is known',
    { most: '234.50', maximumUnits: null },
    null,
    '$70.00 so far. Nobody has said how many are possible: this leaves room above the $60.00 of the estimate.',
  ],
  [
    'stopped where something still counts',
    { kind: 'stop', rate: null, most: '38.00' },
    null,
    '$70.00 so far. It is never below what is earned or may still count.',
  ],
])('a maximum %s says how it comes about, so that anyone can check it (R58)', (_, of, cap, words) => {
  expect(changedMaximumWords(preview(of), cap)).toBe(words)
})
