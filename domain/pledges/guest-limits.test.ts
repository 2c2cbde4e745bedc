import { describe, expect, it } from 'vitest'
import { challengeBits, guardOf, guardOfSite, leadingZeroBits, strictest } from './guest-limits.ts'

describe('guests’ cards on a campaign', () => {
  it.each([
    ['nothing was tried', 0, 0, 'none'],
    ['a few are declined and none good', 9, 0, 'none'],
    ['a stadium saves 5,000 and one in twenty is declined', 199, 5_000, 'none'],
    ['a tester hides in that stadium', 450, 5_000, 'challenge'],
    ['one in four of a small crowd is declined', 10, 30, 'challenge'],
    ['as many are declined as good', 39, 39, 'challenge'],
    ['most of forty are declined', 40, 39, 'email_first'],
    ['a bot tries 10,000', 10_000, 200, 'email_first'],
  ] as const)('when %s: %s', (_, declined, good, guard) => {
    expect(guardOf({ declined, good })).toBe(guard)
  })

  it('the whole site is guarded from five times as many declines on', () => {
    expect(guardOfSite({ declined: 49, good: 0 })).toBe('none')
    expect(guardOfSite({ declined: 60, good: 1_000 })).toBe('none')
    expect(guardOfSite({ declined: 200, good: 10 })).toBe('email_first')
  })

  it('the strictest of several guards holds', () => {
    expect(strictest(['none', 'email_first', 'challenge'])).toBe('email_first')
    expect(strictest(['none', 'none'])).toBe('none')
  })
})

describe('a challenge', () => {
  it('is not required while few cards are declined', () => {
    expect(challengeBits('none', 9, { campaign: 999, site: 4_999 })).toBe(0)
  })
  it('is required of everyone once a thousand pledges were begun and not finished', () => {
    expect(challengeBits('none', 0, { campaign: 1_000, site: 1_000 })).toBe(12)
  })
  it.each([
    [1_999, 1_999, 12],
    [2_000, 2_000, 13],
    [16_000, 16_000, 16],
    [10, 5_000, 12],
    [10, 10_000, 13],
  ])(
    'grows with what was begun and not finished: %i here and %i in all take %i bits',
    (campaign, site, bits) => {
      expect(challengeBits('none', 0, { campaign, site })).toBe(bits)
    },
  )
  it.each([
    [10, 12],
    [20, 13],
    [79, 14],
    [10_000, 16],
  ])('grows with the declines: after %i it takes %i bits', (declined, bits) => {
    expect(challengeBits('challenge', declined, { campaign: 0, site: 0 })).toBe(bits)
  })
  it('counts the zero bits that a hash begins with', () => {
    expect(leadingZeroBits(new Uint8Array([0, 0, 1]))).toBe(23)
    expect(leadingZeroBits(new Uint8Array([128]))).toBe(0)
    expect(leadingZeroBits(new Uint8Array([0]))).toBe(8)
  })
})
