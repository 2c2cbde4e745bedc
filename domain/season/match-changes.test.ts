import { expect, it } from 'vitest'
import { matchChanges } from './match-changes.ts'

type Planned = Parameters<typeof matchChanges>[1]
const RIVAL: Planned = {
  name: 'vs. Rival',
  opponent: 'Rival',
  eventType: 'game',
  startTime: '2026-09-20T16:00:00Z',
}
const ENDS = new Date('2026-09-25T04:00:00Z')
const of = (after: Partial<Planned>, before: Partial<Planned> = {}) =>
  matchChanges(
    { ...RIVAL, ...before },
    { ...RIVAL, ...after },
    { endsAt: ENDS, timeZone: 'America/New_York' },
  )

it.each([
  ['another opponent', { name: 'vs. Minnows', opponent: 'Minnows' }, ['opponent']],
  ['another opponent in the title only', { name: 'vs. Minnows' }, ['opponent']],
  ['another kind', { eventType: 'practice' }, ['kind']],
  ['another week', { startTime: '2026-09-12T16:00:00Z' }, ['moved']],
  ['past the end of the campaign', { startTime: '2026-09-26T16:00:00Z' }, ['moved', 'after_end']],
  ['next year', { startTime: '2027-03-20T16:00:00Z' }, ['moved', 'after_end']],
  ['a longer name of the same opponent', { name: 'vs. Rival High School', opponent: 'Rival High' }, []],
  ['the next day', { startTime: '2026-09-21T16:00:00Z' }, ['moved']],
  ['that evening, tomorrow in Greenwich', { startTime: '2026-09-21T00:30:00Z' }, []],
  ['nothing', {}, []],
] as const)('a match is changed to %s', (_, after, changes) => {
  expect(of(after)).toEqual(changes)
})

it('an opponent that becomes known is no other one', () => {
  expect(of({}, { name: 'Homecoming', opponent: null })).toEqual([])
  expect(of({ name: 'vs. Rival' }, { name: 'vs. TBD', opponent: null })).toEqual([])
})
