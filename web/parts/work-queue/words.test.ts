import { expect, it } from 'vitest'
import { STEPS } from '#domain/people/work-queue.ts'
import type { WorkQueueStep } from '#domain/schemas/work-queue.ts'
import { sinceText, stepWords } from './step-labels.ts'

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

it('a work queue step says in one line what to do', () => {
  const match = { subject: 'vs. Bay', eventId: 'e1' }
  expect(titleOf({ kind: 'confirm_results', count: 3, ...match })).toBe('Confirm 3 results: vs. Bay')
  expect(stepWords(step({ kind: 'confirm_results', ...match })).detail).toBe('Played Saturday, Oct 10')
  expect(titleOf({ kind: 'confirm_results', subject: 'Goals' })).toBe('Confirm 1 result: Goals')
  expect(stepWords(step({ kind: 'confirm_results', count: 12 }))).toEqual({
    title: 'Confirm 12 results of Fall Season',
    detail: 'The oldest is from Saturday, Oct 10',
    to: '/dashboard/campaigns/c1?tab=results',
  })
  expect(titleOf({ kind: 'failed_charges', count: 2, amount: '60.00' })).toBe('2 failed cards, $60.00')
  expect(titleOf({ kind: 'answer_dispute', amount: '50.00' })).toBe('Answer 1 disputed charge, $50.00')
  expect(stepWords(step({ kind: 'answer_dispute', count: 2 })).detail).toBe(
    'Answer the first by October 10, 2026 at 9:00 PM CDT',
  )
  expect(titleOf({ kind: 'settle' })).toBe('Settle Fall Season')
  const undecided = step({ kind: 'settle_correction', amount: '47.00', undecided: '62.00' })
  expect(stepWords(undecided).title).toBe('$62.00 earned after the lock: bill it or waive it')
  expect(stepWords(step({ kind: 'settle_correction', amount: '-15.00' }))).toMatchObject({
    title: 'Settle a correction of Fall Season',
    detail: 'Results changed on Oct 10: $15.00 less is earned than was settled',
  })
  expect(stepWords(step({ kind: 'settle_correction', amount: '0.00' })).detail).toBe(
    'Results changed on Oct 10: some supporters owe less than was settled and others more, the same in total',
  )
  expect(titleOf({ kind: 'held_pledges', count: 2, amount: '12000.00' })).toBe(
    'Check 2 held pledges, up to $12,000.00',
  )
  expect(titleOf({ kind: 'review' })).toBe('Review Fall Season')
  expect(
    stepWords(step({ kind: 'answer_owner', subject: 'Dana Whitfield asked: End it early' })),
  ).toMatchObject({
    title: 'Answer the owner of Fall Season',
    detail: 'On Oct 10, Dana Whitfield asked: End it early',
  })
  expect(titleOf({ kind: 'enter_results', count: 1 })).toBe('1 result still missing')
  expect(titleOf({ kind: 'enter_match', ...match })).toBe('Enter results: vs. Bay')
  expect(stepWords(step({ kind: 'match_now', ...match })).detail).toBe('Happening now')
  expect(titleOf({ kind: 'check_names', count: 2 })).toBe('Check 2 names to thank')
  expect(titleOf({ kind: 'reported_comments', count: 2 })).toBe('2 reported messages: hide or keep them')
  const answered = stepWords(step({ kind: 'answered_review', subject: 'Add last year’s goals' }))
  expect(answered).toMatchObject({
    title: 'Change Fall Season, then request a review again',
    detail: 'Add last year’s goals',
  })
  expect(titleOf({ kind: 'approve_destination' })).toBe('Approve where Harbor High is paid')
  expect(titleOf({ kind: 'approve_payout', count: 1, amount: '22.50' })).toBe('Approve 1 payout, $22.50')
  expect(titleOf({ kind: 'prepare_payout', amount: '22.50' })).toBe('Prepare a payout, $22.50')
  expect(titleOf({ kind: 'send_payout', count: 1, amount: '22.50' })).toBe('Send 1 payout, $22.50')
  expect(titleOf({ kind: 'confirm_payout', count: 1, amount: '22.50' })).toBe(
    'Confirm that 1 payout arrived, $22.50',
  )
  expect(titleOf({ kind: 'finish_draft' })).toBe('Finish Fall Season, then request a review')
  expect(titleOf({ kind: 'nudge', count: 3 })).toBe('Nudge 3 ambassadors')
})

