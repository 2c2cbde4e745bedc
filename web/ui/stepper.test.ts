import { expect, it } from 'vitest'
import { stepped } from './stepper.tsx'

it.each<[string, string, 1 | -1, string | null]>([
  ['adds one', '2', 1, '3'],
  ['takes one', '2', -1, '1'],
  ['keeps tenths exact', '2.3', -1, '1.3'],
  ['keeps hundredths exact', '0.57', 1, '1.57'],
  ['stops at the least', '0', -1, null],
  ['does not pass the least', '0.5', -1, null],
  ['starts an empty plate at one', '', 1, '1'],
  ['enters a zero on an empty plate', '', -1, '0'],
  ['starts again where there is no number', 'two', 1, '1'],
])('a stepper %s', (_, value, by, expected) => {
  expect(stepped(value, by)).toBe(expected)
})
