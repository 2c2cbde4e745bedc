/** R41, R26: winners are computed and explained, named once they are final, and marked as handed out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { Reward, RewardStanding } from '#domain/schemas/reward.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  declare,
  lock,
  openSeason,
  play,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
let org: TestOrganization
let season: Season
const made: Record<string, Pledge> = {}
const rewards: Record<string, Reward> = {}

beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
  season = await openSeason(org)
  await supports('early', { goals: '1.00' })
  await supports('large', { goals: '40.00', champions: '500.00' }, true)
  await supports('small', { goals: '20.00', gift: '150.00' })
  await supports('gone', { goals: '90.00', gift: '900.00' })
  await app.user({ firstName: 'Nobody' })
  for (const [name, form] of Object.entries(FORMS)) {
    const statisticId = name === 'milestone' ? season.statistics.goals.id : null
    const body = { title: name, description: 'A prize', ...form, statisticId }
    rewards[name] = expectStatus(await org.owner.post<Reward>(`${season.path}/rewards`, body), 201)
  }
})
afterAll(() => app.close())

const FORMS = {
  top: { type: 'top_supporter' },
  milestone: { type: 'milestone_maker', threshold: '20.00' },
  elite: {
    ...{ type: 'elite_circle', threshold: '100.00', enableTieredRewards: true },
    tieredRewards: [
      { threshold: '100.00', prize: 'Scarf' },
      { threshold: '200.00', prize: 'Jersey' },
    ],
  },
  early: { type: 'early_bird', maxWinners: 2 },
  sponsor: { type: 'sponsorship', threshold: '50.00', sponsorshipsAvailable: 1 },
}

async function supports(name: string, lines: Record<string, string>, isAnonymous = false): Promise<void> {
  const supporter = await app.user({ firstName: name })
  const body = await pledgeBody(supporter, season, { lines, method: 'check' })
  made[name] = expectStatus(
    await supporter.post<Pledge>(`${season.path}/pledges`, { ...body, isAnonymous }),
    201,
  )
  if (name === 'gone') {
    expectStatus(await supporter.post(`/api/pledges/${made[name]?.id}/cancellation`, {}), 201)
  }
  app.clock.advance({ minutes: 1 })
}

const standings = async (by = org.owner): Promise<Record<string, RewardStanding>> => {
  const path = `${season.path}/rewards/standings`
  const all = expectStatus(await by.get<RewardStanding[]>(path), 200)
  return Object.fromEntries(
    Object.entries(rewards).map(([name, { id }]) => [
      name,
      all.find(({ rewardId }) => rewardId === id) as RewardStanding,
    ]),
  )
}
const winnersOf = (standing: RewardStanding | undefined) =>
  standing?.winners.map(
    ({ pledgeId }) => Object.entries(made).find(([, pledge]) => pledge.id === pledgeId)?.[0],
  )
const handout = (reward: string, pledge: string, by = org.owner) =>
  by.post(`${season.path}/rewards/${rewards[reward]?.id}/handouts`, { pledgeId: made[pledge]?.id })

describe('reward standings during the season', () => {
  it('follow the confirmed results, without names', async () => {
    await play(org, season, { opponent: 'Bay Prep', startTime: '2026-09-09T16:00:00Z', goals: 3 })
    const { top, milestone, elite, early, sponsor } = await standings()
    // 3 goals: early 3.00, large 120.00, small 210.00; the cancelled one wins nothing.
    expect(winnersOf(top)).toEqual(['small'])
    expect(top?.winners[0]).toMatchObject({ place: 1, figure: '210.00', contact: null, handedOutAt: null })
    expect(winnersOf(milestone)).toEqual(['large', 'small'])
    expect(milestone).toMatchObject({ isFinal: false, qualified: 2, places: null })
    expect(elite?.winners.map(({ prize }) => prize)).toEqual(['Jersey', 'Scarf'])
    expect(winnersOf(early)).toEqual(['early', 'large'])
    expect(early).toMatchObject({ qualified: 3, places: 2, explanation: 'Goes to the first 2 pledges.' })
    expect(winnersOf(sponsor)).toEqual(['large'])
    const { top: seen } = await standings(org.representative)
    expect(seen?.winners[0]?.contact).toBeNull()
    expect(await handout('top', 'small')).toMatchObject({ status: 409 })
  })

  it('are closed to visitors and scorers', async () => {
    const path = `${season.path}/rewards/standings`
    expect((await app.visitor.get(path)).status).toBe(401)
    expect((await org.scorer.get(path)).status).toBe(403)
  })
})

describe('final reward standings', () => {
  it('name the winners by settled amounts, and anonymous ones to representatives only', async () => {
    await declare(org, season, 'achieved')
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-08T16:00:00Z', wins: 1 })
    await lock(org, season, 'final', { declared: await declaredBlockers() })
    const { top, early } = await standings()
    expect(winnersOf(top)).toEqual(['large'])
    expect(top).toMatchObject({ isFinal: true })
    expect(top?.winners[0]).toMatchObject({ figure: '620.00', isAnonymous: true, contact: null })
    expect(early?.winners.map(({ contact }) => contact?.name.split(' ')[0] ?? null)).toEqual(['early', null])
    const { top: seen } = await standings(org.representative)
    expect(seen?.winners[0]?.contact?.name).toMatch(/^large/)
  })

  it('let a prize be handed out once, to a winner whose name one may see, and be undone', async () => {
    expect(await handout('top', 'small')).toMatchObject({ status: 409 })
    expect(await handout('top', 'large')).toMatchObject({ status: 403 })
    expect((await handout('top', 'large', org.representative)).status).toBe(204)
    expect((await handout('top', 'large', org.representative)).status).toBe(204)
    expect((await standings()).top?.winners[0]?.handedOutAt).not.toBeNull()
    const path = `${season.path}/rewards/${rewards.top?.id}/handouts/${made.large?.id}`
    expect((await org.owner.delete(path)).status).toBe(204)
    expect((await org.owner.delete(path)).status).toBe(404)
    expect((await standings()).top?.winners[0]?.handedOutAt).toBeNull()
  })
})

async function declaredBlockers() {
  type Preview = { blockers: { code: string; subjectId: string }[] }
  const path = `${season.path}/settlements/preview?kind=final`
  const { blockers } = expectStatus(await org.representative.get<Preview>(path), 200)
  return blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Not counted' }))
}
