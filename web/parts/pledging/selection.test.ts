import { expect, test } from 'vitest'
import { estimateAtTarget } from '#domain/pledges/pledge.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import {
  amountProblem,
  capProblem,
  change,
  chosenOf,
  estimatedTotalOf,
  NOTHING,
  payloadOf,
  readSelection,
  suggestedCapOf,
} from './selection.ts'

const statistic = (id: string, more: Partial<Statistic> = {}): Statistic => ({
  id,
  campaignId: 'c',
  name: 'Goals',
  description: null,
  type: 'per_increment',
  icon: 'faFutbol',
  unitName: 'goal',
  expectedMin: null,
  expectedMax: 44,
  expectedTarget: 38,
  lastYearResult: 34,
  lastYearMatches: null,
  chancePercent: null,
  pledgeAmountOptions: [1.25, 3, 7],
  allowCustomAmounts: true,
  isActive: true,
  sortOrder: 0,
  confirmedQuantity: 16,
  unconfirmedQuantity: 0,
  achievement: null,
  version: 1,
  ...more,
})
const all = [statistic('g'), statistic('t', { type: 'per_achievement', lastYearResult: null })]
const play = (...actions: Parameters<typeof change>[1][]) => actions.reduce(change, NOTHING)
const rates = (selection: typeof NOTHING) => payloadOf(selection, chosenOf(selection, all)).pledgeStatistics

test('a selected statistic without an amount is not part of the pledge', () => {
  const selection = play({ do: 'select', id: 'g' })
  expect(selection.picks.g).toEqual({ preset: null, custom: '' })
  expect(rates(selection)).toEqual([])
})

test('choosing a preset clears the custom amount, and vice versa', () => {
  const typed = play({ do: 'select', id: 'g' }, { do: 'custom', id: 'g', text: '4.5' })
  expect(rates(typed)).toEqual([{ statisticId: 'g', pledgeAmount: '4.50', estimatedTotal: '153.00' }])
  const preset = change(typed, { do: 'preset', id: 'g', amount: '3' })
  expect(preset.picks.g).toEqual({ preset: '3', custom: '' })
  expect(change(preset, { do: 'custom', id: 'g', text: '5' }).picks.g).toEqual({ preset: null, custom: '5' })
})

test.each(['', '0', '0.00'])('leaving the custom amount at %j deselects the statistic', (text) => {
  const left = play(
    { do: 'select', id: 'g' },
    { do: 'custom', id: 'g', text },
    { do: 'leaveCustom', id: 'g' },
  )
  expect(left.picks).toEqual({})
})

test.each(['-5', 'ten', '1.005', '1e3'])(
  'the invalid custom amount %j stays in the field and is not pledged',
  (text) => {
    const left = play({ do: 'custom', id: 'g', text }, { do: 'leaveCustom', id: 'g' })
    expect(left.picks.g?.custom).toBe(text)
    expect(rates(left)).toEqual([])
  },
)

test.each(['10000.01', '9999999999999'])(
  'the custom amount %j is reported as too large, and still sent so that the server refuses it',
  (text) => {
    const typed = play({ do: 'custom', id: 'g', text })
    expect(amountProblem(typed.picks.g ?? { preset: null, custom: '' })).toBe(
      'Pledge at most $10,000.00 per statistic',
    )
    expect(rates(typed)).toMatchObject([{ pledgeAmount: '10000.01', estimatedTotal: '340000.34' }])
  },
)

test.each(['-5', 'ten', '1e3'])('the invalid custom amount %j leaves an earlier preset chosen', (text) => {
  const typed = play({ do: 'preset', id: 'g', amount: '3' }, { do: 'custom', id: 'g', text })
  expect(amountProblem(typed.picks.g ?? { preset: null, custom: '' })).toBe('Enter an amount such as 12.50')
  const left = change(typed, { do: 'leaveCustom', id: 'g' })
  expect(rates(left)).toEqual([{ statisticId: 'g', pledgeAmount: '3.00', estimatedTotal: '102.00' }])
  const cleared = change(change(left, { do: 'custom', id: 'g', text: '' }), { do: 'leaveCustom', id: 'g' })
  expect(cleared.picks.g).toEqual({ preset: '3', custom: '' })
})

test('a 0 typed over a preset deselects the statistic on leaving the field, not before', () => {
  const typed = play({ do: 'preset', id: 'g', amount: '3' }, { do: 'custom', id: 'g', text: '0' })
  expect(rates(typed)).toHaveLength(1)
  expect(change(typed, { do: 'leaveCustom', id: 'g' }).picks).toEqual({})
})

