import { expect, test, vi } from 'vitest'
import { ambassadorName, codeIn, keptCode } from './referral.ts'

test('a referral code is read from an address only if it is well-formed', () => {
  const code = (ref: string) => codeIn(new URLSearchParams({ ref }))
  expect(code(' amber234 ')).toBe('AMBER234')
  for (const bad of [
    '',
    'A',
    '<script>alert(1)</script>',
    "' or 1=1 --",
    '../../x',
    'A'.repeat(10_000),
    '\u0000',
  ])
    expect(code(bad), bad).toBeNull()
  expect(codeIn(new URLSearchParams())).toBeNull()
})

test('a referral code is kept for 30 days per campaign, and invalid stored data is ignored', () => {
  const stored = new Map<string, string>()
  const getItem = (key: string) => stored.get(key) ?? null
  vi.stubGlobal('localStorage', { getItem })
  const days = (count: number) => Date.now() - count * 86_400_000
  stored.set('ref:one', JSON.stringify({ code: 'AMBER234', at: days(29) }))
  expect([keptCode('one'), keptCode('two')]).toEqual(['AMBER234', null])
  for (const odd of [{ code: 'AMBER234', at: days(31) }, { code: '<b>', at: days(1) }, { at: days(1) }, 7]) {
    stored.set('ref:one', JSON.stringify(odd))
    expect(keptCode('one')).toBeNull()
  }
  stored.set('ref:one', 'not json')
  expect(keptCode('one')).toBeNull()
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  expect(keptCode('one')).toBeNull()
})

test('an ambassador is shown by first name and initial', () => {
  const ambassador = { id: '1', ambassadorReferralCode: 'AMBER234', firstName: 'Amber', lastInitial: 'L' }
  expect(ambassadorName(ambassador)).toBe('Amber L.')
  expect(ambassadorName({ ...ambassador, firstName: 'Ambassador', lastInitial: '' })).toBe('Ambassador')
})
