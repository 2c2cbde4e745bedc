import { expect, test } from 'vitest'
import { whoSeesName } from './words.ts'

test('the review says that the organization sees a reward winner’s name, unless the pledge is anonymous', () => {
  expect(whoSeesName({ isAnonymous: false })).toContain(
    'If you win a reward, the organization sees your name',
  )
  expect(whoSeesName({ isAnonymous: true })).toBe(
    'Only the representative who handles payments sees your name.',
  )
})
