import { expect, test } from 'vitest'
import type { Quote } from '#domain/schemas/pledge.ts'
import { quoteNow } from './quote.ts'

const data = { most: '380.00' } as Quote
const payload = { maximumAmount: null, pledgeStatistics: [] }
const chosen = {
  ...payload,
  pledgeStatistics: [{ statisticId: 's', pledgeAmount: '5.00', estimatedTotal: '155.00' }],
}

test('without an amount no figure of an earlier selection is left, even while that one is still asked about (R8)', () => {
  const kept = { data, error: null, isPlaceholderData: true }
  const none = { quote: undefined, isCurrent: false, problem: undefined }
  expect(quoteNow(kept, { asked: payload, payload })).toEqual(none)
  expect(quoteNow({ ...kept, isPlaceholderData: false }, { asked: chosen, payload })).toEqual(none)
  expect(quoteNow({ ...kept, error: new Error('refused') }, { asked: chosen, payload })).toEqual(none)
})

test('while another amount is asked about, the figures of the last one are shown as such', () => {
  expect(
    quoteNow({ data, error: null, isPlaceholderData: true }, { asked: chosen, payload: chosen }),
  ).toEqual({ quote: data, isCurrent: false, problem: undefined })
})
