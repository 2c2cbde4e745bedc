import { expect, test } from 'vitest'
import { SPORT } from '../campaigns/vocabulary.ts'
import { dollars } from '../money.ts'
import { comesToText, likelyChangeText } from './forecast-sentence.ts'

const range = (low: string, high: string) => ({ low: dollars(low), high: dollars(high) })
const narrow = range('56.00', '68.00')
const wide = range('50.00', '70.00')

test('a likely change names the range now and before, in the campaign’s own words (R61, R63)', () => {
  const words = { ...SPORT, match: 'week', matches: 'weeks', season: 'term' }
  expect(likelyChangeText({ now: narrow, before: wide, matches: 1 }, words)).toBe(
    'By the end of the term this pledge will likely reach $56.00 to $68.00; before this week it was $50.00 to $70.00.',
  )
  expect(likelyChangeText({ now: narrow, before: wide, matches: 3 }, words)).toContain(
    '; before these weeks it was',
  )
})

test('the text says when nothing changed, and leaves out "before" when nothing was known then', () => {
  expect(likelyChangeText({ now: narrow, before: wide, matches: 1, isCorrection: true }, SPORT)).toContain(
    '; before this correction it was $',
  )
  const same = likelyChangeText({ now: narrow, before: range('56.00', '68.00'), matches: 1 }, SPORT)
  expect(same).toContain('; this match did not change that.')
  const sure = range('25.00', '25.00')
  expect(likelyChangeText({ now: sure, before: null, matches: 1 }, SPORT)).toBe(
    'By the end of the season this pledge will likely reach $25.00.',
  )
})

test.each([
  [
    'a range',
    { range: range('280.00', '360.00'), earned: '190.00' },
    'Probably $280 to $360. Never more than $500. $190 of it is already earned.',
  ],
  [
    'nothing earned',
    { range: range('280.00', '360.00'), earned: '0.00' },
    'Probably $280 to $360. Never more than $500.',
  ],
  ['one figure', { range: range('60.00', '60.00'), earned: '0.00' }, 'Probably $60. Never more than $500.'],
  [
    'nothing known',
    { range: null, earned: '12.50' },
    'Never more than $500. $12.50 of it is already earned.',
  ],
  ['nothing open, as a gift', { range: null, earned: '500.00' }, 'You owe $500.00.'],
])('what a pledge comes to, with %s, is one sentence (R9)', (_, { range, earned }, words) => {
  expect(comesToText({ range, most: dollars('500.00'), earned: dollars(earned) })).toBe(words)
})
