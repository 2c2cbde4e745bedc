import { expect, it } from 'vitest'
import { grouped } from './digits.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
])('the number %d is shown as %s', (whole, words) => {
  expect(grouped(whole)).toBe(words)
})
