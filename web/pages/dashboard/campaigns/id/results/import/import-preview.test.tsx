import { expect, it } from 'vitest'
import { importFacts } from './import-preview.tsx'

const totals = { new: 1, corrections: 1, unchanged: 1, newEvents: 1, unanswered: 0 }

it('one of each is written in the singular, several in the plural, in the campaign’s words', () => {
  expect(importFacts(totals, { match: 'week', matches: 'weeks' })).toEqual([
    ...['1 new', '1 correction', '1 unchanged', '1 week added'],
  ])
  expect(
    importFacts({ ...totals, corrections: 0, newEvents: 2 }, { match: 'match', matches: 'matches' }),
  ).toEqual([...['1 new', '0 corrections', '1 unchanged', '2 matches added']])
})
