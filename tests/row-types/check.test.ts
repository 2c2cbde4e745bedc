import { describe, expect, it } from 'vitest'
import { problemsOf } from './check.ts'
import type { DeclaredColumn } from './declared.ts'
import type { Observed } from './observation.ts'

const site = { file: 'server/money/store.ts', line: 1, column: 1 }
const text: DeclaredColumn = { kinds: new Set(['string']), texts: null, isOptional: false, type: 'string' }
const TEXT = 25
const problems = (declared: Record<string, DeclaredColumn>, columns: Record<string, Observed>) =>
  problemsOf({ ...site, columns: new Map(Object.entries(declared)) }, { ...site, columns })
const seen = (oid: number, ...kinds: Observed['kinds']): Observed => ({ oid, kinds, texts: [] })

describe('a declared row', () => {
  it('fits an answer with the same columns, by their names in code', () => {
    expect(problems({ teamName: text }, { team_name: seen(TEXT, 'string') })).toEqual([])
  })

  it('differs where a column is missing, unless it is optional', () => {
    expect(problems({ name: text }, {})).toEqual(['name is not in the answer'])
    expect(problems({ name: { ...text, isOptional: true } }, {})).toEqual([])
  })

  it('differs where a column comes that it does not name', () => {
    expect(problems({}, { team_name: seen(TEXT) })).toEqual(['teamName is answered and not declared'])
  })

  it('differs where null came and it says never', () => {
    const columns = { name: seen(TEXT, 'string', 'null') }
    expect(problems({ name: text }, columns)).toEqual(['name is null, the type says string'])
    expect(problems({ name: { ...text, kinds: new Set(['string', 'null']) } }, columns)).toEqual([])
  })

  it('differs by the type that PostgreSQL names, also where no row came', () => {
    const numeric = 1700
    const amount: DeclaredColumn = { ...text, kinds: new Set(['number']), type: 'number' }
    expect(problems({ amount }, { amount: seen(numeric) })).toEqual([
      'amount is string, the type says number',
    ])
  })

  it('differs where a text came that its list of texts lacks', () => {
    const state: DeclaredColumn = { ...text, texts: new Set(['open', 'paid']), type: '"open" | "paid"' }
    const came: Observed = { oid: TEXT, kinds: ['string'], texts: ['open', 'void'] }
    expect(problems({ state }, { state: came })).toEqual(['state is void, the type says "open" | "paid"'])
  })

  it('with an unknown value takes anything', () => {
    expect(problems({ facts: { ...text, kinds: 'anything' } }, { facts: seen(3802, 'object') })).toEqual([])
  })
})
