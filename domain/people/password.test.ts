import { expect, it } from 'vitest'
import { reasonAgainstPassword } from './password.ts'

it.each([
  'aaaaaaaa',
  'AAAAaaaa',
  'abababab',
  'abcabcabc',
  'xyxyxyxyx',
  '11112222',
  'ａａａａａａａａ',
  '12345678',
  '87654321',
  'abcdefgh',
  'hgfedcba',
  'abcd1234',
  '1234abcd',
  'qwertyui',
  'asdf1234',
  '1111222233',
  'aaaabbbb1',
  '12345678!',
  'rosadiaz',
  'RosaDiaz1',
  'rosadiaz99',
  'rosadiaz@example.org',
])('%j is refused', (password) => {
  expect(reasonAgainstPassword(password, 'rosadiaz@example.org')).toMatch(/choose another one$/)
})

it.each([
  'correct horse',
  'demo-password',
  'what jo chose',
  'Tr0ub4dor&3',
  'a long password',
  'rosadiaz likes tea',
  'x7Kp29Qm',
  'two turtles',
])('%j is accepted', (password) => {
  expect(reasonAgainstPassword(password, 'rosadiaz@example.org')).toBeNull()
})

it('a short local part is in many words, and without an address there is none to compare', () => {
  expect(reasonAgainstPassword('always tea', 'al@example.org')).toBeNull()
  expect(reasonAgainstPassword('rosadiaz', null)).toBeNull()
})
