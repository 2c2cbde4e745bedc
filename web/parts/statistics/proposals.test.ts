import { describe, expect, it, test } from 'vitest'
import { CAUSE_IDS } from '#domain/campaigns/causes.ts'
import { dollars, timesQuantity } from '#domain/money.ts'
import { parseQuantity } from '#domain/quantity.ts'
import { DEFAULT_ICON, StatisticForm } from '#domain/schemas/statistic.ts'
import { CAUSE_STATISTICS } from '#web/content/cause-statistics.ts'
import { STATISTIC_ICONS } from '#web/ui/statistic-icon-names.ts'
import {
  chosenStatistics,
  errorsByPlace,
  namesOf,
  type ProposalRow,
  proposalOf,
  proposedRows,
  renamedRow,
  statisticOf,
} from './proposals.ts'

const all = CAUSE_IDS.flatMap((cause) =>
  CAUSE_STATISTICS[cause].map((proposed, place) => ({ cause, place, proposed })),
)

describe('proposed statistics:', () => {
  test.each(all)('$cause: $proposed.name is accepted by the API unchanged', ({ cause, place, proposed }) => {
    const row = proposedRows(cause)[place] as ProposalRow
    const form = StatisticForm.parse(statisticOf(cause, row))
    expect(form).toMatchObject({ name: proposed.name, type: proposed.type, allowCustomAmounts: true })
    expect(STATISTIC_ICONS).toContain(proposed.icon)
    const [low, middle, high] = form.pledgeAmountOptions
    expect(Number(low) < Number(middle) && Number(middle) < Number(high)).toBe(true)
  })

  test.each(all)('$cause: $proposed.name comes to an amount that a family can give', ({ proposed }) => {
    const [low, , high] = proposed.amounts.map((amount) => dollars(String(amount)))
    const season = parseQuantity(proposed.season?.target ?? 1)
    if (season === null || low === undefined || high === undefined) throw new Error('no season')
    expect(timesQuantity(low, season)).toBeGreaterThanOrEqual(dollars('20.00'))
    expect(timesQuantity(low, season)).toBeLessThanOrEqual(dollars('75.00'))
    expect(timesQuantity(high, season)).toBeGreaterThanOrEqual(dollars('100.00'))
    expect(timesQuantity(high, season)).toBeLessThanOrEqual(dollars('300.00'))
    if (!proposed.season) return
    expect(proposed.unitName).toMatch(/^[a-z][a-z -]+$/)
    const { least, target, most } = proposed.season
    expect(least < target && target < most).toBe(true)
  })

  test.each(CAUSE_IDS)(
    'those of %s have distinct names, one one-time gift and at least two preselected',
    (cause) => {
      const names = CAUSE_STATISTICS[cause].map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(CAUSE_STATISTICS[cause].filter(({ type }) => type === 'one_time')).toHaveLength(1)
      expect(chosenStatistics(cause, proposedRows(cause)).length).toBeGreaterThanOrEqual(2)
    },
  )

  it('those of a cause are named in a sentence', () => {
    expect(namesOf('soccer')).toBe('Goals, wins and clean sheets')
    expect(namesOf('reading')).toBe('Books and everybody reads')
    expect(namesOf('food')).toBe('Meals')
  })
})

describe('a proposed statistic', () => {
  const [goals] = proposedRows('soccer') as [ProposalRow]

  it('keeps its expected minimum and maximum only if the target is unchanged (R8)', () => {
    expect(statisticOf('soccer', goals)).toMatchObject({
      expectedMin: 15,
      expectedTarget: '30',
      expectedMax: 60,
    })
    expect(statisticOf('soccer', { ...goals, expectedTarget: '80', lastYearResult: '71' })).toMatchObject({
      expectedMin: null,
      expectedTarget: '80',
      expectedMax: null,
      lastYearResult: '71',
    })
  })

  it('has no expected maximum below what was reached last year (R8)', () => {
    expect(statisticOf('soccer', { ...goals, lastYearResult: '71' })).toMatchObject({
      expectedMin: null,
      expectedTarget: '30',
      expectedMax: null,
      lastYearResult: '71',
    })
    expect(statisticOf('soccer', { ...goals, lastYearResult: '60' })).toMatchObject({ expectedMax: 60 })
  })

  it('under another name keeps nothing of what its cause says about its own (R50)', () => {
    const proposed = proposalOf('soccer', goals.place)
    if (!proposed) throw new Error('no goals')
    const renamed = renamedRow(goals, proposed, 'Saves')
    expect(StatisticForm.parse(statisticOf('soccer', renamed))).toMatchObject({
      name: 'Saves',
      description: null,
      unitName: null,
      icon: DEFAULT_ICON,
      expectedMin: null,
      expectedTarget: null,
      expectedMax: null,
    })
    expect(
      statisticOf('soccer', { ...renamed, unitName: 'save', description: 'Every shot kept out' }),
    ).toMatchObject({ unitName: 'save', description: 'Every shot kept out', expectedMax: null })
    expect(statisticOf('soccer', renamedRow(renamed, proposed, 'Goals'))).toMatchObject({
      unitName: 'goal',
      description: proposed.description,
      icon: proposed.icon,
      expectedMin: 15,
      expectedTarget: '30',
      expectedMax: 60,
    })
  })

  it('under another name keeps a target that was typed, and under its own name a typed unit', () => {
    const proposed = proposalOf('soccer', goals.place)
    if (!proposed) throw new Error('no goals')
    expect(renamedRow({ ...goals, expectedTarget: '120' }, proposed, 'Saves').expectedTarget).toBe('120')
    const counted = { ...goals, unitName: 'goal or assist' }
    expect(statisticOf('soccer', counted)).toMatchObject({ unitName: 'goal or assist', expectedMax: null })
    expect(statisticOf('soccer', { ...goals, name: ' goals' })).toMatchObject({ expectedMax: 60 })
  })

  it('has no target or unit if it is an achievement', () => {
    const title = proposedRows('soccer').findIndex(({ name }) => name === 'League champions')
    const row = proposedRows('soccer')[title] as ProposalRow
    expect(statisticOf('soccer', { ...row, expectedTarget: '3' })).toMatchObject({
      type: 'per_achievement',
      expectedTarget: null,
      expectedMax: null,
      unitName: null,
    })
  })

  it('shows an error at its own row when others are not chosen', () => {
    const rows = proposedRows('soccer').map((row) => ({ ...row, isChosen: row.place !== 0 }))
    const fields = {
      'statistics.0.name': 'Statistic name is required',
      'statistics.1.pledgeAmountOptions.2': 'Pledge amount must be greater than 0',
      'statistics.99.name': 'nobody’s',
      name: 'the campaign’s',
    }
    expect(errorsByPlace(fields, rows)).toEqual({
      1: { name: 'Statistic name is required' },
      2: { amount2: 'Pledge amount must be greater than 0' },
    })
  })

  it('is left out if its cause no longer has it', () => {
    expect(chosenStatistics('soccer', [{ ...goals, place: 99 }])).toEqual([])
  })
})
