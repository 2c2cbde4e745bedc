import { expect, test } from 'vitest'
import type { Reward, RewardProgress } from '#domain/schemas/reward.ts'
import {
  hasOtherTerms,
  InputForm,
  inputOf,
  isPromised,
  payloadOf,
  qualifiedOf,
  qualifyWords,
  reasonAgainstType,
} from './reward-input.ts'

const empty = inputOf(null)
const typed = { ...empty, title: 'Front row', description: 'Two seats.', type: 'early_bird' }

const problems = (values: object): Record<string, string> =>
  Object.fromEntries(
    InputForm.safeParse({ ...typed, ...values }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]) ?? [],
  )

test('the reward form names invalid fields in the words of the API', () => {
  expect(problems(empty)).toEqual({
    title: 'Reward title is required',
    description: 'Reward description is required',
    type: 'Reward type is required',
  })
  expect(problems({ maxWinners: '0' })).toEqual({ maxWinners: 'Max winners must be at least 1' })
  expect(problems({ maxWinners: '1.5' })).toEqual({ maxWinners: 'Max winners must be at least 1' })
  expect(problems({ type: 'sponsorship', sponsorshipsAvailable: '' })).toEqual({
    sponsorshipsAvailable: 'At least 1 sponsorship must be available',
  })
  expect(problems({ type: 'elite_circle', threshold: '-1' })).toEqual({
    threshold: 'Threshold must be 0 or greater',
  })
  expect(problems({ type: 'elite_circle', threshold: '0.00' })).toEqual({
    threshold: 'Enter at least 0.01, or leave it empty',
  })
  expect(problems({ type: 'milestone_maker' })).toEqual({
    statisticId: 'Choose the statistic that this reward counts',
  })
  expect(problems({ enableTieredRewards: true, tieredRewards: [{ threshold: '10', prize: '' }] })).toEqual({
    'tieredRewards.0.prize': 'Prize is required',
  })
})

test('the reward form does not send values of another type or of a switch that is off', () => {
  const values = {
    ...typed,
    threshold: '5',
    maxWinners: '20',
    statisticId: 'some',
    prizeTypes: 'shirt, , tickets ',
    tieredRewards: [{ threshold: '10', prize: 'Cap' }],
    additionalReward: 'A photo',
  }
  expect(payloadOf(values)).toMatchObject({
    threshold: null,
    statisticId: null,
    maxWinners: 20,
    prizeTypes: ['shirt', 'tickets'],
    tieredRewards: [],
    additionalReward: null,
    sponsorshipsAvailable: 1,
  })
  expect(payloadOf({ ...values, type: 'sponsorship', sponsorshipsAvailable: '4' })).toMatchObject({
    threshold: '5',
    maxWinners: null,
    sponsorshipsAvailable: 4,
  })
})

test('a reward type is unavailable at its limit, not counting the reward being edited', () => {
  const of = (id: string, type: Reward['type']) => ({ id, type }) as Reward
  const rewards = [
    of('1', 'top_supporter'),
    of('2', 'sponsorship'),
    of('3', 'sponsorship'),
    of('4', 'sponsorship'),
  ]
  expect(reasonAgainstType('top_supporter', rewards, null)).toBe('the campaign has one')
  expect(reasonAgainstType('top_supporter', rewards, of('1', 'top_supporter'))).toBeNull()
  expect(reasonAgainstType('sponsorship', rewards, null)).toBe('the campaign has 3')
  expect(reasonAgainstType('sponsorship', rewards.slice(1, 3), null)).toBeNull()
  expect(reasonAgainstType('milestone_maker', rewards, null)).toBeNull()
})

test('a change of who wins or what asks first, and one of a title or description does not', () => {
  const circle = { ...typed, type: 'elite_circle', threshold: '50', prizeDetails: 'A shirt' }
  expect(hasOtherTerms(circle, { ...circle, title: 'Circle', description: 'For large hearts.' })).toBe(false)
  expect(hasOtherTerms(circle, { ...circle, threshold: '50.00', prizeDetails: 'A shirt ' })).toBe(false)
  expect(hasOtherTerms(circle, { ...circle, threshold: '500' })).toBe(true)
  expect(hasOtherTerms(circle, { ...circle, maxWinners: '1' })).toBe(true)
  expect(hasOtherTerms(circle, { ...circle, prizeDetails: 'A cap' })).toBe(true)
})

test('the question says how many pledges qualify, and is asked unless nobody can', () => {
  const progressWith = (qualified: number, isFinal = false) =>
    qualifiedOf({ qualified, isFinal } as unknown as RewardProgress)
  const isAsked = (qualified: number | null | undefined, status = 'active') =>
    isPromised(qualified, { status } as never)
  expect([progressWith(12), progressWith(0), undefined].map((one) => isAsked(one))).toEqual([
    true,
    false,
    true,
  ])
  expect([isAsked(progressWith(12, true)), isAsked(undefined, 'draft')]).toEqual([false, false])
  expect(qualifyWords('Elite Circle', 12)).toBe('12 pledges qualify for “Elite Circle” today.')
  expect(qualifyWords('Elite Circle', 1)).toBe('1 pledge qualifies for “Elite Circle” today.')
})
