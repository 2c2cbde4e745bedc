/** R5, R32: what the provider loses, or the supporter owes, is in the books. */
import { expect, it } from 'vitest'
import { shortfallWrittenOff } from './journal.ts'
import { cents } from './money.ts'

it('a shortfall that is written off is the provider’s loss, and the supporter’s credit is zero again', () => {
  expect(shortfallWrittenOff(cents(800))).toEqual([
    { account: 'write_offs', amount: 800 },
    { account: 'supporter_credit', amount: -800 },
  ])
})
