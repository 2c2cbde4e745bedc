import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idEndOf, shortCode } from './lookup.ts'

test('an id is found by its short code, typed in any case, with spaces or a dash', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (id) => {
      const code = shortCode(id)
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
      expect(idEndOf(code)).toBe(id.slice(-12))
      expect(idEndOf(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `)).toBe(id.slice(-12))
    }),
  )
})

test('a text that is not a short code is refused', () => {
  for (const text of [
    '',
    'ABC',
    'ABCDEFGHJ0',
    'ABCDEFGHJKL',
    '9999999999',
    '../../etc/',
    '\u0000'.repeat(10),
  ])
    expect(idEndOf(text)).toBeNull()
})
