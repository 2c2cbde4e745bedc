/** Which settlements a campaign can have (R21, R33). */
import { describe, expect, it } from 'vitest'
import { reasonNotToSettle } from './settlement.ts'

describe('settling (R21, R33):', () => {
  it.each(['draft', 'cancelled'] as const)(
    'a %s campaign has nothing to settle, of either kind',
    (status) => {
      for (const kind of ['progress', 'final'] as const)
        expect(reasonNotToSettle(kind, { status, isFinalLocked: false })).toContain(status)
    },
  )

  it.each(['active', 'paused', 'completed'] as const)('a %s campaign is settled', (status) => {
    for (const kind of ['progress', 'final'] as const)
      expect(reasonNotToSettle(kind, { status, isFinalLocked: false })).toBeNull()
  })

  it('after the final lock only another final version is left', () => {
    const facts = { status: 'completed', isFinalLocked: true } as const
    expect(reasonNotToSettle('progress', facts)).toMatch(/another final version/)
    expect(reasonNotToSettle('final', facts)).toBeNull()
  })
})
