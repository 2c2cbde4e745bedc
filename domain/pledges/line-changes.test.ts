import { describe, expect, it, test } from 'vitest'
import { vocabularyOf } from '../campaigns/proposed-vocabulary.ts'
import { SPORT } from '../campaigns/vocabulary.ts'
import { dollars, ZERO } from '../money.ts'
import { NONE, ONE, quantity } from '../quantity.ts'
import {
  changedFigures,
  changeWords,
  type LineFigures,
  type OpenLine,
  plannedWords,
  reasonAgainstLine,
  reasonNotToChangeLines,
  stoppedFigures,
} from './line-changes.ts'
import type { PledgeLine, SeasonPart } from './pledge.ts'

const line = (rate: string, part: SeasonPart | null = { kind: 'rest', matches: 5, all: 20 }): PledgeLine => ({
  rate: dollars(rate),
  terms: {
    type: 'per_increment',
    expectedMin: null,
    expectedMax: null,
    expectedTarget: null,
    lastYearResult: quantity(40 * ONE),
    confirmed: NONE,
    part,
  },
})
const BEFORE: LineFigures = {
  most: dollars('160.00'),
  estimate: dollars('80.00'),
  earned: dollars('30.00'),
  billed: dollars('10.00'),
  cap: null,
  withWaiting: dollars('38.00'),
}

describe('the figures after a change (R58)', () => {
  it('grow by what the raise can still add', () => {
    const change = { removed: line('2.00'), added: line('3.00'), others: [], cap: null }
    // 20 goals at most and 10 expected from the matches to come, at another dollar each.
    expect(changedFigures(BEFORE, change)).toMatchObject({
      most: dollars('180.00'),
      estimate: dollars('90.00'),
    })
  })

  it('shrink by what a stopped line could still have added', () => {
    expect(
      changedFigures(BEFORE, { removed: line('2.00'), added: null, others: [], cap: null }),
    ).toMatchObject({
      most: dollars('120.00'),
      estimate: dollars('60.00'),
    })
  })

  it('never fall below what is earned and waits to be confirmed', () => {
    const change = { removed: line('7.50'), added: null, others: [], cap: null }
    expect(changedFigures(BEFORE, change)).toMatchObject({
      most: dollars('38.00'),
      estimate: dollars('30.00'),
    })
  })

  it('keep a cap unless another one is given', () => {
    const capped = { ...BEFORE, cap: dollars('50.00'), most: dollars('50.00') }
    const change = { removed: line('2.00'), added: line('3.00'), others: [] }
    expect(changedFigures(capped, { ...change, cap: null }).most).toBe(dollars('50.00'))
    expect(changedFigures(capped, { ...change, cap: dollars('70.00') }).most).toBe(dollars('70.00'))
  })
})

describe('the figures once the last open line is stopped (R58)', () => {
  const none = { ...BEFORE, earned: ZERO, billed: ZERO, withWaiting: ZERO }
  const nothing = { earned: ZERO, toCome: ZERO }

  it('are nothing where nothing was counted, with a cap of one’s own, too', () => {
    expect(stoppedFigures(none, [nothing])).toMatchObject({ most: ZERO, estimate: ZERO })
    const capped = { ...none, cap: dollars('300.00'), most: dollars('300.00') }
    expect(stoppedFigures(capped, [nothing])).toMatchObject({ most: ZERO, estimate: ZERO })
  })

  it('are what was earned, and what began before can still bring', () => {
    const closed = { earned: dollars('30.00'), toCome: dollars('12.00') }
    const earned = { earned: dollars('30.00'), withWaiting: dollars('30.00') }
    expect(stoppedFigures({ ...none, ...earned }, [closed])).toMatchObject({
      most: dollars('42.00'),
      estimate: dollars('30.00'),
    })
  })

  it('never rise, and never fall below what waits to be confirmed', () => {
    const closed = { earned: ZERO, toCome: dollars('70.00') }
    expect(stoppedFigures({ ...none, most: dollars('60.00') }, [closed]).most).toBe(dollars('60.00'))
    const withWaiting = dollars('90.00')
    expect(stoppedFigures({ ...none, withWaiting }, [nothing]).most).toBe(dollars('90.00'))
  })
})

