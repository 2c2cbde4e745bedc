/** R30: what an instance keeps of previews, and for how long. */
import { describe, expect, it } from 'vitest'
import type { ShownPreview } from '#domain/billing/settlement-preview.ts'
import { cents } from '#domain/money.ts'
import { createKeptPreviews, MAX_KEPT_PLEDGES, MAX_KEPT_PREVIEWS, type WholePreview } from './preview.ts'

const whole = (pledges: number) => ({ settled: { length: pledges } }) as unknown as WholePreview
const zero = cents(0)
const shown = (digest: string, at: number): ShownPreview => ({
  digest,
  at,
  totals: {
    pledges: 0,
    accrued: zero,
    billedBefore: zero,
    toBill: zero,
    carried: zero,
    lowered: zero,
    waived: zero,
    writtenOff: zero,
    refunded: zero,
  },
})

describe('a computed preview', () => {
  it('is found while nothing that it rests on has changed', () => {
    const previews = createKeptPreviews()
    previews.keep('fall', 'a', whole(2))
    expect(previews.find('fall', 'a')?.settled).toHaveLength(2)
    expect(previews.find('fall', 'b')).toBeUndefined()
    expect(previews.find('spring', 'a')).toBeUndefined()
  })

  it('stays beside another one while both hold no more pledges than are kept', () => {
    const previews = createKeptPreviews()
    previews.keep('first', 'a', whole(MAX_KEPT_PLEDGES - 1))
    previews.keep('second', 'a', whole(1))
    expect(previews.find('first', 'a')).toBeDefined()
    expect(previews.find('second', 'a')).toBeDefined()
  })

  it('is evicted by newer ones, oldest first and only as many as needed', () => {
    const previews = createKeptPreviews()
    previews.keep('first', 'a', whole(MAX_KEPT_PLEDGES / 2))
    previews.keep('second', 'a', whole(MAX_KEPT_PLEDGES / 2))
    previews.keep('third', 'a', whole(1))
    expect(previews.find('first', 'a')).toBeUndefined()
    expect(previews.find('second', 'a')).toBeDefined()
    expect(previews.find('third', 'a')).toBeDefined()
  })

  it('is no longer the oldest after it was computed again', () => {
    const previews = createKeptPreviews()
    previews.keep('first', 'a', whole(MAX_KEPT_PLEDGES / 2))
    previews.keep('second', 'a', whole(MAX_KEPT_PLEDGES / 2))
    previews.keep('first', 'b', whole(MAX_KEPT_PLEDGES / 2))
    previews.keep('third', 'a', whole(1))
    expect(previews.find('first', 'b')).toBeDefined()
    expect(previews.find('second', 'a')).toBeUndefined()
  })
})

describe('a computed preview of a campaign without pledges', () => {
  it('gives way to newer ones as well, the oldest first', () => {
    const previews = createKeptPreviews()
    for (let index = 0; index <= MAX_KEPT_PREVIEWS; index += 1) previews.keep(`${index}`, 'a', whole(0))
    expect(previews.find('0', 'a')).toBeUndefined()
    expect(previews.find('1', 'a')).toBeDefined()
    expect(previews.find(`${MAX_KEPT_PREVIEWS}`, 'a')).toBeDefined()
  })
})

describe('the preview that a person was shown last', () => {
  it('keeps the time at which it was shown first', () => {
    const previews = createKeptPreviews()
    previews.show('ann', shown('x', 1))
    expect(previews.show('ann', shown('x', 2))).toEqual(shown('x', 1))
  })

  it('is replaced by another one', () => {
    const previews = createKeptPreviews()
    previews.show('ann', shown('x', 1))
    expect(previews.show('ann', shown('y', 2))).toEqual(shown('y', 2))
    expect(previews.show('ann', shown('x', 3))).toEqual(shown('x', 3))
  })

  it('is forgotten after ten thousand others, unless it was shown again', () => {
    const previews = createKeptPreviews()
    for (const who of ['ann', 'bob']) previews.show(who, shown('x', 1))
    for (let index = 2; index < 10_000; index += 1) previews.show(`other ${index}`, shown('x', 1))
    expect(previews.show('ann', shown('x', 2))).toEqual(shown('x', 1))
    previews.show('one more', shown('x', 1))
    expect(previews.show('ann', shown('x', 3))).toEqual(shown('x', 1))
    expect(previews.show('bob', shown('x', 3))).toEqual(shown('x', 3))
  })
})
