import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editsBetween, likeness, wordsOf } from './likeness.ts'

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

it.each([
  ['ab', 'ba', 1],
  ['ab', 'cd', 2],
  ['ab', 'bc', 2],
  ['ab', 'ca', 2],
])('only letters that change places count as one edit: %s to %s are %i', (one, other, edits) => {
  expect(editsBetween(one, other, 2)).toBe(edits)
})

describe('how much a text is like what was typed', () => {
  const like = (typed: string, text: string): number => likeness(wordsOf(typed), text)

  it('does not depend on order, case, accents or punctuation', () => {
    expect(like('garcia JOSE', 'José García')).toBe(4)
    expect(like('obrien', 'Pat O’Brien')).toBeGreaterThan(0)
    expect(like('sanfrancisco', 'San Francisco Eagles')).toBeGreaterThan(0)
    expect(like('mac donald', 'Ronald MacDonald')).toBeGreaterThan(0)
  })

  it('is greater for the word itself than for its beginning, a part of it, or a typo', () => {
    const all = ['john', 'joh', 'ohn', 'jhon'].map((typed) => like(typed, 'John Smith'))
    expect(all).toEqual(all.toSorted((one, other) => other - one))
    expect(new Set(all).size).toBe(4)
    expect(all.at(-1)).toBeGreaterThan(0)
  })

  it('is none where a word is missing', () => {
    expect(like('john baker', 'John Smith')).toBe(0)
    expect(like('', 'John Smith')).toBe(0)
  })
})
