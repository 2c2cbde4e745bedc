import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PICTURE, picture } from '#tests/forecast-picture.ts'

test('the picture of a forecast is drawn from the code as it is: npm run forecast-picture (R61)', () => {
  expect(readFileSync(PICTURE, 'utf8')).toBe(picture())
})
