import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idEndOf, shortCode } from './short-code.ts'

test('every id comes back from its code, typed in whatever way', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (id) => {
      const code = shortCode(id)
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
      expect(idEndOf(code)).toBe(id.slice(-12))
      expect(idEndOf(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `)).toBe(id.slice(-12))
    }),
  )
})

test('what is no code is none', () => {
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
