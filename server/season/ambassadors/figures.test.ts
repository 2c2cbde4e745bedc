/** Ambassadors see their own figures only, and nobody is shown to be in the lower half (R11, R18, R42). */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Ambassadorship, LeaderboardEntry } from '#domain/schemas/ambassador.ts'
import { only, sql } from '#server/platform/db/database.ts'
import { api, invited, join, lions, owner, path, setUpAmbassadors, tokenOf } from '#tests/ambassador-api.ts'

setUpAmbassadors()

describe('GET /api/user/ambassadorships', () => {
  it('shows the caller’s own links and figures only', async () => {
    const cup = await api.addCampaign(lions, { name: 'Autumn Cup' })
    const fay = await api.addUser()
    const gus = await api.addUser()
    const { id } = await invited('fay@test.test', cup)
    await invited('gus@test.test', cup)
    await join(await tokenOf('fay@test.test'), fay, cup)
    await join(await tokenOf('gus@test.test'), gus, cup)
    const statistic = await api.addStatistic(cup)
    await pledge(cup, id, { estimate: 500, most: 10_000, statistic })
    await pledge(cup, id, { estimate: 500, most: 600, statistic })
    await pledge(cup, id, { estimate: 900, most: 900, statistic, status: 'cancelled' })
    await api.db.query(sql`update statistic_totals set likely = 5 where statistic_id = ${statistic}`)
    const own = async (as: string) => (await api.call('GET', '/api/user/ambassadorships', { as })).body
    expect(await own(fay)).toMatchObject([
      { campaignName: 'Autumn Cup', supportersCount: 2, totalPledged: '10.00' },
    ])
    await api.db.query(sql`update statistic_totals set confirmed = 8 where statistic_id = ${statistic}`)
    expect(await own(fay)).toMatchObject([{ supportersCount: 2, totalPledged: '14.00' }])
    expect(await own(gus)).toMatchObject([{ supportersCount: 0, totalPledged: '0.00' }])
    expect(await own(owner)).toEqual([])
    expect((await api.call('GET', '/api/user/ambassadorships')).status).toBe(401)
  })
})

