import { expect, test } from 'vitest'
import { areWordsSettled, hasOtherWords, nameOfLine } from './statistic-changes.ts'

const minutes = (...all: number[]): number[] => all.map((one) => one * 60_000)
const isSettled = (changes: number[], now: number) => areWordsSettled(minutes(...changes), now * 60_000)

test('changed words are told 20 minutes after the last change, or 90 after the first of an unbroken row', () => {
  expect(isSettled([], 500)).toBe(false)
  expect([isSettled([100], 119), isSettled([100], 120)]).toEqual([false, true])
  expect([isSettled([100, 115], 130), isSettled([100, 115], 135)]).toEqual([false, true])
  const often = [100, 118, 136, 154, 172, 189]
  expect([isSettled(often.slice(0, 5), 189), isSettled(often, 190)]).toEqual([false, true])
  expect(isSettled([10, 100, 115], 130)).toBe(false)
})

test('a line has the agreed name, followed by today’s where it is another one (R15)', () => {
  expect(nameOfLine('Wins', 'Points')).toBe('Wins (now Points)')
  expect([nameOfLine('Wins', 'Wins'), nameOfLine('Wins', null)]).toEqual(['Wins', 'Wins'])
})

test('a missing unit and an empty one are the same words', () => {
  const wins = { name: 'Wins', unitName: null, description: '' }
  expect(hasOtherWords(wins, { ...wins, unitName: '', description: null })).toBe(false)
  expect(hasOtherWords(wins, { ...wins, unitName: 'win' })).toBe(true)
})
