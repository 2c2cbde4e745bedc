import { expect, it } from 'vitest'
import { reasonNotToResend } from './mailed-lately.ts'

it('a mail to an address can be sent again an hour after the last one, and says until then when', () => {
  const now = Date.parse('2026-09-10T16:00:00Z')
  expect(reasonNotToResend({ mailedAt: null }, now)).toBeUndefined()
  expect(reasonNotToResend({ mailedAt: '2026-09-10T15:00:00Z' }, now)).toBeUndefined()
  expect(reasonNotToResend({ mailedAt: '2026-09-10T15:00:30Z' }, now)).toMatch(/again in 1 minute$/)
  expect(reasonNotToResend({ mailedAt: '2026-09-10T15:40:00Z' }, now)).toMatch(/again in 40 minutes$/)
  expect(reasonNotToResend({ mailedAt: '2026-09-10T16:00:40Z' }, now)).toMatch(/again in an hour$/)
})

it('a mail that the limit of the day holds back says from when it can be sent, unless the hour ends later', () => {
  const now = Date.parse('2026-09-10T16:00:00Z')
  const limit = (againAt: string) => ({ againAt, timeZone: 'America/New_York' })
  const words = reasonNotToResend({ mailedAt: null }, now, limit('2026-09-11T13:05:00Z'))
  expect(words).toMatch(/^Today’s limit for invitations is reached\. You can send it after Sep 11, 9:05.AM$/)
  expect(reasonNotToResend({ mailedAt: '2026-09-10T15:55:00Z' }, now, limit('2026-09-10T16:10:00Z'))).toMatch(
    /55 minutes$/,
  )
  expect(reasonNotToResend({ mailedAt: null }, now, limit('2026-09-10T15:00:00Z'))).toBeUndefined()
})

it('a mail to an address that got three from anywhere says when the next can go', () => {
  const now = Date.parse('2026-09-10T16:00:00Z')
  const mailableAt = '2026-09-10T16:25:00Z'
  expect(reasonNotToResend({ mailedAt: null, mailableAt }, now)).toBe(
    'This address got three emails within the hour. You can send it again in 25 minutes',
  )
  expect(reasonNotToResend({ mailedAt: '2026-09-10T15:30:00Z', mailableAt }, now)).toMatch(
    /^Sent .* 30 minutes$/,
  )
  expect(reasonNotToResend({ mailedAt: null, mailableAt: '2026-09-10T16:00:00Z' }, now)).toBeUndefined()
})
