import { expect, it } from 'vitest'
import { isCardTesting } from './guest-limits.ts'

it.each([
  ['nothing was tried', 0, 0, false],
  ['a few are declined and none good', 39, 0, false],
  ['a stadium saves 5,000 and one in twenty is declined', 250, 5_000, false],
  ['as many of eighty are declined as good', 40, 40, false],
  ['most of forty are declined', 40, 39, true],
  ['a bot tries 10,000', 10_000, 200, true],
] as const)(
  'when %s, the card comes after the mail: %i declined, %i good, %s',
  (_, declined, good, isAfter) => {
    expect(isCardTesting({ declined, good })).toBe(isAfter)
  },
)
