import { expect, test } from 'vitest'
import type { User } from '#domain/schemas/user.ts'
import { ApiError } from '#web/api-error.ts'
import { answersOf, currentIn, overtakenWords } from './part.tsx'

const opened = { firstName: 'Rosa', lastName: 'Ruiz', phone: null, city: 'Bend', version: 1 } as User
const now = { ...opened, phone: '541-555-0100', city: 'Salem', version: 2 } as User

test('a profile that was changed in another tab keeps what was typed, and takes the rest from there (R54)', () => {
  const answers = answersOf(now, { lastName: 'Ruiz Ortega', city: '' })
  expect(answers).toMatchObject({ lastName: 'Ruiz Ortega', city: '', phone: '541-555-0100', zip: '' })
})

test('what was changed on both sides is named with what is saved now', () => {
  const words = overtakenWords(opened, now, { lastName: 'Ruiz Ortega', city: 'Redmond' })
  expect(words).toContain('City is now “Salem”. Save again to replace that with what you typed.')
  expect(words).not.toContain('Last name')
  expect(words).not.toContain('Phone')
  expect(overtakenWords(opened, now, { lastName: 'Ruiz Ortega' })).toContain('Look it over, then save again.')
})

test('only an outdated version counts as changed elsewhere', () => {
  const stale = new ApiError('Someone changed this', 409, { code: 'stale', details: { current: now } })
  expect(currentIn(stale)).toBe(now)
  expect(currentIn(new ApiError('HTTP 409', 409))).toBeNull()
  expect(currentIn(null)).toBeNull()
})
