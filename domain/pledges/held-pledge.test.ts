/** Which promises are held, in figures (R57). */
import { describe, expect, it } from 'vitest'
import { dollars, ZERO } from '../money.ts'
import { isHeldPledge, type Promises, reasonNotToRelease } from './held-pledge.ts'

const LIMIT = dollars('5000.00')
const promise = (given: Partial<Promises> = {}): Promises => ({
  method: 'check',
  most: dollars('5000.00'),
  earlier: { most: ZERO },
  around: { most: ZERO },
  paid: ZERO,
  wasReleased: false,
  ...given,
})
const isHeld = (given: Partial<Promises>, limit = LIMIT) => isHeldPledge(promise(given), limit)

describe('a pledge by check or cash is held', () => {
  it('above the limit and not at it, whatever is by check or cash', () => {
    expect(isHeld({})).toBe(false)
    expect(isHeld({ most: dollars('5000.01') })).toBe(true)
    expect(isHeld({ most: dollars('5000.01'), method: 'cash' })).toBe(true)
  })

  it('by what the same person promised before it: someone new has one limit for all of it', () => {
    const earlier = { most: dollars('4000.00') }
    expect(isHeld({ most: dollars('1000.00'), earlier })).toBe(false)
    expect(isHeld({ most: dollars('1000.01'), earlier })).toBe(true)
    expect(isHeld({ most: dollars('0.01'), earlier: { most: dollars('5000.00') } })).toBe(true)
  })

  it('at five times the limit for someone who has paid, or whose pledge was released', () => {
    const earlier = { most: dollars('24000.00') }
    for (const known of [{ paid: dollars('1.00') }, { wasReleased: true }]) {
      expect(isHeld({ most: dollars('1000.00'), earlier, ...known })).toBe(false)
      expect(isHeld({ most: dollars('1000.01'), earlier, ...known })).toBe(true)
      expect(isHeld({ most: dollars('5000.01'), ...known })).toBe(true)
    }
    expect(isHeld({ most: dollars('1000.01'), earlier, paid: dollars('501.00') })).toBe(false)
  })

  it('above ten times what they have paid, once that is more than the limit', () => {
    const paid = dollars('700.00')
    expect(isHeld({ most: dollars('7000.00'), paid })).toBe(false)
    expect(isHeld({ most: dollars('7000.01'), paid })).toBe(true)
    expect(isHeld({ most: dollars('5000.00'), paid: dollars('1.00') })).toBe(false)
  })

  it('never by card, and never where the limit is off', () => {
    const most = dollars('1000000.00')
    expect(isHeld({ most, method: 'auto_bill_end' })).toBe(false)
    expect(isHeld({ most, method: 'auto_bill_progress' })).toBe(false)
    expect(isHeld({ most }, ZERO)).toBe(false)
  })
})

it('a held pledge is not released by its own supporter, in a cancelled campaign or after the final lock', () => {
  const given = { isOwn: false, campaignStatus: 'completed', isFinalLocked: false }
  expect(reasonNotToRelease(given)).toBeNull()
  expect(reasonNotToRelease({ ...given, isOwn: true })).toContain('another representative')
  expect(reasonNotToRelease({ ...given, campaignStatus: 'cancelled' })).toContain('cancelled')
  expect(reasonNotToRelease({ ...given, isFinalLocked: true })).toContain('final settlement')
})
