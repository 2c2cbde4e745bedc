/** R25, R38, R73: the work queue leads an organization's money from its collection to its arrival. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Stage } from '#domain/people/work-queue.ts'
import type { OpenWork, WorkQueuePage, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { runDueJobs } from '#server/jobs.ts'
import { expectStatus } from '#tests/app.ts'
import {
  CARDS,
  correctGoals,
  lock,
  openSeason,
  type PledgeWish,
  play,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  approveAndSend,
  approvePayout,
  CLEARED,
  collect,
  confirmArrival,
  overviewOf,
  preparePayout,
  returnPayout,
  sendPayout,
  setDestination,
} from '#tests/payouts.ts'

givenSeasonForEachTest(CLEARED)
beforeEach(async () => {
  await setDestination(org)
})

const stageOf = async ({ id }: Season): Promise<Stage | undefined> => {
  const page = expectStatus(
    await org.representative.get<WorkQueuePage>('/api/desk/campaigns?stage=all&limit=200'),
    200,
  )
  return page.campaigns.find((one) => one.id === id)?.stage
}
const stepsOf = async (by: TestOrganization['second']) => {
  const { steps } = expectStatus(await by.get<WorkQueueSteps>('/api/desk/steps'), 200)
  return steps
    .filter(({ kind }) => kind.endsWith('_payout'))
    .map(({ kind, campaignId, amount }) => ({ kind, campaignId, amount }))
}
const countOf = async (by: TestOrganization['second']) =>
  expectStatus(await by.get<OpenWork>('/api/desk/open'), 200).payouts
const step = (kind: string, amount = '48.75') => ({ kind, campaignId: season.id, amount })

describe('what is owed to an organization', () => {
  it('is a step until a payout of it has arrived, and its campaign is closed only then', async () => {
    await collect(org, season)
    expect(await stageOf(season)).toBe('to_pay_out')
    expect(await stepsOf(org.representative)).toEqual([step('prepare_payout')])
    const prepared = await preparePayout(org, season, '48.75')
    expect(await stepsOf(org.second)).toEqual([step('approve_payout')])
    expect(await stepsOf(org.representative)).toEqual([])
    expectStatus(await approvePayout(org, prepared, {}), 201)
    expect(await stepsOf(org.representative)).toEqual([step('send_payout')])
    expectStatus(await sendPayout(org, prepared), 201)
    expect(await stepsOf(org.representative)).toEqual([])
    expect(await stageOf(season)).toBe('to_pay_out')
    app.clock.advance({ days: 7 })
    expect(await stepsOf(org.representative)).toEqual([step('confirm_payout')])
    expectStatus(await confirmArrival(org, prepared), 201)
    expect(await stepsOf(org.representative)).toEqual([])
    expect(await stageOf(season)).toBe('closed')
  })

  it('is a step again once a payout was returned, and only what is left after a smaller payout', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '40.00')
    expectStatus(await approvePayout(org, prepared, {}), 201)
    expectStatus(await sendPayout(org, prepared), 201)
    expect(await countOf(org.representative)).toBe(1)
    expectStatus(await confirmArrival(org, prepared), 201)
    expect(await countOf(org.representative)).toBe(0)
    expect(await stepsOf(org.representative)).toEqual([step('prepare_payout', '8.75')])
    expectStatus(await returnPayout(org, prepared), 201)
    expect(await stepsOf(org.representative)).toEqual([step('prepare_payout')])
  })

  it('is not counted in the navigation for a payout that was returned before anyone confirmed it', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    expectStatus(await approvePayout(org, prepared, {}), 201)
    expectStatus(await sendPayout(org, prepared), 201)
    expect(await countOf(org.representative)).toBe(1)
    expectStatus(await returnPayout(org, prepared), 201)
    expect(await countOf(org.representative)).toBe(0)
  })

  it('is no step while a card of the campaign still has to be charged', async () => {
    await pledge(org, season, { lines: { gift: '30.00' }, card: CARDS.insufficient })
    await collect(org, season)
    expect(await stageOf(season)).toBe('collecting')
    expect(await stepsOf(org.representative)).toEqual([])
  })

  it('is less by the negative balance of another season of the organization', async () => {
    const eventId = await collect(org, season)
    await approveAndSend(org, await preparePayout(org, season, '48.75'))
    await correctGoals(org, season, eventId, 0)
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    const spring = await openSeason(org)
    await collect(org, spring)
    expect(await stepsOf(org.representative)).toEqual([
      { kind: 'prepare_payout', campaignId: spring.id, amount: '18.75' },
    ])
  })
})

it('a correction after the final lock is a step, and said where a payout is prepared, until it is locked (R33)', async () => {
  const eventId = await collect(org, season)
  const corrections = async () => {
    const path = '/api/desk/steps?kind=settle_correction'
    const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>(path), 200)
    const { campaigns } = await overviewOf(org)
    return {
      steps: steps.map(({ campaignId, amount, at }) => ({ campaignId, amount, at })),
      toSettle: campaigns[0]?.toSettle,
    }
  }
  expect(await corrections()).toEqual({ steps: [], toSettle: undefined })
  app.clock.advance({ days: 1 })
  const at = app.clock.now().toISOString()
  await correctGoals(org, season, eventId, 5)
  app.clock.advance({ days: 30 })
  expect(await corrections()).toEqual({
    steps: [{ campaignId: season.id, amount: '-20.00', at }],
    toSettle: '-20.00',
  })
  await lock(org, season, 'final')
  expect(await corrections()).toEqual({ steps: [], toSettle: undefined })
  await correctGoals(org, season, eventId, 6)
  expect(await corrections()).toMatchObject({ steps: [{ amount: '4.00' }], toSettle: '4.00' })
})

it('corrections that cancel each other out are a step as well, until they are locked or taken back (R33)', async () => {
  const own = (lines: PledgeWish['lines']) => pledge(org, season, { lines, method: 'check' })
  await own({ wins: '4.00' })
  await own({ goals: '4.00' })
  const match = { opponent: 'Bay', startTime: '2026-09-08T18:00:00Z' }
  const eventId = await play(org, season, { ...match, goals: 2, wins: 0 })
  await lock(org, season, 'final')
  const correct = (goals: number, wins: number) => play(org, season, { ...match, eventId, goals, wins })
  const corrections = async () => {
    const path = '/api/desk/steps?kind=settle_correction'
    const { steps } = expectStatus(await org.representative.get<WorkQueueSteps>(path), 200)
    return steps.map(({ campaignId, amount }) => ({ campaignId, amount }))
  }
  expect(await corrections()).toEqual([])
  await correct(1, 1)
  expect(await corrections()).toEqual([{ campaignId: season.id, amount: '0.00' }])
  await lock(org, season, 'final')
  expect(await corrections()).toEqual([])
  await correct(2, 0)
  expect(await corrections()).toEqual([{ campaignId: season.id, amount: '0.00' }])
  await correct(1, 1)
  expect(await corrections()).toEqual([])
  await correct(2, 0)
  await lock(org, season, 'final')
  await correct(1, 1)
  await correct(2, 0)
  expect(await corrections()).toEqual([])
})
