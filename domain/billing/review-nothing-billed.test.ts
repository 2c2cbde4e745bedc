import { expect, it } from 'vitest'
import { dollars, ZERO } from '../money.ts'
import { exceptionsOf } from './settlement-preview.ts'

it('a pledge that is billed nothing is no decrease', () => {
  const reviewed = { toBill: ZERO, billedBefore: dollars('20.00'), uncapped: ZERO, most: dollars('100.00') }
  expect(exceptionsOf(reviewed, dollars('20.00'))).toEqual([])
})
