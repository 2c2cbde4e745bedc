import { expect, test } from 'vitest'
import { emptyIn, NO_PAYER } from './payer.ts'

const ROSA = {
  ...{ firstName: 'Rosa', lastName: 'Diaz', phone: '541-555-0100', streetAddress1: '1 Main St' },
  ...{ streetAddress2: '', city: 'Bend', state: 'OR', zip: '97701' },
}

test('an invoice needs every field but the second line, and a ZIP code as the US writes them', () => {
  expect(emptyIn(ROSA)).toBeNull()
  expect(emptyIn({ ...ROSA, zip: ' 97701-1234 ' })).toBeNull()
  expect(emptyIn(NO_PAYER)).toEqual({ name: 'firstName', says: 'Enter your first name' })
  expect(emptyIn({ ...ROSA, zip: '' })).toEqual({ name: 'zip', says: 'Enter your ZIP code' })
  for (const zip of ['abc', '9', '977011'])
    expect(emptyIn({ ...ROSA, zip })).toEqual({ name: 'zip', says: 'Enter a ZIP code such as 97701' })
})
