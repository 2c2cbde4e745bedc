import { expect, it } from 'vitest'
import { askOwner } from './organizations-table.tsx'

const of = (...names: string[]) => askOwner(names.map((organizationName) => ({ organizationName })))

it('those who only enter results are told whose owner to ask', () => {
  expect(of('Waco Wolves')).toBe(
    'You work for Waco Wolves, but not as an owner. Ask an owner of Waco Wolves to set up the campaign, or to make you an owner. Create another organization only if the money is not for it.',
  )
  expect(of('A', 'B', 'C', 'D')).toMatch(
    /^You work for A, B, C and others, but not as an owner\. Ask an owner of A or B or C to/,
  )
  expect(of('A', 'B')).toMatch(/is not for them\.$/)
})
