import { expect, it } from 'vitest'
import { proposedRows } from '#web/parts/statistics/proposals.ts'
import { NO_PROPOSALS } from './draft.ts'
import { isNoneChosen, startingStatistics } from './step-details-parts.tsx'

it('a campaign that is to start with statistics has at least one', () => {
  const soccer = proposedRows('soccer').map((row) => ({ ...row, isChosen: false }))
  const none = { isOn: true, rows: { soccer } }
  expect(isNoneChosen('soccer', none)).toBe(true)
  expect(isNoneChosen('football', none)).toBe(false)
  expect(isNoneChosen('soccer', { ...none, isOn: false })).toBe(false)
  expect(isNoneChosen('soccer', NO_PROPOSALS)).toBe(false)
  expect(startingStatistics('soccer', none)).toEqual([])
})
