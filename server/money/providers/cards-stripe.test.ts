import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reasonOf } from '#domain/billing/charge-status.ts'
import { outcomeOfRefusal } from './cards-stripe-declines.ts'
import { EVENT_TYPES } from './cards-stripe-events.ts'
import { statementSuffix } from './statement-suffix.ts'

describe('the organization’s name on a bank statement', () => {
  it.each([
    ['Harbor High Boosters', 'HARBOR'],
    ['Lions', 'LIONS'],
    ['Tigers FC', 'TIGERS FC'],
    ['Ridge View Band', 'RIDGE VIEW'],
    ['Mountainview', 'MOUNTAINVI'],
    ['A Mountainview', 'A MOUNTAIN'],
    ['Łódź Żółwie', 'ODZ ZOWIE'],
    ['Café "Étoile" <3', 'CAFE ETOIL'],
    ['  U.S.   Swim  ', 'U.S. SWIM'],
    ['Team * 7', 'TEAM 7'],
  ])('is shortened from %j to %j', (name, suffix) => {
    expect(statementSuffix(name)).toBe(suffix)
  })

  it.each(['2026', '東京チーム', '***', '', '!!!'])('is left out if no letter remains of %j', (name) => {
    expect(statementSuffix(name)).toBeNull()
  })
})

describe('a decline by Stripe (R35)', () => {
  const of = (code: string, decline?: string, advice?: string) =>
    outcomeOfRefusal(
      { code, ...(decline ? { decline_code: decline } : {}), ...(advice ? { advice_code: advice } : {}) },
      'pi_1',
    )

  it.each([
    ['card_declined', 'insufficient_funds', undefined, 'insufficient_funds', false],
    ['card_declined', 'generic_decline', undefined, 'generic_decline', false],
    ['card_declined', 'do_not_honor', 'try_again_later', 'generic_decline', false],
    ['card_declined', 'do_not_honor', 'do_not_try_again', 'generic_decline', true],
    ['card_declined', 'do_not_honor', 'confirm_card_data', 'generic_decline', true],
    ['card_declined', 'an unknown code', undefined, 'generic_decline', false],
    ['expired_card', 'expired_card', undefined, 'expired_card', true],
    ['expired_card', undefined, undefined, 'expired_card', true],
    ['incorrect_cvc', undefined, undefined, 'card_details', true],
    ['processing_error', undefined, undefined, 'bank_unreachable', false],
    ['card_declined', 'stop_payment_order', undefined, 'card_stopped', true],
    ['card_declined', 'stolen_card', 'try_again_later', 'generic_decline', true],
  ] as const)('with %s, %s, %s becomes %s, hard: %s', (code, decline, advice, ours, isHard) => {
    expect(of(code, decline, advice)).toEqual({
      outcome: 'declined',
      reference: 'pi_1',
      code: ours,
      isHard,
    })
    expect(reasonOf(ours)).not.toBeNull()
  })

  it('never reveals that a card counts as lost or stolen', () => {
    for (const decline of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])
      expect(of('card_declined', decline)).toMatchObject({ code: 'generic_decline', isHard: true })
  })

  it('requires action by the cardholder if the bank asks for it', () => {
    for (const [code, decline] of [['authentication_required'], ['card_declined', 'authentication_required']])
      expect(of(code ?? '', decline)).toEqual({
        outcome: 'requires_action',
        reference: 'pi_1',
        code: 'authentication_required',
      })
  })
})

describe('the types of Stripe’s events (R67)', () => {
  it('are listed for the person who creates the endpoint', () => {
    const manual = readFileSync('docs/operations.md', 'utf8')
    const [, section = ''] = manual.split("\n## Stripe's events\n")
    const [list = ''] = section.split('\nOnce an hour')
    const named = [...list.matchAll(/`([a-z_]+\.[a-z_.]+)`/g)].map(([, type]) => type)
    expect(named.toSorted()).toEqual(Object.values(EVENT_TYPES).flat().toSorted())
  })

  it('are at most twenty in each group, which is all that Stripe lists at once', () => {
    for (const types of Object.values(EVENT_TYPES)) expect(types.length).toBeLessThanOrEqual(20)
  })
})
