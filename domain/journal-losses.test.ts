/** R5, R32: what the provider loses, or the supporter owes, is in the books. */
import { expect, it } from 'vitest'
import { refundWithExcess } from './journal.ts'
import { cents } from './money.ts'

it('a refund above what was left of its charge takes the rest out of the supporter’s credit', () => {
  expect(refundWithExcess(cents(2500), cents(1500), cents(2500), 2500)).toEqual([
    { account: 'cash', amount: -2500 },
    { account: 'organization_payable', amount: 1875 },
    { account: 'commission', amount: 625 },
    { account: 'supporter_credit', amount: 1500 },
    { account: 'cash', amount: -1500 },
  ])
})
