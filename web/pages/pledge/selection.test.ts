import { expect, test } from 'vitest'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { capProblem, change, chosenOf, NOTHING, payloadOf, suggestedCapOf } from './selection.ts'

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

test('selecting adds it with no amount, which does not count', () => {
  const selection = play({ do: 'select', id: 'g' })
  expect(selection.picks.g).toEqual({ preset: null, custom: '' })
  expect(rates(selection)).toEqual([])
})

test('a preset clears the own amount, and the other way round', () => {
  const typed = play({ do: 'select', id: 'g' }, { do: 'custom', id: 'g', text: '4.5' })
  expect(rates(typed)).toEqual([{ statisticId: 'g', pledgeAmount: '4.50', estimatedTotal: '153.00' }])
  const preset = change(typed, { do: 'preset', id: 'g', amount: '3' })
  expect(preset.picks.g).toEqual({ preset: '3', custom: '' })
  expect(change(preset, { do: 'custom', id: 'g', text: '5' }).picks.g).toEqual({ preset: null, custom: '5' })
})

test.each(['', '0', '0.00'])('leaving the field with %j gives the selection up', (text) => {
  const left = play(
    { do: 'select', id: 'g' },
    { do: 'custom', id: 'g', text },
    { do: 'leaveCustom', id: 'g' },
  )
  expect(left.picks).toEqual({})
})

test.each(['-5', 'ten', '1.005', '1e3'])(
  '%j is no amount: it stays as typed and counts for nothing',
  (text) => {
    const left = play({ do: 'custom', id: 'g', text }, { do: 'leaveCustom', id: 'g' })
    expect(left.picks.g?.custom).toBe(text)
    expect(rates(left)).toEqual([])
  },
)

test('the cap starts at the larger of $200 and half as much again', () => {
  const small = play({ do: 'preset', id: 'g', amount: '3' })
  expect(suggestedCapOf(chosenOf(small, all))).toBe('200.00')
  const large = play({ do: 'preset', id: 'g', amount: '7' }, { do: 'custom', id: 't', text: '40' })
  expect(suggestedCapOf(chosenOf(large, all))).toBe('417.00')
  const on = change(large, { do: 'toggleCap', suggested: '417.00' })
  expect(payloadOf(on, chosenOf(on, all)).maximumAmount).toBe('417.00')
  expect(capProblem(change(on, { do: 'cap', text: '0' }))).toBeDefined()
  const off = change(on, { do: 'toggleCap', suggested: '' })
  expect(payloadOf(off, chosenOf(off, all)).maximumAmount).toBeNull()
  expect(capProblem(off)).toBeUndefined()
})
