import { expect, it } from 'vitest'
import { type DisputeState, disputeSteps } from './dispute.ts'

it.each<[DisputeState | 'new', DisputeState, string[] | null]>([
  ['new', 'inquiry', []],
  ['new', 'open', ['take']],
  ['new', 'lost', ['take', 'lose']],
  ['new', 'won', []],
  ['inquiry', 'inquiry', null],
  ['inquiry', 'open', ['take']],
  ['inquiry', 'lost', ['take', 'lose']],
  ['inquiry', 'won', []],
  ['open', 'inquiry', null],
  ['open', 'open', null],
  ['open', 'won', ['give_back']],
  ['open', 'lost', ['lose']],
  ['lost', 'inquiry', null],
  ['lost', 'open', null],
  ['lost', 'won', ['recover']],
  ['lost', 'lost', null],
  ['won', 'inquiry', null],
  ['won', 'open', null],
  ['won', 'won', null],
  ['won', 'lost', null],
])('a dispute that goes from %s to %s moves money by %j (R35)', (from, to, steps) => {
  expect(disputeSteps(from, to)).toEqual(steps)
})