describe('the ambassador leaderboard and ranks (R42)', () => {
  type Place = { id: string; userId: string }
  let cup: string
  let statistic: string

  /** Clears the cache as a change through the API would; raw rows do not clear it. */
  const clearCache = () => api.deps.cache.changed([`campaign:${cup}`])
  const leaders = async (id = cup) => {
    clearCache()
    return (await api.call('GET', `/api/campaigns/${id}/leaderboard`)).body as LeaderboardEntry[]
  }
  const names = async () => (await leaders()).map(({ firstName }) => firstName).join(' ')
  const own = async ({ id, userId }: Place) => {
    const rows = (await api.call('GET', '/api/user/ambassadorships', { as: userId })).body as Ambassadorship[]
    return rows.find((one) => one.id === id) as Ambassadorship
  }
  const choose = ({ id }: Place, onLeaderboard: unknown, as: string | null) =>
    api.call('PUT', `/api/user/ambassadorships/${id}`, { as, body: { onLeaderboard } })
  const newcomer = async (first: string, joins = true): Promise<Place> => {
    const email = `${randomUUID()}@test.test`
    const userId = await api.addUser({ first, last: 'Rivera' })
    const { id } = await invited(email, cup)
    if (joins) await join(await tokenOf(email), userId, cup)
    return { id, userId }
  }
  const brings = async ({ id }: Place, ...estimates: number[]) => {
    for (const estimate of estimates)
      await pledge(cup, id, { estimate, rate: estimate, most: 100_000, statistic })
  }
  beforeEach(async () => {
    cup = await api.addCampaign(lions, { name: 'Rivals Cup' })
    statistic = await api.addStatistic(cup)
  })

  it('go by supporters, then pledged amount, without those who have not joined or have no supporter', async () => {
    const ann = await newcomer('Ann')
    const bo = await newcomer('Bo')
    const cy = await newcomer('Cy')
    const di = await newcomer('Di')
    const ed = await newcomer('Ed')
    const flo = await newcomer('Flo', false)
    expect(await leaders()).toEqual([])
    await brings(ann, 100, 100)
    await brings(bo, 900)
    await brings(cy, 300, 300)
    await brings(flo, 100, 100, 100, 100)
    await newcomer('Gil')
    expect(await leaders()).toEqual([
      { id: cy.id, firstName: 'Cy', lastInitial: 'R', supportersCount: 2 },
      { id: ann.id, firstName: 'Ann', lastInitial: 'R', supportersCount: 2 },
      { id: bo.id, firstName: 'Bo', lastInitial: 'R', supportersCount: 1 },
    ])
    expect(await own(cy)).toMatchObject({ rank: { rank: 1, isShared: false }, joinedCount: 6 })
    expect(await own(bo)).toMatchObject({ rank: { rank: 3 }, supportersCount: 1, totalPledged: '9.00' })
    for (const one of [di, ed]) expect(await own(one)).toMatchObject({ rank: null, joinedCount: 6 })
  })

  it('never reveal who is in the lower half', async () => {
    const places = [await newcomer('Ann'), await newcomer('Bo'), await newcomer('Cy')]
    const [ann, bo, cy] = places as [Place, Place, Place]
    await brings(ann, 100, 100, 100)
    await brings(bo, 100, 100)
    await brings(cy, 100)
    expect(await names()).toBe('Ann')
    expect((await own(ann)).rank).toEqual({ rank: 1, isShared: false })
    for (const one of [bo, cy]) expect((await own(one)).rank).toBeNull()
  })

  it('show equals together or not at all, with their shared rank', async () => {
    const places: Place[] = []
    for (const first of ['Ann', 'Bo', 'Cy', 'Di']) places.push(await newcomer(first))
    const [ann, bo, cy] = places as [Place, Place, Place]
    await brings(ann, 100, 100)
    await brings(bo, 100)
    await brings(cy, 100)
    expect(await names()).toBe('Ann')
    for (const one of [bo, cy]) expect((await own(one)).rank).toEqual({ rank: 2, isShared: true })
    for (const first of ['Ed', 'Flo']) await newcomer(first)
    expect(await names()).toBe('Ann Bo Cy')
  })

  it('show at most five', async () => {
    for (let count = 1; count <= 12; count += 1) {
      const one = await newcomer(`N${count}`)
      if (count <= 7) await brings(one, ...Array.from({ length: 8 - count }, () => 100))
    }
    expect(await names()).toBe('N1 N2 N3 N4 N5')
  })

  it('let an ambassador opt out and in again at once, which is audited', async () => {
    const ann = await newcomer('Ann')
    const bo = await newcomer('Bo')
    const cy = await newcomer('Cy')
    const di = await newcomer('Di')
    await brings(ann, 100, 100, 100)
    await brings(bo, 100, 100)
    expect(await names()).toBe('Ann Bo')
    const shown = async () =>
      ((await api.call('GET', `/api/campaigns/${cup}/leaderboard`)).body as LeaderboardEntry[])
        .map(({ firstName }) => firstName)
        .join(' ')
    expect((await own(ann)).onLeaderboard).toBe(true)
    expect(await choose(ann, false, ann.userId)).toMatchObject({
      status: 200,
      body: { id: ann.id, onLeaderboard: false, rank: { rank: 1 }, supportersCount: 3 },
    })
    // Three remain visible, so that the upper half is one of them.
    expect(await shown()).toBe('Bo')
    expect((await choose(ann, false, ann.userId)).status).toBe(200)
    expect((await choose(ann, true, ann.userId)).status).toBe(200)
    expect(await shown()).toBe('Ann Bo')
    const audited = await api.db.query<{ actorId: string; before: object; after: object }>(sql`
      select actor_id, before, after from audit_log
       where subject_id = ${ann.id} and action = 'ambassador.leaderboard' order by id`)
    expect(audited).toEqual([
      { actorId: ann.userId, before: { onLeaderboard: true }, after: { onLeaderboard: false } },
      { actorId: ann.userId, before: { onLeaderboard: false }, after: { onLeaderboard: true } },
    ])
    for (const [as, status] of [
      [bo.userId, 404],
      [owner, 404],
      [await api.addRepresentative(), 404],
      [null, 401],
    ] as const)
      expect((await choose(ann, false, as)).status).toBe(status)
    expect((await choose({ ...ann, id: randomUUID() }, false, ann.userId)).status).toBe(404)
    for (const wrong of ['yes', 1, null, undefined])
      expect((await choose(ann, wrong, ann.userId)).body).toMatchObject({
        fields: { onLeaderboard: expect.any(String) },
      })
    expect((await own(ann)).onLeaderboard).toBe(true)
    for (const one of [cy, di]) expect((await own(one)).rank).toBeNull()
  })

  it('name who agrees to it while joining, and nobody who does not (R42)', async () => {
    const joining = async (first: string, onLeaderboard: unknown) => {
      const email = `${randomUUID()}@test.test`
      const userId = await api.addUser({ first, last: 'Rivera' })
      const { id } = await invited(email, cup)
      const token = await tokenOf(email)
      const join = (choice: unknown) =>
        api.call('POST', `${path(cup)}/join`, { as: userId, body: { token, onLeaderboard: choice } })
      return { id, userId, join, answer: await join(onLeaderboard) }
    }
    const willing = await joining('Ann', true)
    const unwilling = await joining('Bo', false)
    const before = await newcomer('Cy')
    expect([willing, unwilling].map(({ answer }) => answer.body)).toMatchObject([
      { onLeaderboard: true },
      { onLeaderboard: false },
    ])
    expect((await own(before)).onLeaderboard).toBe(true)
    for (const one of [willing, unwilling]) await brings(one, 100, 100)
    expect(await names()).toBe('Ann')
    expect((await unwilling.join(undefined)).body).toMatchObject({ onLeaderboard: false })
    expect((await unwilling.join(true)).body).toMatchObject({ onLeaderboard: true })
    expect((await joining('Di', 'yes')).answer).toMatchObject({
      status: 400,
      body: { fields: { onLeaderboard: 'Choose true or false' } },
    })
  })

  it('leave out removed ambassadors and do not count them', async () => {
    const places: Place[] = []
    for (const first of ['Ann', 'Bo', 'Cy', 'Di']) places.push(await newcomer(first))
    const [ann, bo] = places as [Place, Place]
    await brings(ann, 100, 100)
    await brings(bo, 100)
    expect(await names()).toBe('Ann Bo')
    await api.call('DELETE', path(cup, ann.id), { as: owner })
    expect(await api.call('GET', `/api/campaigns/${cup}/leaderboard`)).toMatchObject({
      status: 200,
      body: [{ firstName: 'Bo' }],
    })
    expect((await choose(ann, false, ann.userId)).status).toBe(404)
    expect(await own(ann)).toBeUndefined()
    expect(await own(bo)).toMatchObject({ rank: { rank: 1 }, joinedCount: 3 })
  })

  it('are visible in a draft only to those who may see it, and are not cached', async () => {
    const draft = await api.addCampaign(lions, { status: 'draft' })
    const as = (who: string | null) => api.call('GET', `/api/campaigns/${draft}/leaderboard`, { as: who })
    expect((await as(null)).status).toBe(404)
    const reply = await as(owner)
    expect({ status: reply.status, kept: reply.headers.get('cache-control') }).toEqual({
      status: 200,
      kept: 'private, no-store',
    })
    expect((await api.call('GET', `/api/campaigns/${randomUUID()}/leaderboard`)).status).toBe(404)
  })
})

