import { expect, test } from 'vitest'
import { emptyIn, NO_PAYER } from './payer.ts'

const ROSA = {
  firstName: 'Rosa',
  lastName: 'Diaz',
  phone: '541-555-0100',
  streetAddress1: '1 Main St',
  streetAddress2: '',
  city: 'Bend',
  state: 'OR',
  zip: '97701',
  confirmedZip: '',
}

test('an invoice needs one name, every other field but the second line, and a ZIP code as the US writes them', () => {
  expect(emptyIn(ROSA)).toBeNull()
  expect(emptyIn({ ...ROSA, zip: ' 97701-1234 ' })).toBeNull()
  expect(emptyIn({ ...ROSA, lastName: '' })).toBeNull()
  expect(emptyIn({ ...ROSA, firstName: '' })).toBeNull()
  expect(emptyIn(NO_PAYER)).toEqual({ name: 'firstName', says: 'Enter your first name' })
  expect(emptyIn({ ...ROSA, zip: '' })).toEqual({ name: 'zip', says: 'Enter your ZIP code' })
  for (const zip of ['abc', '9', '2134', '977011'])
    expect(emptyIn({ ...ROSA, zip })).toEqual({ name: 'zip', says: 'Enter a ZIP code such as 97701' })
})

test('a ZIP code of another state is asked about, until that state and ZIP code are confirmed', () => {
  const says = 'This ZIP code is in Rhode Island: correct it or the state, or confirm it below'
  const typed = { ...ROSA, state: 'MA', zip: '02903' }
  expect(emptyIn(typed)).toEqual({ name: 'zip', says })
  expect(emptyIn({ ...typed, confirmedZip: 'MA 02903' })).toBeNull()
  expect(emptyIn({ ...typed, state: 'CT', confirmedZip: 'MA 02903' })).toEqual({ name: 'zip', says })
})
