import { expect, it } from 'vitest'
import { manualRefundStepOf } from './manual-refund.ts'

const overpayment = { kind: 'overpayment', method: 'check', inBankOn: '2026-09-01' } as const

it('an owed refund can be sent today', () => {
  const step = manualRefundStepOf({ kind: 'refund', method: 'check', inBankOn: null }, '2026-09-05')
  expect(step).toEqual({ nextStep: expect.stringMatching(/^Send it/), nextOn: null })
})

it('an overpayment waits until its payment is in the bank', () => {
  expect(manualRefundStepOf({ ...overpayment, inBankOn: null }, '2026-09-05')).toEqual({
    ...{ nextStep: expect.stringMatching(/Deposit the payment first/), nextOn: null },
  })
})

it('an overpayment by check waits ten days until the check has cleared', () => {
  expect(manualRefundStepOf(overpayment, '2026-09-10')).toEqual({
    ...{ nextStep: expect.stringMatching(/has cleared/), nextOn: '2026-09-11' },
  })
})

it.each([
  ['paid by check can be returned on the tenth day', overpayment, '2026-09-11'],
  ['paid in cash can be returned at once', { ...overpayment, method: 'cash' }, '2026-09-01'],
] as const)('an overpayment %s', (_, owed, today) => {
  expect(manualRefundStepOf(owed, today)).toEqual({
    ...{ nextStep: expect.stringMatching(/^Refund it, and record it/), nextOn: null },
  })
})
