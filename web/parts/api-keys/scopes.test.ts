import { expect, it } from 'vitest'
import { allToRead, offeredTo, scopesInWords, withScope } from './scopes.ts'

it('says what a key may do', () => {
  expect(scopesInWords(allToRead('an organization'), 'an organization')).toBe('Reads everything.')
  expect(scopesInWords(offeredTo(null), null)).toBe('Reads everything. Changes everything.')
  expect(scopesInWords(['results:read', 'results:write', 'pledges:read'], null)).toBe(
    'Reads results, pledges. Changes results.',
  )
})

it('to write includes to read', () => {
  const on = withScope([], { noun: 'results', access: 'write', isOn: true })
  expect(on).toEqual(['results:read', 'results:write'])
  expect(withScope(on, { noun: 'results', access: 'write', isOn: false })).toEqual(['results:read'])
  expect(withScope(on, { noun: 'results', access: 'read', isOn: false })).toEqual([])
})