describe('the figures of an ambassador’s own page', () => {
  it('keep pledged, earned and collected apart, and show the latest confirmed result (R11, R18)', async () => {
    const cup = await api.addCampaign(lions, { name: 'Figures Cup' })
    const hal = await api.addUser()
    const { id } = await invited('hal@test.test', cup)
    await join(await tokenOf('hal@test.test'), hal, cup)
    const statistic = await api.addStatistic(cup)
    await pledge(cup, id, { estimate: 500, most: 10_000, statistic })
    await api.db.query(sql`update statistic_totals set likely = 5 where statistic_id = ${statistic}`)
    const own = async () =>
      ((await api.call('GET', '/api/user/ambassadorships', { as: hal })).body as Ambassadorship[])[0]
    expect(await own()).toMatchObject({
      organizationName: 'Lions',
      totalPledged: '5.00',
      totalEarned: '0.00',
      totalCollected: '0.00',
      latestResult: null,
    })
    await api.db.query(sql`update statistic_totals set confirmed = 3 where statistic_id = ${statistic}`)
    await result(cup, {
      statistic,
      opponent: 'Bay',
      at: '2026-02-01T18:00:00Z',
      quantity: 3,
      confirmed: true,
    })
    await result(cup, {
      statistic,
      opponent: 'Cove',
      at: '2026-02-08T18:00:00Z',
      quantity: 9,
      confirmed: false,
    })
    expect(await own()).toMatchObject({
      totalPledged: '5.00',
      totalEarned: '3.00',
      totalCollected: '0.00',
      latestResult: { statistic: 'Goals', quantity: 3, event: 'vs. Bay' },
    })
  })
})

