/** R41, R26: winners are computed and explained, named once they are final, and marked as handed out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import type { Reward, RewardProgress } from '#domain/schemas/reward.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  declare,
  invoicesOf,
  lock,
  openSeason,
  payment,
  play,
  pledge,
  pledgeBody,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { changeLine } from '#tests/line-changes.ts'

let app: TestApp
let org: TestOrganization
let season: Season
const made: Record<string, Pledge> = {}
const rewards: Record<string, Reward> = {}

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
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
    type: 'elite_circle',
    threshold: '100.00',
    enableTieredRewards: true,
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

const standings = async (by = org.owner): Promise<Record<string, RewardProgress>> => {
  const path = `${season.path}/rewards/standings`
  const all = expectStatus(await by.get<RewardProgress[]>(path), 200)
  return Object.fromEntries(
    Object.entries(rewards).map(([name, { id }]) => [
      name,
      all.find(({ rewardId }) => rewardId === id) as RewardProgress,
    ]),
  )
}
const winnersOf = (standing: RewardProgress | undefined) =>
  standing?.winners.map(
    ({ pledgeId }) => Object.entries(made).find(([, pledge]) => pledge.id === pledgeId)?.[0],
  )
/** By check: of these pledges, or of all. */
async function payInvoices(on: Season, of?: (string | undefined)[]): Promise<void> {
  for (const invoice of await invoicesOf(org, on)) {
    if (invoice.state !== 'open' || (of && !of.includes(invoice.pledgeId))) continue
    const paid = payment(invoice, invoice.amount, app)
    expectStatus(await org.representative.post(`${on.path}/payments`, paid), 201)
  }
}
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
    const shown = await app.deps.db.query(sql`select from audit_log where action = 'name.show'`)
    expect(shown).toEqual([])
  })

  it('are closed to visitors and scorers', async () => {
    const path = `${season.path}/rewards/standings`
    expect((await app.visitor.get(path)).status).toBe(401)
    expect((await org.scorer.get(path)).status).toBe(403)
  })
})

