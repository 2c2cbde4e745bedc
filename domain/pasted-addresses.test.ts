import { expect, it } from 'vitest'
import { readAddresses } from './ambassador-list.ts'

const read = (text: string) => readAddresses(text)?.map(({ email, name }) => [email, name])

it('a space behind mailto: is no part of the address', () => {
  expect(read('mailto: ann@x.org')).toEqual([['ann@x.org', null]])
})

it('doubled quotes in a quoted cell are one quote of the name', () => {
  expect(read('"Ann ""Nan"" Love",ann@x.org')).toEqual([['ann@x.org', 'Ann "Nan" Love']])
})

it('a text without any line has no addresses', () => {
  expect(read('\n\n')).toEqual([])
})