async function result(
  campaignId: string,
  given: { statistic: string; opponent: string; at: string; quantity: number; confirmed: boolean },
): Promise<void> {
  const eventId = randomUUID()
  await api.db.query(sql`
    insert into events (id, campaign_id, name, event_type, start_time, played_on, opponent, created_at)
    values (${eventId}, ${campaignId}, 'Match', 'game', ${given.at}, ${given.at.slice(0, 10)}, ${given.opponent}, ${api.clock.now()})`)
  const confirmedAt = given.confirmed ? api.clock.now() : null
  await api.db.query(sql`
    insert into results (id, campaign_id, statistic_id, event_id, kind, quantity, total, entered_by, entered_at, confirmation, confirmed_by, confirmed_at)
    values (${randomUUID()}, ${campaignId}, ${given.statistic}, ${eventId}, 'count', ${given.quantity}, ${given.quantity}, ${owner}, ${api.clock.now()},
            case when ${given.confirmed} then (select coalesce(max(confirmation), 0) + 1 from results where campaign_id = ${campaignId}) end,
            ${given.confirmed ? await api.addUser() : null}, ${confirmedAt})`)
}

/** A pledge of a dollar per goal, credited to an ambassador. */
async function pledge(
  campaignId: string,
  ambassadorId: string,
  given: { estimate: number; most: number; statistic: string; status?: string; rate?: number },
): Promise<void> {
  const id = randomUUID()
  const status = given.status ?? 'active'
  const cancelledAt = status === 'cancelled' ? api.clock.now() : null
  await api.db.query(sql`
    insert into pledges (id, campaign_id, pledger_id, ambassador_id, status, payment_timing, payment_method,
      agreed_maximum_cents, estimate_cents, is_anonymous, consent_text, created_at, cancelled_at)
    values (${id}, ${campaignId}, ${await api.addUser()}, ${ambassadorId}, ${status}, 'end_of_campaign', 'check',
      ${given.most}, ${given.estimate}, false, 'I agree', ${api.clock.now()}, ${cancelledAt})`)
  only(
    await api.db.query(sql`
      insert into pledge_lines (campaign_id, pledge_id, statistic_id, statistic_name, type, rate_cents, estimate_cents)
      values (${campaignId}, ${id}, ${given.statistic}, 'Goals', 'per_increment', ${given.rate ?? 100},
        ${given.estimate}) returning pledge_id`),
  )
}
