import { expect, it } from 'vitest'
import { STEPS } from '#domain/people/work-queue.ts'
import type { WorkQueueStep } from '#domain/schemas/work-queue.ts'
import { sinceText, stepAmount, stepWords } from './step-labels.ts'

const step = (given: Partial<WorkQueueStep>): WorkQueueStep => ({
  kind: 'settle',
  campaignId: 'c1',
  campaignName: 'Fall Season',
  organizationId: 'o1',
  organizationName: 'Harbor High',
  timeZone: 'America/Chicago',
  count: 1,
  amount: null,
  subject: null,
  eventId: null,
  // Still Saturday in Chicago.
  at: '2026-10-11T02:00:00Z',
  ...given,
})
const titleOf = (given: Partial<WorkQueueStep>) => stepWords(step(given)).title

it('a next step says what waits, how much and since when, and what to do', () => {
  const match = { subject: 'vs. Bay', eventId: 'e1' }
  expect(stepWords(step({ kind: 'confirm_results', count: 3, ...match }))).toMatchObject({
    title: '3 results to confirm: vs. Bay',
    detail: 'Played Saturday, Oct 10',
    action: 'Confirm results',
  })
  expect(stepWords(step({ kind: 'confirm_results', count: 12 }))).toEqual({
    title: '12 results to confirm',
    detail: 'The oldest is from Saturday, Oct 10',
    action: 'Confirm results',
    to: '/dashboard/campaigns/c1?tab=results',
  })
  const cards = step({ kind: 'failed_charges', count: 2, amount: '60.00' })
  expect(stepWords(cards)).toMatchObject({
    title: '2 cards not tried again',
    detail: 'Since Oct 10',
    action: 'Call or write',
  })
  expect(stepAmount(cards)).toBe('$60.00')
  expect(stepWords(step({ kind: 'answer_dispute', count: 2 })).detail).toBe(
    'Answer the first by October 10, 2026 at 9:00 PM CDT',
  )
  expect(stepAmount(step({ kind: 'held_pledges', amount: '12000.00' }))).toBe('up to $12,000.00')
  expect(stepWords(step({ kind: 'ask_destination' })).title).toBe('No one said where Harbor High is paid')
  expect(
    stepWords(step({ kind: 'answer_owner', subject: 'Dana Whitfield asked: End it early' })).detail,
  ).toBe('On Oct 10, Dana Whitfield asked: End it early')
  expect(stepWords(step({ kind: 'answered_review', subject: 'Add last year’s goals' }))).toMatchObject({
    title: 'Change Fall Season, then request a review again',
    detail: 'Add last year’s goals',
  })
})

it('a correction says what was earned after the lock, to be billed or waived, or what it changes', () => {
  const undecided = step({ kind: 'settle_correction', amount: '47.00', undecided: '62.00' })
  expect(stepWords(undecided)).toMatchObject({
    title: 'Earned after the lock',
    action: 'Bill it or not',
  })
  expect(stepAmount(undecided)).toBe('$62.00')
  const lower = step({ kind: 'settle_correction', amount: '-15.00' })
  expect(stepWords(lower).detail).toBe('Results changed on Oct 10: $15.00 less is earned than was settled')
  expect(stepAmount(lower)).toBeNull()
})

it('a new representative reads from when they can approve (R29)', () => {
  const none = { campaignId: null, campaignName: null, organizationId: null, organizationName: null }
  const person = { kind: 'confirm_representative', subject: 'Ana Ruiz', ...none } as const
  expect(stepWords(step(person))).toEqual({
    title: 'Ana Ruiz as a representative',
    detail: 'Proposed on Oct 10',
    action: 'Confirm',
    to: '/dashboard/representatives',
  })
  const payout = { kind: 'approve_payout', amount: '22.50', notBefore: '2026-10-14T15:00:00Z' } as const
  expect(stepWords(step(payout))).toMatchObject({
    detail:
      'Another representative must approve it: you are new, and can approve from October 14, 2026 at 10:00 AM CDT',
    action: 'See it',
  })
})

it('a work queue step names up to three statistics and how many more', () => {
  const ending = (subject: string, count: number) =>
    titleOf({ kind: 'ending_without_results', subject, count })
  expect(ending('Wins', 1)).toBe('No results for Wins')
  expect(ending('Goals, Wins', 2)).toBe('No results for Goals and Wins')
  expect(ending('A, B, C', 7)).toBe('No results for A, B, C and 4 more')
})

it('each kind of next step has its words, its button and its own screen', () => {
  const found = STEPS.map((kind) => stepWords(step({ kind, subject: 'Goals' })))
  for (const { title, action, to } of found) expect([title, action, to]).not.toContain('')
  expect(stepWords(step({ kind: 'failed_charges' })).to).toBe(
    '/dashboard/collections?campaign=c1&show=stopped',
  )
  expect(stepWords(step({ kind: 'settle' })).to).toBe('/dashboard/campaigns/c1?tab=settlements&kind=final')
})

it('the time since the last result is counted in whole days', () => {
  const now = Date.parse('2026-10-11T12:00:00Z')
  expect(sinceText(null, now)).toBe('none yet')
  expect(sinceText('2026-10-11T11:00:00Z', now)).toBe('today')
  expect(sinceText('2026-10-11T12:00:01Z', now)).toBe('today')
  expect(sinceText('2026-10-10T12:00:00Z', now)).toBe('1 day ago')
  expect(sinceText('2026-09-29T11:00:00Z', now)).toBe('12 days ago')
})

it('a supporter’s step says what their own pledge needs, and leads to it', () => {
  const own = { pledgeId: 'p1', amount: '42.50' }
  const failed = stepWords(step({ kind: 'update_card', ...own }))
  expect(failed).toMatchObject({ title: 'Your card could not be charged', to: '/pledges/p1' })
  const invoice = stepWords(step({ kind: 'pay_invoice', subject: 'INV-2026-000012', ...own }))
  expect(invoice).toEqual({
    title: 'Invoice INV-2026-000012',
    detail: 'Due Oct 10',
    action: 'Pay',
    to: '/pledges/p1',
  })
})
