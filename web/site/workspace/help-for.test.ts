import { expect, it } from 'vitest'
import { helpFor } from './help-for.ts'

it.each([
  ['cancel pledge', 'cancel'],
  ['cancle', 'cancel'],
  ['most owe', 'most-i-can-owe'],
  ['refnd', 'refunds-disputes'],
  ['charge card', 'charge-on-my-card'],
  ['invite', 'roles'],
  ['confirmer', 'roles'],
  ['treasurer', 'what-a-treasurer-sees'],
  ['change campaign', 'change-campaign'],
  ['receipt', 'tax-deductible'],
  ['emails', 'which-emails'],
  ['webhook', 'webhooks'],
  ['api key', 'other-programs'],
])('“%s” finds the question #%s first', (typed, id) => {
  expect(helpFor(typed, false)[0]?.to).toBe(`/help#${id}`)
})

it.each([
  ['declined card', 'card-declined'],
  ['check came', 'post-a-check'],
  ['refund someone', 'give-a-refund'],
  ['pay organization', 'pay-an-organization'],
  ['settle season', 'lock-settlement'],
  ['problems', 'problems'],
  ['approve', 'cannot-approve'],
  ['close month', 'close-month'],
  ['reconcile bank', 'close-month'],
  ['card clearing', 'close-month'],
])('“%s” finds the question #%s first for a representative, and for no one else', (typed, id) => {
  expect(helpFor(typed, true)[0]?.to).toBe(`/help#${id}`)
  expect(helpFor(typed, false).map(({ to }) => to)).not.toContain(`/help#${id}`)
})

it('a word of an answer finds its question, and what is no word of the help finds none', () => {
  for (const typed of ['scoresheet concert', 'qzxw', '$25']) expect(helpFor(typed, false)).toEqual([])
  expect(helpFor('concert', false).map(({ to }) => to)).toContain('/help#no-sport')
})
