import { expect, it } from 'vitest'
import { endsBeforeSeason, expiryText, isCardExpired } from './card-expiry.ts'

it('is good through its month, until that is over everywhere', () => {
  const card = { expMonth: 12, expYear: 2026 }
  const at = (instant: string) => isCardExpired(card, new Date(instant))
  expect(at('2026-12-31T23:59:59Z')).toBe(false)
  expect(at('2027-01-01T11:59:59Z')).toBe(false)
  expect(at('2027-01-01T12:00:00Z')).toBe(true)
  expect(expiryText({ expMonth: 4, expYear: 2027 })).toBe('04/2027')
})

it('ends before the season when its month is over by the time the season is charged', () => {
  const card = { expMonth: 12, expYear: 2026 }
  expect(endsBeforeSeason(card, '2026-12-24')).toBe(false)
  expect(endsBeforeSeason(card, '2026-12-25')).toBe(true)
  expect(endsBeforeSeason({ expMonth: 1, expYear: 2027 }, '2026-12-25')).toBe(false)
})
