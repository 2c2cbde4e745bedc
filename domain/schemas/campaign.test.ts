import { expect, it } from 'vitest'
import { CampaignForm } from './campaign.ts'

const messages = (value: unknown) =>
  Object.fromEntries(
    (CampaignForm.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
const ORDER = 'End date must be on or after the start date'

it('the campaign form names every missing field at once (R54)', () => {
  expect(messages({})).toEqual({
    name: 'Campaign name is required',
    aboutThisCampaign: 'Campaign description is required',
    goal: 'Goal amount must be greater than 0',
    startDate: 'Start date is required',
    endDate: 'End date is required',
    campaignType: 'Campaign type is required',
    organizationId: 'Organization is required',
    template: 'Template is required',
  })
})

it('the campaign form says of a goal that is no amount how it is written', () => {
  const of = (goal: unknown) => messages({ goal }).goal
  for (const goal of ['twelve', '12,50', '1e4'])
    expect(of(goal)).toBe('Enter the goal in dollars, such as 12500')
  for (const goal of ['', ' ', null, '0', -5, '0.99'])
    expect(of(goal)).toBe('Goal amount must be greater than 0')
})

it('the campaign form refuses an end before the start, together with other errors (R22)', () => {
  const days = { startDate: '2026-10-03T00:00', endDate: '2026-10-02T00:00' }
  expect(messages({ ...days, goal: 0.99 })).toMatchObject({
    endDate: ORDER,
    goal: 'Goal amount must be greater than 0',
  })
  expect(messages({ ...days, endDate: '2026-10-03' })).not.toHaveProperty('endDate')
  expect(messages({ ...days, startDate: '2026-02-30' })).not.toHaveProperty('endDate')
})

it('the campaign form refuses a value that is not an object', () => {
  for (const value of [null, undefined, [], 5, 'text', [{}]])
    expect(Object.keys(messages(value))).toEqual([''])
})
