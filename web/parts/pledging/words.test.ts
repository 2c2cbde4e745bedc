import { expect, test } from 'vitest'
import { ANONYMOUS_DOES, dueWhen, whoSeesName } from './unit-labels.ts'

test('the review says that the organization sees a reward winner’s name, unless the pledge is anonymous', () => {
  expect(whoSeesName({ isAnonymous: false })).toContain(
    'If you win a reward, the organization sees your name',
  )
  expect(whoSeesName({ isAnonymous: true })).toBe(
    'Only the representative who handles payments sees your name.',
  )
})

test('the choice to stay anonymous says what it does, in one sentence (R26)', () => {
  expect(ANONYMOUS_DOES).toContain('the organization does not get your name')
  expect(ANONYMOUS_DOES.match(/[.?!]/g)).toHaveLength(1)
})

test('a line says when its amount is due in the words of its mails', () => {
  const due = (type: 'per_increment' | 'per_achievement' | 'one_time') =>
    dueWhen({ name: 'Goals', unitName: null, type })
  expect([due('per_increment'), due('per_achievement'), due('one_time')]).toEqual([
    'per goal',
    'if achieved',
    'once',
  ])
})
