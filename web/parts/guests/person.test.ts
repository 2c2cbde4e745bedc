import { expect, it } from 'vitest'
import { personIn } from './person.ts'

it('a wallet’s name is split after its first word, however many follow', () => {
  expect(personIn({ name: ' Ana  Maria de la Cruz ', postalCode: ' 97701 ' })).toEqual({
    firstName: 'Ana',
    lastName: 'Maria de la Cruz',
    zip: '97701',
  })
})

it('what a wallet leaves out, or writes as one word, is left out', () => {
  expect(personIn({})).toEqual({ firstName: null, lastName: null, zip: null })
  expect(personIn({ name: 'Cher', postalCode: '  ' })).toEqual({
    firstName: 'Cher',
    lastName: null,
    zip: null,
  })
})

it('a name that is longer than the API takes is cut', () => {
  const person = personIn({ name: `${'a'.repeat(120)} ${'b'.repeat(120)}`, postalCode: '1'.repeat(30) })
  expect([person.firstName, person.lastName, person.zip].map((text) => text?.length)).toEqual([100, 100, 20])
})

it('a part of a wallet’s name that cannot be a name is left out', () => {
  expect(personIn({ name: 'john.smith Ruiz' })).toEqual({ firstName: null, lastName: 'Ruiz', zip: null })
})