it('a step about a person is about no campaign, and a new representative reads from when they can approve (R29)', () => {
  const none = { campaignId: null, campaignName: null, organizationId: null, organizationName: null }
  const person = { kind: 'confirm_representative', subject: 'Ana Ruiz', ...none } as const
  expect(stepWords(step(person))).toEqual({
    title: 'Confirm Ana Ruiz as a representative',
    detail: 'Proposed on Oct 10',
    to: '/dashboard/representatives',
  })
  const payout = { kind: 'approve_payout', amount: '22.50', notBefore: '2026-10-14T15:00:00Z' } as const
  expect(stepWords(step(payout)).detail).toBe(
    'Another representative must approve it: you are new, and can approve from October 14, 2026 at 10:00 AM CDT',
  )
})

it('a step about money that no card brings says what to do, and since when', () => {
  expect(stepWords(step({ kind: 'send_refund', count: 2, amount: '25.00' }))).toMatchObject({
    title: 'Send 2 refunds, $25.00',
    detail: 'Owed by check or cash since Oct 10',
  })
  expect(stepWords(step({ kind: 'unpaid_invoices', amount: '40.00' }))).toMatchObject({
    title: 'Call or write about 1 unpaid invoice, $40.00',
    detail: 'No reminders are left. Due since Oct 10',
  })
  expect(titleOf({ kind: 'books_on_hold' })).toBe('The books of Fall Season do not balance')
})

it('a work queue step names up to three statistics and how many more', () => {
  const ending = (subject: string, count: number) =>
    titleOf({ kind: 'ending_without_results', subject, count })
  expect(ending('Wins', 1)).toBe('Ends Saturday, Oct 10 with no results for Wins')
  expect(ending('Goals, Wins', 2)).toBe('Ends Saturday, Oct 10 with no results for Goals and Wins')
  expect(ending('A, B, C', 7)).toBe('Ends Saturday, Oct 10 with no results for A, B, C and 4 more')
})

it('each kind of work queue step links to its own screen', () => {
  const places = STEPS.map((kind) => stepWords(step({ kind, subject: 'Goals' })).to)
  expect(places).toEqual([
    '/pledges',
    '/campaigns/c1',
    '/pledges',
    '/dashboard/problems#cards',
    '/dashboard/campaigns/c1?tab=settlements',
    '/dashboard/problems#exceptions',
    '/dashboard/campaigns/c1?tab=settlements&charges=failed#charges',
    '/dashboard/comments',
    '/dashboard/campaigns/c1',
    '/dashboard/campaigns/c1?tab=results',
    '/dashboard/campaigns/c1',
    '/dashboard/campaigns/c1',
    '/dashboard/comments',
    '/dashboard/campaigns/c1?tab=results&enter=match',
    '/dashboard/campaigns/c1?tab=results&enter=match',
    '/dashboard/problems#held-pledges',
    '/dashboard/campaigns/c1?tab=results#confirm-none',
    '/dashboard/campaigns/c1?tab=settlements&kind=final',
    '/dashboard/campaigns/c1?tab=settlements&kind=final',
    '/dashboard/representatives',
    '/dashboard/organizations/o1',
    '/dashboard/problems#exceptions',
    '/dashboard/payouts?search=Fall+Season',
    '/dashboard/payouts?search=Fall+Season',
    '/dashboard/payouts?search=Fall+Season',
    '/dashboard/payments#to-deposit',
    '/dashboard/payments#give-back',
    '/dashboard/collections?campaign=c1&show=overdue',
    '/dashboard/campaigns/c1?tab=settlements&kind=final',
    '/dashboard/payouts?search=Fall+Season',
    '/dashboard/campaigns/c1',
    '/dashboard/campaigns/c1',
    '/dashboard/campaigns/c1?tab=ambassadors',
  ])
})

it('the time since the last result is counted in whole days', () => {
  const now = Date.parse('2026-10-11T12:00:00Z')
  expect(sinceText(null, now)).toBe('None yet')
  expect(sinceText('2026-10-11T11:00:00Z', now)).toBe('Today')
  expect(sinceText('2026-10-11T12:00:01Z', now)).toBe('Today')
  expect(sinceText('2026-10-10T12:00:00Z', now)).toBe('1 day ago')
  expect(sinceText('2026-09-29T11:00:00Z', now)).toBe('12 days ago')
})

it('a supporter’s step says what their own pledge needs, and leads to it', () => {
  const own = { pledgeId: 'p1', amount: '42.50' }
  const failed = stepWords(step({ kind: 'update_card', ...own }))
  expect(failed).toMatchObject({ title: '$42.50 could not be charged', to: '/pledges/p1' })
  const invoice = stepWords(step({ kind: 'pay_invoice', subject: 'INV-2026-000012', ...own }))
  expect(invoice).toEqual({
    title: 'Pay invoice INV-2026-000012, $42.50',
    detail: 'Due Oct 10',
    to: '/pledges/p1',
  })
  const held = stepWords(step({ kind: 'confirm_pledge', amount: '120.00' }))
  expect(held).toMatchObject({ title: 'Confirm your pledge, up to $120.00', to: '/campaigns/c1' })
})
