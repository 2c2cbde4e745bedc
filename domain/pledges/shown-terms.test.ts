import { expect, test } from 'vitest'
import { dollars } from '../money.ts'
import { termsChanged } from './shown-terms.ts'

const wins = { statisticId: 'wins', name: 'Wins', unitName: 'win', type: 'per_increment' as const }
const title = { statisticId: 'title', name: 'Champions', unitName: null, type: 'per_achievement' as const }
const now = { most: dollars('100.00'), lines: [wins, title] }

test('what was not said, or is as it was shown, has not changed (R8)', () => {
  expect(termsChanged({ most: null, lines: [{ statisticId: 'wins' }] }, now)).toBeNull()
  expect(termsChanged({ most: dollars('100.00'), lines: [wins, title] }, now)).toBeNull()
  expect(termsChanged({ most: null, lines: [{ ...title, unitName: 'point' }] }, now)).toBeNull()
})

test('another name, another unit and another maximum are said in words (R8)', () => {
  const shown = [
    { ...wins, name: 'Goals', unitName: 'goal' },
    { ...title, name: 'Cup' },
  ]
  expect(termsChanged({ most: dollars('50.00'), lines: shown }, now)).toBe(
    'Goals is called Wins now, and is counted per win. Cup is called Champions now. The most you can owe is $100.00 now, not $50.00.',
  )
  expect(termsChanged({ most: null, lines: [{ ...wins, unitName: null }] }, now)).toBe(
    'Wins is counted per win now, not per unit.',
  )
})

test('another type is said as what the amount is owed for (R8)', () => {
  const shown = [
    { ...wins, name: 'Goals', unitName: null, type: 'per_achievement' as const },
    { ...title, type: 'one_time' as const },
  ]
  expect(termsChanged({ most: null, lines: shown }, now)).toBe(
    'Goals is called Wins now. An amount on Wins is owed per win now, not if achieved. An amount on Champions is owed if achieved now, not once.',
  )
})
