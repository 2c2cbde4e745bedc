import { expect, it } from 'vitest'
import { editsBetween } from './list-search.ts'

it.each([
  ['ab', 'ba', 1],
  ['ab', 'cd', 2],
  ['ab', 'bc', 2],
  ['ab', 'ca', 2],
])('only letters that change places count as one edit: %s to %s are %i', (one, other, edits) => {
  expect(editsBetween(one, other, 2)).toBe(edits)
})
