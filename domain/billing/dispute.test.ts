import { describe, expect, it } from 'vitest'
import { dollars } from '../money.ts'
import { type DisputeState, type DisputeStep, disputeSteps, planDispute, reopens } from './dispute.ts'

it.each<[DisputeState | 'new', DisputeState, string[] | null]>([
  ['new', 'inquiry', []],
  ['new', 'open', ['take']],
  ['new', 'lost', ['take', 'lose']],
  ['new', 'won', []],
  ['inquiry', 'inquiry', []],
  ['inquiry', 'open', ['take']],
  ['inquiry', 'lost', ['take', 'lose']],
  ['inquiry', 'won', []],
  ['open', 'inquiry', null],
  ['open', 'open', []],
  ['open', 'won', ['give_back']],
  ['open', 'lost', ['lose']],
  ['lost', 'inquiry', null],
  ['lost', 'open', ['recover', 'take']],
  ['lost', 'won', ['recover']],
  ['lost', 'lost', []],
  ['won', 'inquiry', null],
  ['won', 'open', ['take']],
  ['won', 'won', []],
  ['won', 'lost', ['take', 'lose']],
])('a dispute that goes from %s to %s moves money by %j (R35)', (from, to, steps) => {
  expect(disputeSteps(from, to)).toEqual(steps)
})

it('only a decided dispute is opened or decided again', () => {
  expect([reopens('won', 'lost'), reopens('won', 'open'), reopens('lost', 'open')]).toEqual([
    true,
    true,
    true,
  ])
  expect([reopens('lost', 'won'), reopens('open', 'lost'), reopens('new', 'open')]).toEqual([
    false,
    false,
    false,
  ])
})

describe('what moves (R66):', () => {
  type Given = { to: DisputeState; due?: string; taken?: string; left: string }
  const planned = (steps: DisputeStep[], { to, due = '40.00', taken = '0.00', left }: Given) => {
    const given = { to, due: dollars(due), taken: dollars(taken), left: dollars(left) }
    const plan = planDispute(steps, given)
    return [...plan.moves.map((move) => `${move.step} ${move.amount}`), `${plan.taken}, ${plan.above}`]
  }

  it('all that is disputed, if it is left', () => {
    expect(planned(['take'], { to: 'open', left: '40.00' })).toEqual(['take 4000', '4000, 0'])
    const held = { taken: '40.00', left: '0.00' }
    expect(planned(['lose'], { to: 'lost', ...held })).toEqual(['lose 4000', '4000, 0'])
    expect(planned(['give_back'], { to: 'won', ...held })).toEqual(['give_back 4000', '0, 0'])
    expect(planned(['recover'], { to: 'won', ...held })).toEqual(['recover 4000', '0, 0'])
  })
  it('what was refunded before is above the charge once the dispute is lost', () => {
    expect(planned(['take'], { to: 'open', left: '25.00' })).toEqual(['take 2500', '2500, 0'])
    expect(planned(['take'], { to: 'open', left: '0.00' })).toEqual(['0, 0'])
    expect(planned(['lose'], { to: 'lost', taken: '25.00', left: '0.00' })).toEqual([
      'lose 2500',
      '2500, 1500',
    ])
    expect(planned(['take', 'lose'], { to: 'lost', left: '25.00' })).toEqual([
      'take 2500',
      'lose 2500',
      '2500, 1500',
    ])
  })
  it('what comes back to the charge', () => {
    expect(planned([], { to: 'open', taken: '25.00', left: '10.00' })).toEqual(['take 1000', '3500, 0'])
    expect(planned([], { to: 'lost', taken: '25.00', left: '10.00' })).toEqual([
      'take 1000',
      'lose 1000',
      '3500, 500',
    ])
  })
  it('what the bank keeps of a dispute that is lost in part', () => {
    const part = { to: 'lost', due: '25.00', left: '0.00' } as const
    expect(planned(['lose'], { ...part, taken: '40.00' })).toEqual(['give_back 1500', 'lose 2500', '2500, 0'])
    expect(planned(['lose'], { ...part, taken: '25.00' })).toEqual(['lose 2500', '2500, 0'])
    expect(planned([], { ...part, taken: '40.00' })).toEqual(['recover 1500', '2500, 0'])
  })
  it('all of it again when it is opened again', () => {
    expect(planned(['recover', 'take'], { to: 'open', taken: '25.00', left: '0.00' })).toEqual([
      'recover 2500',
      'take 2500',
      '2500, 0',
    ])
  })
  it('nothing for a state that was recorded', () => {
    expect(planned([], { to: 'open', taken: '40.00', left: '0.00' })).toEqual(['4000, 0'])
    expect(planned([], { to: 'won', left: '40.00' })).toEqual(['0, 0'])
  })
})
