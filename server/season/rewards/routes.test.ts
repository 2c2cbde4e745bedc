import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reward } from '#domain/schemas/reward.ts'
import { sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { rewardRoutes } from './routes.ts'
import { countRewards, rewardsOf } from './store.ts'

let api: NounApi
let owner: string
let lions: string

beforeAll(async () => {
  api = await createNounApi(rewardRoutes)
  owner = await api.addUser()
  lions = await api.addOrganization(owner)
})
afterAll(() => api.close())

const path = (campaign: string, id?: string) => `/api/campaigns/${campaign}/rewards${id ? `/${id}` : ''}`
const plain = { title: 'A ball', description: 'Signed by all', type: 'top_supporter' }
const post = (campaign: string, body: object, as: string | null = owner) =>
  api.call('POST', path(campaign), { as, body })
const put = (campaign: string, id: string, body: object, more: object = {}) =>
  api.call('PUT', path(campaign, id), { as: owner, body, ...more })

describe('adding a reward', () => {
  it('stores every field of the form and shows it', async () => {
    const campaign = await api.addCampaign(lions)
    const emptied = vi.fn()
    const stop = api.deps.cache.onChange(emptied)
    const reply = await post(campaign, {
      ...plain,
      type: 'milestone_maker',
      threshold: 12.5,
      maxWinners: 3,
      statisticId: await api.addStatistic(campaign),
      prizeDetails: 'Size 5',
      qualificationCriteria: '  ',
      prizeTypes: ['ball', 'pen'],
      enableTieredRewards: true,
      tieredRewards: [{ threshold: '100', prize: 'A shirt' }],
      hasAdditionalReward: true,
      additionalReward: 'A handshake',
    })
    stop()
    expect(reply).toMatchObject({
      status: 201,
      body: {
        campaignId: campaign,
        type: 'milestone_maker',
        threshold: '12.50',
        maxWinners: 3,
        prizeDetails: 'Size 5',
        qualificationCriteria: null,
        prizeTypes: ['ball', 'pen'],
        tieredRewards: [{ threshold: '100.00', prize: 'A shirt' }],
        additionalReward: 'A handshake',
        sponsorshipsAvailable: 1,
        version: 1,
      },
    })
    expect(await rewardsOf(api.db, campaign)).toEqual([reply.body])
    expect(await countRewards(api.db, campaign)).toBe(1)
    expect(emptied.mock.calls).toEqual([[[`campaign:${campaign}`]]])
  })

  it('names every invalid field at once', async () => {
    const campaign = await api.addCampaign(lions)
    const reply = await post(campaign, {
      title: ' ',
      type: 'medal',
      threshold: -1,
      maxWinners: 0,
      statisticId: 'x',
    })
    expect(reply.status).toBe(400)
    expect((reply.body as { fields: object }).fields).toMatchObject({
      title: 'Reward title is required',
      description: 'Reward description is required',
      type: 'Reward type is required',
      threshold: 'Threshold must be 0 or greater',
      maxWinners: 'Max winners must be at least 1',
      statisticId: 'Not an id',
    })
    const milestone = { ...plain, type: 'milestone_maker' }
    expect((await post(campaign, milestone)).body).toMatchObject({
      fields: { statisticId: expect.any(String) },
    })
    const foreign = await api.addStatistic(await api.addCampaign(lions))
    expect(await post(campaign, { ...milestone, statisticId: foreign })).toMatchObject({
      status: 400,
      body: { fields: { statisticId: 'That statistic is not in this campaign' } },
    })
    expect(await post(campaign, { ...plain, tieredRewards: [{ threshold: -5, prize: 'x' }] })).toMatchObject({
      status: 400,
      body: { fields: { 'tieredRewards.0.threshold': 'Threshold must be 0 or greater' } },
    })
  })

  it.each([
    ['top_supporter', 1],
    ['elite_circle', 1],
    ['early_bird', 1],
    ['sponsorship', 3],
  ])('respects the limit of its type, even for simultaneous requests: %s %i', async (type, max) => {
    const campaign = await api.addCampaign(lions)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => post(campaign, { ...plain, type })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(max)
    const refused = replies.find(({ status }) => status === 409)
    expect((refused?.body as { message: string } | undefined)?.message).toMatch(
      /at most (one reward|3 rewards) of type/,
    )
  })

  it('allows any number of milestone rewards', async () => {
    const campaign = await api.addCampaign(lions)
    const milestone = { ...plain, type: 'milestone_maker', statisticId: await api.addStatistic(campaign) }
    for (let times = 0; times < 4; times += 1) expect((await post(campaign, milestone)).status).toBe(201)
  })

  it('is allowed to owners and representatives only', async () => {
    const campaign = await api.addCampaign(lions)
    const draft = await api.addCampaign(lions, { status: 'draft' })
    const scorer = await api.addUser()
    const stranger = await api.addUser()
    await api.addMember(lions, scorer, 'scorer')
    await api.addOrganization(stranger)
    for (const caller of [scorer, stranger]) {
      expect((await post(campaign, plain, caller)).status).toBe(403)
      expect((await post(draft, plain, caller)).status).toBe(404)
    }
    expect((await post(campaign, plain, null)).status).toBe(401)
    expect((await post(randomUUID(), plain)).status).toBe(404)
    expect((await post(draft, plain)).status).toBe(201)
    expect((await post(campaign, plain, await api.addRepresentative())).status).toBe(201)
  })
})

describe('changing and archiving a reward', () => {
  it('changes the fields sent and keeps the others', async () => {
    const campaign = await api.addCampaign(lions)
    const sent = {
      ...plain,
      threshold: '5',
      prizeTypes: ['ball'],
      sponsorshipsAvailable: 4,
      enableTieredRewards: true,
    }
    const reward = (await post(campaign, sent)).body as Reward
    const changed = await put(campaign, reward.id, { title: 'Two balls', maxWinners: 2 })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...(reward as object), title: 'Two balls', maxWinners: 2, version: 2 },
    })
    const cleared = await put(campaign, reward.id, { threshold: null, prizeTypes: [] })
    expect(cleared.body).toMatchObject({
      threshold: null,
      prizeTypes: [],
      sponsorshipsAvailable: 4,
      version: 3,
    })
    expect(await put(campaign, reward.id, { title: '' })).toMatchObject({
      status: 400,
      body: { fields: { title: expect.any(String) } },
    })
  })

  it('is refused for a stale version, with the current one', async () => {
    const campaign = await api.addCampaign(lions)
    const reward = (await post(campaign, plain)).body as Reward
    const fresh = { headers: { 'if-match': '"1"' } }
    expect((await put(campaign, reward.id, { title: 'First' }, fresh)).status).toBe(200)
    expect(await put(campaign, reward.id, { title: 'Second' }, fresh)).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { title: 'First', version: 2 } } },
    })
    const stale = await api.call('DELETE', path(campaign, reward.id), { as: owner, ...fresh })
    expect(stale.status).toBe(409)
  })

  it('respects limits and required statistics when the type changes', async () => {
    const campaign = await api.addCampaign(lions)
    await post(campaign, plain)
    const other = (await post(campaign, { ...plain, type: 'early_bird' })).body as Reward
    expect((await put(campaign, other.id, { type: 'top_supporter' })).status).toBe(409)
    expect((await put(campaign, other.id, { type: 'early_bird', title: 'Same' })).status).toBe(200)
    expect(await put(campaign, other.id, { type: 'milestone_maker' })).toMatchObject({
      status: 400,
      body: { fields: { statisticId: expect.any(String) } },
    })
  })

  it('removes it from the page, makes room for another, and keeps the row', async () => {
    const campaign = await api.addCampaign(lions)
    const reward = (await post(campaign, plain)).body as Reward
    const remove = (as: string) => api.call('DELETE', path(campaign, reward.id), { as })
    expect((await remove(await api.addUser())).status).toBe(403)
    expect((await remove(owner)).status).toBe(204)
    expect((await remove(owner)).status).toBe(404)
    expect((await put(campaign, reward.id, { title: 'x' })).status).toBe(404)
    expect(await rewardsOf(api.db, campaign)).toEqual([])
    expect((await post(campaign, plain)).status).toBe(201)
    const kept = await api.db.query(sql`select id from rewards where id = ${reward.id}`)
    expect(kept).toHaveLength(1)
    const audited = await api.db.query(
      sql`select action from audit_log where subject_id = ${reward.id} order by id`,
    )
    expect(audited).toEqual([{ action: 'reward.create' }, { action: 'reward.archive' }])
  })

  it('is refused through another campaign', async () => {
    const one = await api.addCampaign(lions)
    const two = await api.addCampaign(lions)
    const reward = (await post(one, plain)).body as Reward
    expect((await put(two, reward.id, { title: 'x' })).status).toBe(404)
  })
})
