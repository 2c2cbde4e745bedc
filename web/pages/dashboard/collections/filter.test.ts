import { expect, it } from 'vitest'
import { OPEN_STATES } from '#domain/billing/collection.ts'
import { COLLECTION_SORTS, OPEN_FILTERS } from '#domain/schemas/collection.ts'
import { addressOfFilter, type CollectionsFilter, filterOf, ORDERS, STATE_BADGES } from './filter.ts'

const of = (query: string) => filterOf(new URLSearchParams(query))
const ID = '0190a5c2-7b1e-7cc3-98a4-5b6f0d2e1a77'

it('collections open with the default filter for an empty or invalid address', () => {
  for (const nonsense of ['view=x', 'show=lost', 'by=luck', 'campaign=1', 'charge=x', 'page=0', 'page=1.5'])
    expect(of(nonsense)).toEqual(of(''))
})

it('a collections filter is read back from its own address', () => {
  const look: CollectionsFilter = {
    view: 'campaigns',
    show: 'overdue',
    by: 'rate',
    campaign: ID,
    search: 'A & b',
    page: 3,
    charge: ID,
  }
  expect(of(addressOfFilter({ ...look }, { charge: ID }).split('?')[1] ?? '')).toEqual(look)
})

it('a new collections filter starts at page 1; opening a charge keeps the page', () => {
  expect(addressOfFilter(of('page=4'), { show: 'all' })).toBe('/dashboard/collections?show=all')
  expect(addressOfFilter(of('page=4'), { charge: ID })).toBe(`/dashboard/collections?page=4&charge=${ID}`)
  expect(addressOfFilter(of(`page=4&charge=${ID}`), { charge: '' })).toBe('/dashboard/collections?page=4')
})

it('every collections state and sort order is known to the server', () => {
  expect(Object.keys(STATE_BADGES)).toEqual([...OPEN_STATES])
  expect(OPEN_FILTERS).toEqual(['late', 'all', ...Object.keys(STATE_BADGES)])
  expect(ORDERS.map(({ value }) => value)).toEqual([...COLLECTION_SORTS])
})

it('the lines of what is billed and not collected have filters of their own', () => {
  for (const show of ['cards', 'upcoming']) expect(of(`show=${show}`).show).toBe(show)
})
