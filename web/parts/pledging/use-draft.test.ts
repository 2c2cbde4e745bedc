import { expect, test } from 'vitest'
import type { PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { creditedBy } from './draft.ts'

const of = (id: string) => ({ id }) as PublicAmbassador
const emma = of('emma')
const noah = of('noah')

test('an ambassador who was removed since they were chosen is chosen no longer (R42)', () => {
  expect(creditedBy('emma', { joined: [emma, noah], credited: noah })).toBe('emma')
  expect(creditedBy('emma', { joined: [noah], credited: noah })).toBe('noah')
  expect(creditedBy('emma', { joined: [], credited: null })).toBeNull()
})

test('a choice stays while the list is loaded, and an ambassador who has not joined by their link', () => {
  expect(creditedBy('emma', { joined: undefined, credited: null })).toBe('emma')
  expect(creditedBy('emma', { joined: [], credited: emma })).toBe('emma')
})

test('no choice credits the ambassador whose link was followed, and “No ambassador” credits no one', () => {
  expect(creditedBy(undefined, { joined: [noah], credited: emma })).toBe('emma')
  expect(creditedBy(null, { joined: [noah], credited: emma })).toBeNull()
})
