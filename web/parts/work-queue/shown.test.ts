import { expect, it } from 'vitest'
import { stepsParamsIn, stepsSearch, stepsShownOf } from './shown.ts'

const of = (query: string) => stepsShownOf(new URLSearchParams(query))

it('the address says which next steps are shown, and an unreadable one shows the first few (R73)', () => {
  const show = 'mine_if_any'
  expect(of('')).toEqual({ isOpen: false, page: 1, kind: null, show })
  expect(of('steps=3&kind=settle&show=all')).toEqual({ isOpen: true, page: 3, kind: 'settle', show: 'all' })
  expect(of('kind=settle')).toEqual({ isOpen: true, page: 1, kind: 'settle', show })
  for (const nonsense of ['steps=0', 'steps=1.5', 'steps=x', 'steps=99999', 'kind=nothing'])
    expect(of(nonsense)).toEqual({ isOpen: false, page: 1, kind: null, show })
})

it('other next steps leave the rest of the address as it is, and it leaves them', () => {
  const params = new URLSearchParams('stage=active&search=harbor&steps=2&kind=settle')
  expect(stepsSearch(params, { page: 3, kind: null })).toBe('?stage=active&search=harbor&steps=3')
  expect(stepsParamsIn(params).toString()).toBe('steps=2&kind=settle')
  expect(stepsParamsIn(new URLSearchParams('stage=active')).toString()).toBe('')
})
