import { expect, it } from 'vitest'
import { inOrder, type StepKind } from './work-queue.ts'

const NOW = new Date('2026-10-11T12:00:00Z')
const step = (kind: StepKind, dollars: number | null, days: number | null) => ({
  kind,
  amountCents: dollars === null ? null : dollars * 100,
  at: days === null ? null : new Date(NOW.getTime() - days * 86_400_000),
})
const kindsOf = (...steps: ReturnType<typeof step>[]) => inOrder(steps, NOW).map(({ kind }) => kind)

it('what stops a settlement comes first, then what stops a payout, a supporter who waits, and the rest (R73)', () => {
  const steps = [
    step('nudge', null, 90),
    step('send_refund', 9_000, 60),
    step('send_payout', 90, 1),
    step('confirm_results', null, 0),
    step('match_now', null, 0),
  ]
  expect(kindsOf(...steps)).toEqual(['match_now', 'confirm_results', 'send_payout', 'send_refund', 'nudge'])
})

it('within that a day of waiting counts as much as $100 at stake, and a deadline from a week before it', () => {
  expect(kindsOf(step('send_payout', 40, 9), step('exception', 1_000, 0))).toEqual([
    'exception',
    'send_payout',
  ])
  expect(kindsOf(step('exception', 1_000, 0), step('send_payout', 40, 10))).toEqual([
    'send_payout',
    'exception',
  ])
  // Two days to answer: as if it had waited for five.
  expect(kindsOf(step('send_payout', 30, 4), step('answer_dispute', 30, -2))).toEqual([
    'answer_dispute',
    'send_payout',
  ])
  // A correction that lowers what was settled weighs as much as one that raises it.
  expect(kindsOf(step('settle', null, 1), step('settle_correction', -250, null))).toEqual([
    'settle_correction',
    'settle',
  ])
})
