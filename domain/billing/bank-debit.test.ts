import { expect, it } from 'vitest'
import {
  businessDaysAfter,
  DEBIT_RETURNS,
  debitAgainAfterDays,
  debitReturn,
  isRoutingNumber,
  mandateText,
} from './bank-debit.ts'

it.each([
  ['2026-11-02T15:00:00Z', 4, '2026-11-06T15:00:00Z'],
  ['2026-11-05T15:00:00Z', 4, '2026-11-11T15:00:00Z'],
  ['2026-11-07T15:00:00Z', 1, '2026-11-09T15:00:00Z'],
  ['2026-11-05T15:00:00Z', 0, '2026-11-05T15:00:00Z'],
])('%s and %i business days is %s, without the weekend (R60)', (from, days, to) => {
  expect(businessDaysAfter(new Date(from), days)).toEqual(new Date(to))
})

it.each([
  [1, 4],
  [2, 7],
  [3, null],
])(
  'a debit returned for its balance is sent again after attempt %i in %j days, twice in all (R60)',
  (attempts, days) => {
    expect(debitAgainAfterDays(attempts, 'account_insufficient_funds')).toBe(days)
  },
)

it('a debit that was not authorized, or whose account is gone, is never sent again and ends the authorization', () => {
  for (const code of ['debit_unauthorized', 'account_closed', 'account_not_found'] as const) {
    expect(debitAgainAfterDays(1, code)).toBeNull()
    expect(DEBIT_RETURNS[code].endsMandate).toBe(true)
  }
  expect(debitReturn('account_insufficient_funds')?.endsMandate).toBe(false)
})

it('a card’s decline is not a return of a debit', () => {
  expect([debitReturn('insufficient_funds'), debitReturn(null), debitReturn('toString')]).toEqual([
    null,
    null,
    null,
  ])
})

it('a routing number with a typo is not one', () => {
  expect(isRoutingNumber('110000000')).toBe(true)
  expect(isRoutingNumber('121000248')).toBe(true)
  for (const wrong of ['110000001', '12100024', '000000000', '1210002489', 'abcdefghi'])
    expect(isRoutingNumber(wrong)).toBe(false)
})

it('the authorization names who debits, the statement, the maximum, the two repeats and how to end it (R60)', () => {
  const text = mandateText('Pledgeraiser')
  for (const words of ['Pledgeraiser', 'statement', 'maximum', 'two times', 'three business days'])
    expect(text).toContain(words)
})
