import { expect, it } from 'vitest'
import { kindOf, patternOf, patternsOf } from './addresses.ts'

const PATTERNS = ['', 'campaigns', 'campaigns/:id', 'campaigns/:id/pledge', 'campaigns/new', 'card/:id?']

it('the screen at an address is the one whose pattern it fits, a fixed one first', () => {
  expect(
    ['/', '/campaigns/7?tab=events#top', '/campaigns/new', '/campaigns/7/pledge', '/card', '/card/7'].map(
      (address) => patternOf(PATTERNS, address),
    ),
  ).toEqual(['', 'campaigns/:id', 'campaigns/new', 'campaigns/:id/pledge', 'card/:id?', 'card/:id?'])
  expect([patternOf(PATTERNS, '/nowhere'), patternOf(PATTERNS, '/campaigns/7/8/9')]).toEqual([null, null])
})

it('two addresses of one screen are alike, and two of its tabs are not', () => {
  const [one, other, tab] = ['/campaigns/1', '/campaigns/2#a', '/campaigns/1?tab=results&enter=match'].map(
    (address) => kindOf(PATTERNS, address),
  )
  expect([one === other, one === tab, tab]).toEqual([true, false, '/campaigns/:id?tab=results'])
})

it('what leads nowhere is no screen', () => {
  expect(
    patternsOf([
      { path: '*', file: 'a' },
      { index: true, file: 'b' },
      { path: 'c', file: 'c' },
    ]),
  ).toEqual(['', 'c'])
})
