import { describe, expect, it } from 'vitest'
import { nextStepOf } from './charge-status.ts'
import { LATE_STATES, OPEN_GROUPS, OPEN_STATES, openStepOf } from './collection.ts'

type Open = Parameters<typeof openStepOf>[0]
const stepOf = (state: Open['state'], more: Partial<Open> = {}) =>
  openStepOf({ state, waits: null, nextOn: null, ...more })

it('late states come first in the list of open bills, before invoiced, processing, scheduled and owed back', () => {
  expect(OPEN_STATES.slice(0, LATE_STATES.length)).toEqual(LATE_STATES)
  expect(OPEN_STATES.slice(LATE_STATES.length)).toEqual(['invoiced', 'processing', 'scheduled', 'owed_back'])
})

it('a failed card, an overdue invoice, a dispute, what is upcoming and what is owed back are never the same line', () => {
  const lines = [...OPEN_GROUPS.cards, 'overdue', 'disputed', ...OPEN_GROUPS.upcoming, 'owed_back']
  expect(lines.toSorted()).toEqual([...OPEN_STATES].toSorted())
})

describe('the next step of an open bill (R35)', () => {
  it.each(['scheduled', 'failed', 'invoiced', 'overdue'] as const)(
    'waits for its campaign or its books if it is %s',
    (state) => {
      expect(stepOf(state, { waits: 'paused' })).toMatch(/campaign is active again/)
      expect(stepOf(state, { waits: 'on_hold' })).toMatch(/campaign’s books balance/)
    },
  )

  it.each(['disputed', 'past_due', 'requires_action', 'processing'] as const)(
    'does not wait for the campaign if it is %s',
    (state) => {
      expect(stepOf(state, { waits: 'paused' })).toBe(stepOf(state))
    },
  )

  it('is to answer a dispute by its date, or to wait for the bank', () => {
    expect(stepOf('disputed', { nextOn: '2026-09-01' })).toMatch(/^Answer/)
    expect(stepOf('disputed')).toBe('Waiting for the bank’s decision')
  })

  it.each(['invoiced', 'overdue'] as const)(
    'is a reminder if it is %s, or a call when no reminder is left',
    (state) => {
      expect(stepOf(state, { nextOn: '2026-09-01' })).toMatch(/reminded/)
      expect(stepOf(state)).toMatch(/call or write/)
    },
  )

  it.each(['past_due', 'requires_action', 'processing', 'scheduled', 'failed'] as const)(
    'is that of the charge if it is %s',
    (state) => {
      expect(stepOf(state)).toBe(nextStepOf(state))
      expect(stepOf(state)).not.toBe('')
    },
  )
})
