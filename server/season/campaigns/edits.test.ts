import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editsBetween } from './list-search.ts'

it.each([
  ['tiger', 'tiger', 0],
  ['tigar', 'tiger', 1],
  ['tger', 'tiger', 1],
  ['tigger', 'tiger', 1],
  ['itger', 'tiger', 1],
  ['tigre', 'tiger', 1],
  ['elemntry', 'elementary', 2],
  ['', 'ab', 2],
  ['лион', 'леон', 1],
  ['🦁a', '🐯a', 1],
  ['lions', 'panthers', 3],
])('the typo distance of %j and %j is %i', (one, other, edits) => {
  expect(editsBetween(one, other, 2)).toBe(edits)
})

it('the typo distance is symmetric, 0 only for equal words, and 1 for a missing letter', () => {
  const word = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
  fc.assert(
    fc.property(word, word, fc.nat(), (one, other, cut) => {
      expect(editsBetween(one, other, 12)).toBe(editsBetween(other, one, 12))
      expect(editsBetween(one, other, 12) === 0).toBe(one === other)
      if (one === '') return
      const position = cut % one.length
      expect(editsBetween(one, one.slice(0, position) + one.slice(position + 1), 2)).toBe(1)
    }),
  )
})
