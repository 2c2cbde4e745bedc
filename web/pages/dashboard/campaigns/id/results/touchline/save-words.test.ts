import { expect, it } from 'vitest'
import { saveWords } from './save-words.ts'

const STATISTICS = [
  { id: 'goals', name: 'Goals', unitName: 'Goal' },
  { id: 'wins', name: 'Wins', unitName: null },
  { id: 'fouls', name: 'Fouls in the second half of the match', unitName: null },
]
const rows = (figures: Record<string, string>) =>
  Object.entries(figures).map(([statisticId, quantity]) => ({ statisticId, quantity, standing: null }))

it.each([
  [{ goals: '3' }, 'Save 3 goals'],
  [{ goals: '0' }, 'Save 0 goals'],
  [{ goals: '2', wins: '1' }, 'Save 2 goals and 1 win'],
  [{ goals: '2', wins: '1', fouls: '4' }, 'Save 3 results'],
  [{ goals: '2', fouls: '4' }, 'Save 2 results'],
  [{ goals: 'two' }, 'Save 1 result'],
  [{}, 'Save'],
])('what a count of %j saves is on the button', (figures, words) => {
  expect(saveWords(rows(figures), STATISTICS)).toBe(words)
})
