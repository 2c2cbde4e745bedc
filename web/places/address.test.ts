import { describe, expect, test } from 'vitest'
import { type AddressPart, addressOf, filledBy } from './address.ts'

const part = (longText: string, shortText: string, ...types: string[]): AddressPart => ({
  longText,
  shortText,
  types,
})
const BEND = [
  part('120', '120', 'street_number'),
  part('Alder Creek Road', 'Alder Creek Rd', 'route'),
  part('Bend', 'Bend', 'locality', 'political'),
  part('Deschutes County', 'Deschutes County', 'administrative_area_level_2', 'political'),
  part('Oregon', 'OR', 'administrative_area_level_1', 'political'),
  part('United States', 'US', 'country', 'political'),
  part('97702', '97702', 'postal_code'),
  part('1234', '1234', 'postal_code_suffix'),
]
const without = (kind: string) => BEND.filter(({ types }) => !types.includes(kind))

describe('the form fields of a found address', () => {
  test('are street, city, state and zip, and the second line comes next', () => {
    expect(addressOf(BEND)).toEqual({
      streetAddress1: '120 Alder Creek Rd',
      streetAddress2: '',
      city: 'Bend',
      state: 'OR',
      zip: '97702',
      leftToDo: null,
      next: 'streetAddress2',
    })
  })

  test('have a borough as the city', () => {
    const brooklyn = [
      ...without('locality'),
      part('Brooklyn', 'Brooklyn', 'sublocality_level_1', 'political'),
    ]
    expect(addressOf(brooklyn).city).toBe('Brooklyn')
  })

  test.each([
    ['District of Columbia', 'DC'],
    ['Guam', 'GU'],
  ])('leave the state to choose for %s (%s), and say so', (name, code) => {
    const found = addressOf([
      ...without('administrative_area_level_1'),
      part(name, code, 'administrative_area_level_1', 'political'),
    ])
    expect(found).toMatchObject({
      state: '',
      next: 'state',
      leftToDo: `${name} is not in the list of states. Choose another address, or pledge by card without one.`,
    })
  })

  test('recognize Puerto Rico as a country', () => {
    const found = addressOf([
      ...without('administrative_area_level_1').filter(({ types }) => !types.includes('country')),
      part('Puerto Rico', 'PR', 'country', 'political'),
    ])
    expect(found.leftToDo).toMatch(/^Puerto Rico is not in the list of states\./)
  })

  test('ask for the house number of a street without one', () => {
    expect(addressOf(without('street_number'))).toMatchObject({
      streetAddress1: 'Alder Creek Rd',
      next: 'streetAddress1',
      leftToDo: 'Add the house number in front of the street.',
    })
  })

  test('are empty for an empty address, with a state to choose', () => {
    expect(addressOf([])).toMatchObject({ streetAddress1: '', city: '', state: '', zip: '', next: 'state' })
  })
})

describe('a found address applied to a form', () => {
  const suite = addressOf([...BEND, part('4B', '4B', 'subpremise')])

  test('fills the second line only if it is empty', () => {
    expect(filledBy(suite, '')).toMatchObject({ streetAddress2: '#4B' })
    expect(filledBy(suite, 'Back door')).not.toHaveProperty('streetAddress2')
    expect(filledBy(addressOf(BEND), '')).not.toHaveProperty('streetAddress2')
  })

  test('clears the fields that it lacks, so that no part of an older address stays', () => {
    expect(filledBy(addressOf(without('postal_code')), '')).toMatchObject({ zip: '' })
  })
})
