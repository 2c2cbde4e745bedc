import { describe, expect, it } from 'vitest'
import { SPORT } from '../campaigns/vocabulary.ts'
import { type AuditContext, auditChanges } from './audit-fields.ts'

const context: AuditContext = {
  timeZone: 'America/Denver',
  names: new Map([['g', 'Goals']]),
  words: SPORT,
}
const changes = (subject: string, before: unknown, after: unknown, action = `${subject}.update`) =>
  auditChanges({ subject, action, before, after }, context)
/** What one field was changed to, as a reader sees it. */
const shown = (subject: string, field: string, value: unknown) =>
  changes(subject, null, { [field]: value })[0]?.after

describe('the changes of an audit entry (R26)', () => {
  it('are only the fields that differ, with the labels and formats of the screens', () => {
    const before = { name: 'Fall Cup', status: 'draft', goal: '100.00' }
    expect(changes('campaign', before, { ...before, status: 'active', goal: '250.00' })).toEqual([
      { label: 'Status', before: 'Draft', after: 'Active' },
      { label: 'Goal', before: '$100.00', after: '$250.00' },
    ])
  })

  it('name the month in which an organization’s year starts (R76)', () => {
    expect(changes('organization', { fiscalYearFrom: '01' }, { fiscalYearFrom: '07' })).toEqual([
      { label: 'Fiscal year starts in', before: 'January', after: 'July' },
    ])
  })

  it('leave out fields that readers must not see, and subjects without any others', () => {
    expect(changes('campaign', {}, { secret: 'x' })).toEqual([])
    expect(changes('charge', {}, { name: 'x' })).toEqual([])
  })

  it('name the amount of a refund, but not what was typed about it', () => {
    const after = { amountCents: 1_250, reason: 'Pat asked for it' }
    expect(changes('refund', null, after, 'refund.create')).toEqual([
      { label: 'Amount', before: null, after: '$12.50' },
    ])
  })

  it('name what happened to a payment, but not the note about it', () => {
    const after = { amount: '$12.50', reason: 'The check bounced: Pat wrote to us' }
    expect(changes('payment', null, after, 'payment.take_back')).toEqual([
      { label: 'Amount', before: null, after: '$12.50' },
      { label: 'Reason', before: null, after: 'The check bounced' },
    ])
  })

  it('say why a charge was declined, where its sentence does not', () => {
    const after = { code: 'insufficient_funds' }
    expect(changes('charge', null, after, 'charge.declined')).toEqual([
      { label: 'Reason', before: null, after: 'The card did not have enough funds' },
    ])
    expect(changes('charge', null, after, 'charge.requires_action')).toEqual([])
    const ended = { code: 'mandate_ended', method: 'bank_account' }
    expect(changes('charge', null, ended, 'charge.refuse')).toEqual([
      { label: 'Reason', before: null, after: 'The authorization to debit the bank account has ended' },
    ])
    expect(changes('charge', null, { code: 'mandate_ended' }, 'charge.refuse')).toEqual([])
  })

  it.each(['campaign.create', 'reward.archive'])('are empty for %s', (action) => {
    expect(changes('campaign', null, { name: 'Fall Cup' }, action)).toEqual([])
  })

  it.each(['campaign.create_draft', 'campaign.recreate'])(
    'are listed for %s, which only resembles a creation',
    (action) => {
      expect(changes('campaign', null, { name: 'Fall Cup' }, action)).toHaveLength(1)
    },
  )

  it.each([null, undefined, ''])('show a field without a value as empty: %j', (nothing) => {
    expect(changes('event', { location: nothing }, { location: 'Main Field' })).toEqual([
      { label: 'Location', before: null, after: 'Main Field' },
    ])
    expect(changes('event', { location: nothing }, {})).toEqual([])
  })

  it.each([null, undefined, 'text', 7])('treat a row that is not an object as empty: %j', (row) => {
    expect(changes('event', row, { location: 'Main Field' })).toEqual([
      { label: 'Location', before: null, after: 'Main Field' },
    ])
  })
})

describe('a field of an audit entry', () => {
  it.each([
    ['a word', 'event', 'venue', 'away_game_site', 'Away game site'],
    ['text', 'event', 'name', 'vs. Harbor', 'vs. Harbor'],
    ['text of 160 characters', 'event', 'name', 'x'.repeat(160), 'x'.repeat(160)],
    ['longer text', 'event', 'name', 'x'.repeat(161), `${'x'.repeat(159)}…`],
    ['yes', 'event', 'isCompleted', true, 'Yes'],
    ['no', 'event', 'isCompleted', false, 'No'],
    ['any value but true', 'event', 'isCompleted', 'true', 'No'],
    ['an amount', 'campaign', 'goal', 1250.5, '$1,250.50'],
    ['an amount with a dollar sign', 'payment', 'amount', '$1,250.50', '$1,250.50'],
    ['an amount in cents', 'charge', 'amountCents', 125_050, '$1,250.50'],
    ['a quantity', 'statistic', 'expectedTarget', 1250.5, '1,250.5'],
    ['amounts', 'statistic', 'pledgeAmountOptions', [1, '2.50'], '$1.00, $2.50'],
    ['words', 'reward', 'prizeTypes', ['Shirt', 'Mug'], 'Shirt, Mug'],
    ['many words', 'reward', 'prizeTypes', ['x'.repeat(160), 'y'], `${'x'.repeat(159)}…`],
    ['a statistic by name', 'reward', 'statisticId', 'g', 'Goals'],
    ['a statistic that is gone', 'reward', 'statisticId', 'x', 'a deleted item'],
    ['how the campaign helps', 'campaign', 'howThisCampaignHelps', { description: 'New nets' }, 'New nets'],
    ['how the campaign helps, without a description', 'campaign', 'howThisCampaignHelps', {}, ''],
    ['a picture', 'campaign', 'imageUrl', '/images/1.webp', 'A picture'],
    [
      'tiers',
      'reward',
      'tieredRewards',
      [
        { threshold: '50.00', prize: 'Mug' },
        { threshold: 100, prize: 'Shirt' },
      ],
      'Mug from $50.00, Shirt from $100.00',
    ],
    ['a day', 'campaign', 'startDate', '2026-09-01', 'Sep 1, 2026'],
    [
      'an instant in the campaign’s zone',
      'event',
      'startTime',
      '2026-09-02T01:05:00Z',
      'Sep 1, 2026, 7:05 PM',
    ],
  ])('is shown as the screens show it: %s', (_, subject, field, value, expected) => {
    expect(shown(subject, field, value)).toBe(expected)
  })

  it.each([
    ['an amount', 'campaign', 'goal', 'much'],
    ['an amount in cents', 'charge', 'amountCents', '12.50'],
    ['a quantity', 'statistic', 'expectedTarget', 'many'],
    ['amounts', 'statistic', 'pledgeAmountOptions', 'x'],
    ['words', 'reward', 'prizeTypes', 'x'],
    ['tiers', 'reward', 'tieredRewards', 'x'],
    ['a day', 'campaign', 'startDate', 'soon'],
    ['an instant', 'event', 'startTime', 'soon'],
  ])('is left out when it cannot be read: %s', (_, subject, field, value) => {
    expect(changes(subject, null, { [field]: value })).toEqual([])
  })
})
