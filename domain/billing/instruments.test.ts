import { expect, it } from 'vitest'
import { isSameNumber } from './instruments.ts'

it('numbers of checks are the same however they are typed, and none is the same as none (R36)', () => {
  expect(isSameNumber('1042', ' #01042')).toBe(true)
  expect(isSameNumber('a-17', 'A 17')).toBe(true)
  expect(isSameNumber('0', '000')).toBe(true)
  expect(isSameNumber('1042', '10420')).toBe(false)
  expect(isSameNumber(null, null)).toBe(false)
  expect(isSameNumber('#', '-')).toBe(false)
})
