import { expect, it } from 'vitest'
import { reasonNotToResend } from './mailed-lately.ts'

it('a mail to an address can be sent again an hour after the last one, and says until then when', () => {
  const now = Date.parse('2026-09-10T16:00:00Z')
  expect(reasonNotToResend(null, now)).toBeUndefined()
  expect(reasonNotToResend('2026-09-10T15:00:00Z', now)).toBeUndefined()
  expect(reasonNotToResend('2026-09-10T15:00:30Z', now)).toMatch(/again in 1 minute$/)
  expect(reasonNotToResend('2026-09-10T15:40:00Z', now)).toMatch(/again in 40 minutes$/)
})
