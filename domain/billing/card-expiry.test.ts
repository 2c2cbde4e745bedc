import { expect, it } from 'vitest'
import { endsBeforeSeason, expiryText, isCardExpired } from './card-expiry.ts'

it('a card is valid until its expiry month is over in every time zone', () => {
  const card = { expMonth: 12, expYear: 2026 }
  const at = (instant: string) => isCardExpired(card, new Date(instant))
  expect(at('2026-12-31T23:59:59Z')).toBe(false)
  expect(at('2027-01-01T11:59:59Z')).toBe(false)
  expect(at('2027-01-01T12:00:00Z')).toBe(true)
  expect(expiryText({ expMonth: 4, expYear: 2027 })).toBe('04/2027')
})

it('a card expires before the season is charged if its month is over a week after the season ends', () => {
  const card = { expMonth: 12, expYear: 2026 }
  expect(endsBeforeSeason(card, '2026-12-24')).toBe(false)
  expect(endsBeforeSeason(card, '2026-12-25')).toBe(true)
  expect(endsBeforeSeason({ expMonth: 1, expYear: 2027 }, '2026-12-25')).toBe(false)
})
