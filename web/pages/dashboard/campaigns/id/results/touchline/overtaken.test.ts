import { describe, expect, it } from 'vitest'
import type { KeptMatch } from '#web/touchline/entry.ts'
import type { Count } from './count.ts'
import { countedOn, decided, type Overtaken, overtakenOf } from './matches.ts'
import { emptyMatch } from './new-match.tsx'

const count = (value: string, standing: number | null): Count => ({
  choice: 'e1',
  added: emptyMatch,
  note: '',
  evidenceUrl: '',
  typed: { goals: { value, standing } },
})
const is = (now: number | null) => () => now
const overtaken = (change: Partial<Overtaken>): Overtaken[] => [
  { statisticId: 'goals', counted: '1', now: 2, together: null, ...change },
]

describe('a figure that somebody else entered another one for', () => {
  it.each<[string, Count, number | null, Overtaken[]]>([
    ['is asked about', count('1', null), 2, overtaken({ together: 3 })],
    [
      'is asked about where it would raise the result',
      count('5', 3),
      4,
      overtaken({ counted: '5', now: 4, together: 6 }),
    ],
    ['cannot be added where it lowered the result', count('2', 3), 4, overtaken({ counted: '2', now: 4 })],
    [
      'is asked about where the result was voided',
      count('5', 3),
      null,
      overtaken({ counted: '5', now: null }),
    ],
    [
      'adds hundredths exactly',
      count('0.2', null),
      0.1,
      overtaken({ counted: '0.2', now: 0.1, together: 0.3 }),
    ],
    ['is not asked about where it is the same', count('2', null), 2, []],
    ['is not asked about where nothing changed', count('3', 2), 2, []],
    ['is not asked about where nothing is typed', count('', 1), 2, []],
  ])('%s', (_, given, now, expected) => {
    expect(overtakenOf(given, is(now))).toEqual(expected)
  })

  it('is not asked about where this device sent it before it counted on', () => {
    const rows = [{ statisticId: 'goals', quantity: '1', standing: null }]
    const from = { match: { rows } } as unknown as KeptMatch
    expect(overtakenOf({ ...count('2', null), from }, is(1))).toEqual([])
    expect(overtakenOf({ ...count('2', null), from }, is(3))).toHaveLength(1)
  })

  it('is asked about again with the figure that was refused, and with a lower one', () => {
    expect(overtakenOf(count('3', null), is(2), { goals: '3' })).toHaveLength(1)
    expect(overtakenOf(count('1', null), is(2), { goals: '3' })).toHaveLength(1)
  })

  it('is counted on from there with a higher one', () => {
    expect(overtakenOf(count('4', null), is(2), { goals: '3' })).toEqual([])
    expect(countedOn(count('4', null), is(2), { goals: '3' }).typed).toEqual({
      goals: { value: '4', standing: 2 },
    })
    expect(countedOn(count('3', null), is(2), { goals: '3' })).toEqual(count('3', null))
  })
})

it.each([
  ['keeps the current result', 'keep' as const, {}],
  ['saves what was counted', 'save' as const, { goals: { value: '1', standing: 2 } }],
  ['adds both', 'add' as const, { goals: { value: '3', standing: 2 } }],
])('a decision %s', (_, how, typed) => {
  const [one] = overtaken({ together: 3 })
  expect(decided(count('1', null), one as Overtaken, how).typed).toEqual(typed)
})