describe('the maximum after one of several lines is stopped (R58)', () => {
  const none = { ...BEFORE, earned: ZERO, billed: ZERO, withWaiting: ZERO }
  const stop = (removed: PledgeLine, others: PledgeLine[]) => ({ removed, added: null, others, cap: null })
  const unknown = (rate: string): PledgeLine => {
    const { terms } = line(rate)
    return { rate: dollars(rate), terms: { ...terms, lastYearResult: null } }
  }

  it('leaves the lines without figures the suggested cap that stood in for all of them', () => {
    const before = { ...none, most: dollars('200.00') }
    expect(changedFigures(before, stop(unknown('3.00'), [unknown('2.00')])).most).toBe(dollars('200.00'))
  })

  it('leaves the others theirs when every match has started', () => {
    const over: SeasonPart = { kind: 'rest', matches: 0, all: 20 }
    const before = { ...none, most: dollars('220.00') }
    const figures = changedFigures(before, stop(line('3.00', over), [line('2.00', over)]))
    expect(figures.most).toBe(dollars('220.00'))
  })
})

const OPEN: OpenLine = {
  name: 'Title',
  type: 'per_achievement',
  rate: dollars('50.00'),
  achievement: 'open',
  entered: NONE,
  isMatchOver: false,
}

test.each([
  ['an achievement that is open', OPEN, null, null],
  [
    'an achievement that waits',
    { ...OPEN, entered: ONE },
    null,
    'Title is entered and waiting for a second person to confirm it',
  ],
  [
    'an achievement that is achieved',
    { ...OPEN, achievement: 'achieved' as const },
    'Title is achieved: it counts as agreed',
    'Title is achieved: it counts as agreed',
  ],
  [
    'a match that has begun',
    { ...OPEN, type: 'per_increment' as const, achievement: null, isMatchOver: true },
    'That match has started: it counts as agreed',
    'That match has started: it counts as agreed',
  ],
  ['a gift', { ...OPEN, type: 'one_time' as const }, 'Title is already owed', 'Title is already owed'],
])('%s is raised and stopped, or not, with its reason (R58)', (_, open, raise, stop) => {
  expect(reasonAgainstLine('raise', open, SPORT)).toBe(raise)
  expect(reasonAgainstLine('stop', open, SPORT)).toBe(stop)
})

test.each([
  ['an active pledge of an active campaign', 'active', 'active', false, null],
  ['a pledge that is past due', 'past_due', 'active', false, null],
  ['a cancelled pledge', 'cancelled', 'active', false, 'This pledge was cancelled: nothing is charged'],
  ['a season that is locked', 'active', 'completed', true, 'The season is settled: nothing more counts'],
  [
    'a paused campaign',
    'active',
    'paused',
    false,
    'The campaign is not active: pledges can be changed only while it is',
  ],
] as const)(
  'lines of %s change, or not, with the reason (R58)',
  (_, status, campaignStatus, isFinal, reason) => {
    expect(reasonNotToChangeLines({ status, campaignStatus, isFinal, vocabulary: SPORT })).toBe(reason)
  },
)

test('reasons against a change use the campaign’s own words (R63)', () => {
  const words = vocabularyOf('food', 'community')
  const begun = { ...OPEN, type: 'per_increment' as const, achievement: null, isMatchOver: true }
  expect(reasonAgainstLine('raise', begun, words)).toBe('That delivery has started: it counts as agreed')
  expect(
    reasonNotToChangeLines({
      status: 'settled',
      campaignStatus: 'completed',
      isFinal: true,
      vocabulary: words,
    }),
  ).toBe('The drive is settled: nothing more counts')
})

it('says each change in a sentence (R58)', () => {
  const goals = { name: 'Goals', type: 'per_increment' as const, unitName: 'Goal' }
  const two = dollars('2.00')
  const three = dollars('3.00')
  expect(changeWords('raise', { ...goals, before: two, rate: three })).toBe(
    'raised Goals from $2.00 to $3.00 per goal, for what begins after that',
  )
  expect(changeWords('stop', { ...goals, before: two, rate: null })).toBe(
    'stopped Goals ($2.00 per goal), for what begins after that',
  )
  expect(changeWords('add', { ...goals, before: null, rate: three })).toBe(
    'added Goals at $3.00 per goal, for what begins after that',
  )
  expect(plannedWords('raise', { ...goals, before: two, rate: three })).toBe(
    'For what begins after I confirm, I pay $3.00 per goal for Goals instead of $2.00',
  )
  expect(plannedWords('stop', { ...goals, before: two, rate: null })).toBe(
    'For what begins after I confirm, I pay nothing more for Goals ($2.00 per goal)',
  )
  expect(plannedWords('add', { ...goals, before: null, rate: three })).toBe(
    'For what begins after I confirm, I also pay $3.00 per goal for Goals',
  )
})
