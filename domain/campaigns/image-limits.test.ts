import { expect, it } from 'vitest'
import { IMAGE_WORDS, reasonAgainstSize } from './image-limits.ts'

it.each([
  ['the smallest', 480, 240, null],
  ['one pixel too narrow', 479, 240, 'tooSmall'],
  ['one pixel too short', 480, 239, 'tooSmall'],
  ['the largest', 10_000, 5000, null],
  ['one row too large', 10_000, 5001, 'tooManyPixels'],
  ['exactly four times as wide as tall', 960, 240, null],
  ['wider than four times its height', 961, 240, 'tooLong'],
  ['exactly four times as tall as wide', 480, 1920, null],
  ['taller than four times its width', 480, 1921, 'tooLong'],
] as const)('a picture that is %s, %j × %j, is refused for %j', (_, width, height, reason) => {
  expect(reasonAgainstSize({ width, height })).toBe(reason === null ? null : IMAGE_WORDS[reason])
})

it('the message for a picture that is too small says how large it has to be', () => {
  expect(IMAGE_WORDS.tooSmall).toMatch(/480 × 240/)
})
