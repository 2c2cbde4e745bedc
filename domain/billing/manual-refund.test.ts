import { expect, it } from 'vitest'
import { manualRefundStepOf } from './manual-refund.ts'

it('an owed refund can be sent today', () => {
  const step = manualRefundStepOf({ kind: 'refund', clearsOn: null }, '2026-09-05')
  expect(step).toEqual({ nextStep: expect.stringMatching(/^Send it/), nextOn: null })
})

it('an overpayment waits until its payment is in the bank', () => {
  expect(manualRefundStepOf({ kind: 'overpayment', clearsOn: null }, '2026-09-05')).toEqual({
    nextStep: expect.stringMatching(/Deposit the payment first/),
    nextOn: null,
  })
})

it('an overpayment by check waits until the check has cleared', () => {
  expect(manualRefundStepOf({ kind: 'overpayment', clearsOn: '2026-09-08' }, '2026-09-07')).toEqual({
    nextStep: expect.stringMatching(/has cleared/),
    nextOn: '2026-09-08',
  })
})

it('an overpayment can be refunded from the day on which its payment has cleared', () => {
  expect(manualRefundStepOf({ kind: 'overpayment', clearsOn: '2026-09-08' }, '2026-09-08')).toEqual({
    nextStep: expect.stringMatching(/^Refund it, and record it/),
    nextOn: null,
  })
})
