import { expect, it } from 'vitest'
import { addressOf, CLEARED, changed, filterOf, filterWords } from './filter.ts'

const read = (query: string) => filterOf(new URLSearchParams(query))

it('the campaign list has a plain address by default, and adds only what differs', () => {
  expect(addressOf(read(''))).toBe('/campaigns')
  const query = 'search=go+lions&status=all&type=soccer&sort=name&order=asc&view=list&cursor=abc'
  expect(addressOf(read(query))).toBe(`/campaigns?${query}`)
  expect(addressOf(read('status=active&type=all&sort=pledged&order=desc&view=grid&search='))).toBe(
    '/campaigns',
  )
})

it('the campaign list uses the default for an invalid filter', () => {
  expect(read('status=cancelled&type=chess&sort=1&order=up&view=map&cursor=')).toEqual(read(''))
})

it('the campaign search keeps at most 200 characters and drops control characters', () => {
  expect(read(`search=${'x'.repeat(10_000)}`).search).toHaveLength(200)
  expect(read('search=%00%01+lions%00%0A100%25+%00').search).toBe('lions 100%')
})

it('the campaign list starts at page 1 when the filter changes, and keeps its place when the view does', () => {
  const filter = read('cursor=abc&search=x&type=soccer')
  expect(changed(filter, { sort: 'name' }).cursor).toBeNull()
  expect(changed(filter, { view: 'list' }).cursor).toBe('abc')
  expect(addressOf(changed({ ...filter, sort: 'goal' }, CLEARED))).toBe('/campaigns?sort=goal')
})

it('the campaign list describes its filter in words', () => {
  expect(filterWords(read(''))).toBe('active campaigns, all types, most pledged first')
  expect(filterWords(read('status=all&type=custom&sort=name&order=asc'))).toBe(
    'all statuses, Custom Event, by name from A to Z',
  )
})
