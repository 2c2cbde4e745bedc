import { expect, test } from 'vitest'
import type { Reward } from '#domain/schemas/reward.ts'
import { InputForm, inputOf, payloadOf, reasonAgainstType } from './reward-input.ts'

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
    ...{ threshold: null, statisticId: null, maxWinners: 20, prizeTypes: ['shirt', 'tickets'] },
    ...{ tieredRewards: [], additionalReward: null, sponsorshipsAvailable: 1 },
  })
  expect(payloadOf({ ...values, type: 'sponsorship', sponsorshipsAvailable: '4' })).toMatchObject({
    ...{ threshold: '5', maxWinners: null, sponsorshipsAvailable: 4 },
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