describe('final reward standings', () => {
  it('name the winners by settled amounts, once they have paid, and anonymous ones to representatives only', async () => {
    await declare(org, season, 'achieved')
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-08T16:00:00Z', wins: 1 })
    await lock(org, season, 'final', { declared: await declaredBlockers() })
    expect(winnersOf((await standings()).top)).toEqual([])
    await payInvoices(season, [made.small?.id])
    expect(winnersOf((await standings()).top)).toEqual(['small'])
    await payInvoices(season)
    const { top, early } = await standings()
    expect(winnersOf(top)).toEqual(['large'])
    expect(top).toMatchObject({ isFinal: true })
    expect(top?.explanation).toMatch(/Only pledges that are paid win.$/)
    expect(top?.winners[0]).toMatchObject({ figure: '620.00', isAnonymous: true, contact: null })
    expect(early?.winners.map(({ contact }) => contact?.name.split(' ')[0] ?? null)).toEqual(['early', null])
    const { top: seen } = await standings(org.representative)
    expect(seen?.winners[0]?.contact?.name).toMatch(/^large/)
  })

  it('log who was shown which name, once an hour, and nothing where no name is shown', async () => {
    const logged = async () => {
      const rows = await app.deps.db.query<{ pledgeId: string }>(sql`
        select jsonb_array_elements_text(coalesce(after -> 'pledgeIds', jsonb_build_array(subject_id))) as pledge_id
        from audit_log
        where action = 'name.show' and campaign_id = ${season.id} and actor_id = ${org.owner.userId}`)
      return rows.map(({ pledgeId }) => pledgeId).sort()
    }
    // Of the winners, an owner is not shown the anonymous one.
    const named = [made.early?.id, made.small?.id].sort()
    await standings()
    expect(await logged()).toEqual(named)
    await standings()
    expect(await logged()).toEqual(named)
    app.clock.advance({ hours: 2 })
    await standings()
    expect(await logged()).toHaveLength(4)
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

it('more than a hundred winners are listed by pages, and each of them can be handed their prize (R51)', async () => {
  const fall = await openSeason(org)
  const ids: string[] = []
  for (let count = 0; count < 104; count += 1) {
    const supporter = await app.user({ firstName: 'Ada' })
    const body = await pledgeBody(supporter, fall, { lines: { gift: '1.00' }, method: 'check' })
    ids.push(expectStatus(await supporter.post<Pledge>(`${fall.path}/pledges`, body), 201).id)
    app.clock.advance({ seconds: 1 })
  }
  const form = { title: 'Scarf', description: 'A prize', type: 'early_bird', maxWinners: 103 }
  const { id } = expectStatus(await org.owner.post<Reward>(`${fall.path}/rewards`, form), 201)
  await lock(org, fall, 'final')
  await payInvoices(fall)
  const path = `${fall.path}/rewards/standings`
  const read = async (query = '') =>
    expectStatus(await org.owner.get<RewardProgress[]>(`${path}${query}`), 200)[0]
  const placesOf = (standing: RewardProgress | undefined) =>
    standing?.winners.map(({ place, pledgeId }) => [place, pledgeId])
  const places = ids.map((pledgeId, index) => [index + 1, pledgeId])
  const first = await read()
  expect(first).toMatchObject({ qualified: 104, places: 103, winnersCount: 103 })
  expect(placesOf(first)).toEqual(places.slice(0, 100))
  expect(placesOf(await read(`?rewardId=${id}&page=2`))).toEqual(places.slice(100, 103))
  const past = await read(`?rewardId=${id}&page=3`)
  expect(past).toMatchObject({ winners: [], qualified: 104, places: 103, winnersCount: 103 })
  const give = (pledgeId: string | undefined) =>
    org.owner.post(`${fall.path}/rewards/${id}/handouts`, { pledgeId })
  expect((await give(ids[102])).status).toBe(204)
  expect((await give(ids[103])).status).toBe(409)
  const last = (await read(`?rewardId=${id}&page=2`))?.winners[2]
  expect(last).toMatchObject({ place: 103, handedOutAt: expect.any(String) })
})

it('a milestone is not won by a line that was stopped, and by one that was raised at its new rate (R58)', async () => {
  const fall = await openSeason(org)
  const form = { title: 'Big', description: 'A prize', type: 'milestone_maker', threshold: '20.00' }
  const statisticId = fall.statistics.goals.id
  expectStatus(await org.owner.post(`${fall.path}/rewards`, { ...form, statisticId }), 201)
  const stopped = await pledge(org, fall, { lines: { goals: '50.00' }, method: 'check' })
  const raised = await pledge(org, fall, { lines: { goals: '10.00' }, method: 'check' })
  app.clock.advance({ minutes: 1 })
  await changeLine(stopped, fall, { kind: 'stop', on: 'goals' })
  await changeLine(raised, fall, { kind: 'raise', on: 'goals', rate: '25.00' })
  const path = `${fall.path}/rewards/standings`
  const [standing] = expectStatus(await org.owner.get<RewardProgress[]>(path), 200)
  expect(standing?.winners.map(({ pledgeId, figure }) => [pledgeId, figure])).toEqual([
    [raised.pledge.id, '25.00'],
  ])
})

it('a mailbox wins a reward once, however its address is spelled', async () => {
  const fall = await openSeason(org)
  const form = { title: 'First', description: 'A prize', type: 'early_bird', maxWinners: 2 }
  expectStatus(await org.owner.post(`${fall.path}/rewards`, form), 201)
  const ids: string[] = []
  for (const email of ['rosadiaz@gmail.com', 'rosa.diaz+2@gmail.com', 'next@example.org']) {
    const supporter = await app.user({ email })
    const body = await pledgeBody(supporter, fall, { lines: { gift: '25.00' }, method: 'check' })
    ids.push(expectStatus(await supporter.post<Pledge>(`${fall.path}/pledges`, body), 201).id)
    app.clock.advance({ minutes: 1 })
  }
  const path = `${fall.path}/rewards/standings`
  const [standing] = expectStatus(await org.owner.get<RewardProgress[]>(path), 200)
  expect(standing?.winners.map(({ pledgeId }) => pledgeId)).toEqual([ids[0], ids[2]])
  expect(standing?.qualified).toBe(2)
})

describe('after the final lock', () => {
  const refused = { status: 409, body: { code: 'conflict' } }
  const rewardPath = (name: string) => `${season.path}/rewards/${rewards[name]?.id}`

  it('a reward that is added names nobody to an owner', async () => {
    const form = {
      title: 'Everyone',
      description: 'A prize',
      type: 'sponsorship',
      sponsorshipsAvailable: 100,
    }
    const { id } = expectStatus(await org.owner.post<Reward>(`${season.path}/rewards`, form), 201)
    const shown = async (by: Caller) =>
      expectStatus(await by.get<RewardProgress[]>(`${season.path}/rewards/standings`), 200)
        .find(({ rewardId }) => rewardId === id)
        ?.winners.map(({ contact }) => contact !== null)
    expect(await shown(org.owner)).not.toContain(true)
    expect(await shown(org.representative)).toContain(true)
    await app.deps.db.query(sql`delete from rewards where id = ${id}`)
  })

  it('no reward is changed or deleted, and the reason is on the screen', async () => {
    expect(await org.owner.put(rewardPath('elite'), { threshold: '1.00' })).toMatchObject(refused)
    expect(await org.representative.delete(rewardPath('elite'))).toMatchObject(refused)
    const path = season.path.replace('/api/', '/api/dashboard/')
    const { rewardsClosedReason } = expectStatus(await org.owner.get<Management>(path), 200)
    expect(rewardsClosedReason).toMatch(/^The final settlement is locked and the winners are final/)
  })

  it('a correction changes no winner and no amount, whether it is billed or waived', async () => {
    const before = await standings()
    const bay = await play(org, season, {
      opponent: 'Bay Prep',
      startTime: '2026-09-09T16:00:00Z',
      goals: 30,
    })
    expect(bay).toBeDefined()
    expect(await standings()).toEqual(before)
    await lock(org, season, 'final', { declared: await declaredBlockers() })
    expect(await standings()).toEqual(before)
  })

  it('a prize that was handed out stays listed for a pledge that is not a winner', async () => {
    await app.deps.db.query(sql`
      insert into reward_handouts (campaign_id, reward_id, pledge_id, handed_out_by, handed_out_at)
      values (${season.id}, ${rewards.top?.id}, ${made.small?.id}, ${org.owner.userId}, ${app.clock.now()})`)
    const { top } = await standings()
    expect(winnersOf(top)).toEqual(['large', 'small'])
    expect(top?.winners[0]).not.toHaveProperty('isHandedOutOnly')
    expect(top?.winners[1]).toMatchObject({ isHandedOutOnly: true, handedOutAt: expect.any(String) })
    expect(await handout('top', 'small')).toMatchObject(refused)
    expect((await org.owner.delete(`${rewardPath('top')}/handouts/${made.small?.id}`)).status).toBe(204)
    expect(winnersOf((await standings()).top)).toEqual(['large'])
  })
})

async function declaredBlockers() {
  type Preview = { blockers: { code: string; subjectId: string }[] }
  const path = `${season.path}/settlements/preview?kind=final`
  const { blockers } = expectStatus(await org.representative.get<Preview>(path), 200)
  return blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Not counted' }))
}
