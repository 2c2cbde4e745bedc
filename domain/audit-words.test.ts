import { describe, expect, it } from 'vitest'
import { auditSentence, isBySupporter, kindOf, kindsFor } from './audit-words.ts'

const names = { name: '“Goals”', whom: 'Ann Love' }

describe('the kinds of audit entries', () => {
  it('are all a representative’s, and an owner’s without money (R26)', () => {
    expect(kindsFor(true)).toContain('money')
    expect(kindsFor(false)).not.toContain('money')
    expect(kindsFor(true).filter((kind) => kind !== 'money')).toEqual(kindsFor(false))
  })

  it.each([
    ['review_request', 'campaign'],
    ['comment', 'messages'],
    ['payout', 'money'],
    ['unheard_of', 'campaign'],
  ])('put %s under %s', (subject, kind) => {
    expect(kindOf(subject)).toBe(kind)
  })
})

it.each([
  ['pledge.cancel', true],
  ['comment.create', true],
  ['comment.report', true],
  ['comment.hide', false],
  ['repledge.cancel', false],
  ['pledges', false],
])('whether a supporter did %s: %j (R26)', (action, isSupporters) => {
  expect(isBySupporter(action)).toBe(isSupporters)
})

it('an entry says what was done, and to what', () => {
  expect(auditSentence('statistic.create', names)).toBe('Added the statistic “Goals”')
  expect(auditSentence('organization.add_member', names)).toMatch(/Ann Love/)
})

it('an entry without a sentence of its own still says what it is', () => {
  expect(auditSentence('dispute.was_won', names)).toBe('Dispute was won')
})