test('custom amounts such as .5 and 12. are understood', () => {
  for (const [text, amount] of [
    ['.5', '0.50'],
    ['12.', '12.00'],
    [' 7 ', '7.00'],
  ] as const)
    expect(rates(play({ do: 'custom', id: 'g', text }))[0]?.pledgeAmount).toBe(amount)
})

test('removing a statistic from the selection keeps the others', () => {
  const both = play({ do: 'preset', id: 'g', amount: '3' }, { do: 'preset', id: 't', amount: '25' })
  expect(Object.keys(change(both, { do: 'cancel', id: 'g' }).picks)).toEqual(['t'])
})

test('the pledge-card page estimates by the target, for total and suggested cap too (R49)', () => {
  const picked = play({ do: 'preset', id: 'g', amount: '7' }, { do: 'preset', id: 't', amount: '50' })
  const chosen = chosenOf(picked, all, estimateAtTarget)
  expect(chosen.map(({ estimate }) => estimate)).toEqual([26_600, 5_000])
  expect(estimatedTotalOf(chosen)).toBe('316.00')
  expect(suggestedCapOf(chosen)).toBe('474.00')
  const without = [statistic('g', { expectedTarget: null })]
  expect(estimatedTotalOf(chosenOf(picked, without, estimateAtTarget))).toBe('7.00')
  const nothing = [statistic('g', { expectedTarget: 0 })]
  expect(estimatedTotalOf(chosenOf(picked, nothing, estimateAtTarget))).toBe('7.00')
})

test('a custom maximum is the cap; an empty field means no cap', () => {
  const picked = play({ do: 'preset', id: 'g', amount: '3' }, { do: 'customMaximum', text: '150' })
  expect(payloadOf(picked, chosenOf(picked, all)).maximumAmount).toBe('150.00')
  expect(capProblem(change(picked, { do: 'customMaximum', text: '0' }))).toBeDefined()
  const emptied = change(picked, { do: 'customMaximum', text: '' })
  expect(payloadOf(emptied, chosenOf(emptied, all)).maximumAmount).toBeNull()
  expect(capProblem(emptied)).toBeUndefined()
})

test('a kept selection is read back, and invalid data is ignored', () => {
  const kept = play({ do: 'preset', id: 'g', amount: '3' }, { do: 'toggleCap', suggested: '200.00' })
  expect(readSelection(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  for (const other of [null, 7, 'x', [], {}, { ...kept, cap: 3 }, { ...kept, picks: { g: { preset: 3 } } }])
    expect(readSelection(other)).toBeNull()
})

test('the cap starts at the larger of $200 and 1.5 times the estimate (R8)', () => {
  const small = play({ do: 'preset', id: 'g', amount: '3' })
  expect(suggestedCapOf(chosenOf(small, all))).toBe('200.00')
  const large = play({ do: 'preset', id: 'g', amount: '7' }, { do: 'custom', id: 't', text: '40' })
  expect(suggestedCapOf(chosenOf(large, all))).toBe('417.00')
  const on = change(large, { do: 'toggleCap', suggested: '417.00' })
  expect(payloadOf(on, chosenOf(on, all)).maximumAmount).toBe('417.00')
  expect(capProblem(change(on, { do: 'cap', text: '0' }))).toBeDefined()
  expect(capProblem(change(on, { do: 'cap', text: '1,000,000.00' }))).toBeUndefined()
  expect(capProblem(change(on, { do: 'cap', text: '1000000.01' }))).toBe(
    'The maximum can be at most $1,000,000.00',
  )
  const off = change(on, { do: 'toggleCap', suggested: '' })
  expect(payloadOf(off, chosenOf(off, all)).maximumAmount).toBeNull()
  expect(capProblem(off)).toBeUndefined()
})

test('an amount typed with a dollar sign or grouped thousands counts, a comma for a point does not', () => {
  const typed = (text: string) => play({ do: 'select', id: 'g' }, { do: 'custom', id: 'g', text })
  expect(rates(typed('$5'))[0]?.pledgeAmount).toBe('5.00')
  expect(rates(typed('1,000'))[0]?.pledgeAmount).toBe('1000.00')
  expect(amountProblem(typed('1,000').picks.g ?? { preset: null, custom: '' })).toBeUndefined()
  expect(amountProblem(typed('12,50').picks.g ?? { preset: null, custom: '' })).toBe(
    'Enter an amount such as 12.50',
  )
})
