import { expect, it } from 'vitest'
import { rangeRows } from './range-rows.ts'

it('no figure of the scale is above the next (R8)', () => {
  const amounts = (low: string) => rangeRows({ low, likely: '200.00', most: '300.00' }).map(([, one]) => one)
  expect(amounts('90.00')).toEqual(['90.00', '200.00', '300.00'])
  expect(amounts('300.00')).toEqual(['200.00', '200.00', '300.00'])
})
