import { describe, expect, it } from 'vitest'
import { auditSentence, isBySupporter, kindOf, kindsFor } from './audit-sentences.ts'

const names = { name: '“Goals”', whom: 'Ann Love' }

describe('audit log filters', () => {
  it('offer every kind to a representative, and all but money to an owner (R26)', () => {
    expect(kindsFor(true)).toContain('money')
    expect(kindsFor(false)).not.toContain('money')
    expect(kindsFor(true).filter((kind) => kind !== 'money')).toEqual(kindsFor(false))
  })

  it.each([
    ['review_request', 'campaign'],
    ['comment', 'messages'],
    ['payout', 'money'],
    ['unheard_of', 'campaign'],
  ])('put an entry about a %s under %s', (subject, kind) => {
    expect(kindOf(subject)).toBe(kind)
  })
})

it.each([
  ['pledge.cancel', true],
  ['pledge.revoke_links', true],
  ['pledge.release', false],
  ['pledge.decline_held', false],
  ['guest_pledge.confirm', true],
  ['comment.create', true],
  ['comment.report', true],
  ['comment.hide', false],
  ['repledge.cancel', false],
  ['pledges', false],
])('the audit log knows whether %s is done by a supporter: %j (R26)', (action, isSupporters) => {
  expect(isBySupporter(action)).toBe(isSupporters)
})

it('an audit entry says what was done, and to what', () => {
  expect(auditSentence('statistic.create', names)).toBe('Added the statistic “Goals”')
  expect(auditSentence('organization.add_member', names)).toMatch(/Ann Love/)
})

it.each([
  ['charge.succeeded', 'bank_account', 'A bank account was charged'],
  ['charge.declined', 'bank_account', 'A bank account was declined'],
  ['charge.succeeded', undefined, 'A card was charged'],
  ['charge.declined', undefined, 'A charge was declined'],
  ['charge.processing', 'bank_account', 'A charge is waiting for the bank'],
  ['payment.record', 'check', 'Recorded a payment'],
])('the audit entry %s by %s reads “%s” (R60)', (action, method, text) => {
  expect(auditSentence(action, names, method)).toBe(text)
})

it('an audit entry without a sentence of its own is described by its action', () => {
  expect(auditSentence('dispute.was_won', names)).toBe('Dispute was won')
})
