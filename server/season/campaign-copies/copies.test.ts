/** Copying a campaign takes over exactly what was chosen, or nothing at all. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { sql } from '#server/platform/db/database.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { mailWaitingAmbassadors } from '#server/season/ambassadors/mails.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  countRows,
  openDraft,
  play,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let champion: Reward
let milestone: Reward
let joined: Ambassador
let invited: Ambassador
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  const make = async <Row>(path: string, body: object) =>
    expectStatus(await org.representative.post<Row>(`${season.path}${path}`, body), 201)
  const jpeg = sharp({ create: { width: 1000, height: 600, channels: 3, background: '#12704a' } }).jpeg()
  expectStatus(await org.representative.post(`${season.path}/image`, await jpeg.toBuffer()), 201)
  await play(org, season, { opponent: 'Bay', startTime: '2026-08-28T23:00:00Z', goals: 3 })
  const later = { name: 'vs. Harbor', opponent: 'Harbor', eventType: 'game', venue: 'home' }
  // A Friday of daylight time; a year later the same day is in standard time.
  const times = { startTime: '2026-10-30T23:30:00Z', endTime: '2026-10-31T01:00:00Z' }
  await make('/events', { ...later, ...times, location: 'Main Field' })
  const reward = { description: 'Signed by all' }
  champion = await make('/rewards', { ...reward, title: 'Champion', type: 'top_supporter' })
  milestone = await make('/rewards', {
    ...reward,
    title: 'Milestone',
    type: 'milestone_maker',
    threshold: 5,
    statisticId: season.statistics.goals.id,
    enableTieredRewards: true,
    tieredRewards: [{ threshold: 10, prize: 'A ball' }],
  })
  invited = await make('/ambassadors', { email: 'first@example.org' })
  joined = await make('/ambassadors', { email: 'second@example.org' })
  const person = await app.user({ email: 'another@example.org' })
  const token = await newJoinLink(app.deps, joined.id)
  expectStatus(await person.post(`${season.path}/ambassadors/join`, { token }), 200)
  expectStatus(
    await org.owner.put(`${season.path}/statistics/${season.statistics.wins.id}`, { isActive: false }),
    200,
  )
})
afterAll(() => app.close())

const FORM = { name: 'Fall Season 2027', goal: 12_000, startDate: '2027-08-14', endDate: '2027-12-14' }
const copy = (more: object = {}, by = org.owner) =>
  by.post<Campaign & ErrorBody>(`${season.path}/copies`, { ...FORM, ...more })
const copied = async (more: object = {}) => expectStatus(await copy(more), 201)
const managed = async ({ id }: Pick<Campaign, 'id'>) =>
  expectStatus(await org.owner.get<Management>(`/api/dashboard/campaigns/${id}`), 200)

describe('a copied campaign', () => {
  it('is a draft with the old details and nothing that was not chosen', async () => {
    const made = await copied()
    expect(made).toMatchObject({
      status: 'draft',
      name: 'Fall Season 2027',
      goal: '12000.00',
      startDate: '2027-08-14',
      aboutThisCampaign: 'Pledge on every goal',
      howThisCampaignHelps: { description: 'Floodlights' },
      template: 'soccer',
      organizationId: org.organizationId,
      totalPledged: '0.00',
    })
    const { statistics, rewards, ambassadors, events, results } = await managed(made)
    expect([statistics, rewards, ambassadors, events, results]).toEqual([[], [], [], [], []])
  })

  it('keeps what was entered of last year while the season is not over (R74)', async () => {
    const { goals, wins } = season.statistics
    const of = async (from: Season, statisticIds: string[]) => {
      const made = expectStatus(
        await org.owner.post<Campaign>(`${from.path}/copies`, { ...FORM, statisticIds }),
        201,
      )
      const { statistics } = await managed(made)
      return statistics.map(({ name, lastYearResult, lastYearMatches }) => [
        name,
        lastYearResult,
        lastYearMatches,
      ])
    }
    // Three goals of one match are a part of this season, not last year.
    expect(await of(season, [goals.id, wins.id])).toEqual([
      ['Goals', 40, null],
      ['Wins', null, null],
    ])
    const draft = await openDraft(org)
    const path = `${draft.path}/statistics/${draft.statistics.goals.id}`
    expectStatus(await org.owner.put(path, { lastYearMatches: 18 }), 200)
    expect(await of(draft, [draft.statistics.goals.id])).toEqual([['Goals', 40, 18]])
  })

  it('has last season’s confirmed results as last year’s, with the same order and presets', async () => {
    const { goals, wins, champions, gift } = season.statistics
    const ids = [gift.id, wins.id, goals.id, champions.id]
    await setStatus(org, season, 'completed')
    const { statistics } = await managed(await copied({ statisticIds: ids }))
    expect(statistics.map(({ name, lastYearResult, isActive }) => [name, lastYearResult, isActive])).toEqual([
      ['Goals', 3, true],
      // Nothing confirmed and inactive last season: it starts active and without a last year’s result.
      ['Wins', null, true],
      ['Champions', null, true],
      ['Gift', null, true],
    ])
    expect(statistics[0]).toMatchObject({
      pledgeAmountOptions: [1, 2, 5],
      icon: 'faFutbol',
      confirmedQuantity: 0,
    })
    expect(statistics.map(({ id }) => id)).not.toContain(goals.id)
    await setStatus(org, season, 'active')
  })

  it('has no number of last year’s matches where a season’s total was entered for none of them (R61)', async () => {
    const { season: total } = await givenSeason({
      org,
      matches: [{ opponent: 'Bay', startTime: '2026-08-28T23:00:00Z', wins: 1 }],
    })
    const entry = { statisticId: total.statistics.goals.id, quantity: 40, kind: 'count' }
    const entered = expectStatus(await org.scorer.post<ResultEntry>(`${total.path}/results`, entry), 201)
    await confirm(org.owner, total, [entered])
    await setStatus(org, total, 'completed')
    const statisticIds = [total.statistics.goals.id, total.statistics.wins.id]
    const made = expectStatus(
      await org.owner.post<Campaign>(`${total.path}/copies`, { ...FORM, statisticIds }),
      201,
    )
    const { statistics } = await managed(made)
    expect(
      statistics.map(({ name, lastYearResult, lastYearMatches }) => [name, lastYearResult, lastYearMatches]),
    ).toEqual([
      ['Goals', 40, null],
      ['Wins', 1, 1],
    ])
  })

  it('has rewards that refer to its own statistics', async () => {
    const more = { statisticIds: [season.statistics.goals.id], rewardIds: [champion.id, milestone.id] }
    const { rewards, statistics } = await managed(await copied(more))
    const [first, second] = [...rewards].sort((a, b) => a.title.localeCompare(b.title))
    expect(first).toMatchObject({ title: 'Champion', type: 'top_supporter' })
    expect(second).toMatchObject({
      title: 'Milestone',
      threshold: '5.00',
      statisticId: statistics[0]?.id,
      tieredRewards: [{ threshold: '10.00', prize: 'A ball' }],
    })
  })

  it('has no link in the name of an event, where one is from before links were refused (R72)', async () => {
    const rename = (name: string, opponent: string) =>
      app.deps.db.query(
        sql`update events set name = ${name}, opponent = ${opponent} where campaign_id = ${season.id} and opponent like '%arbor%'`,
      )
    await rename('vs. harbor.example', 'harbor.example')
    const { events } = await managed(await copied({ scheduleWeeks: 53 }))
    await rename('vs. Harbor', 'Harbor')
    expect(events.map(({ name, opponent }) => [name, opponent])).toContainEqual([
      'vs. harbor. example',
      'harbor. example',
    ])
  })

  it('has its schedule whole weeks later at the same local times, with nothing completed', async () => {
    const { events } = await managed(await copied({ scheduleWeeks: 53 }))
    expect(events).toMatchObject([
      { name: 'vs. Bay', startTime: '2027-09-03T23:00:00.000Z', isCompleted: false, opponent: 'Bay' },
      {
        name: 'vs. Harbor',
        startTime: '2027-11-05T23:30:00.000Z',
        endTime: '2027-11-06T01:00:00.000Z',
        location: 'Main Field',
        venue: 'home',
      },
    ])
  })

  it('invites the chosen ambassadors once each at their current address', async () => {
    const made = await copied({ ambassadorIds: [joined.id, invited.id] })
    const { ambassadors } = await managed(made)
    expect(ambassadors.map(({ email, status }) => [email, status]).sort()).toEqual([
      ['another@example.org', 'invited'],
      ['first@example.org', 'invited'],
    ])
    const old = await managed(season)
    const codes = (rows: Ambassador[]) => rows.map(({ ambassadorReferralCode }) => ambassadorReferralCode)
    for (const code of codes(ambassadors)) expect(codes(old.ambassadors)).not.toContain(code)
    const mailed = async () => {
      await mailWaitingAmbassadors(app.deps)
      const mails = await app.deps.db.query<{ to: string }>(sql`
        select to_address as "to" from mails where campaign_id = ${made.id} order by 1`)
      return mails.map(({ to }) => to)
    }
    // A copy is a draft: nobody is mailed before it is activated (R44).
    expect(await mailed()).toEqual([])
    await app.deps.db.query(sql`update campaigns set status = 'active' where id = ${made.id}`)
    expect(await mailed()).toEqual(['another@example.org', 'first@example.org'])
  })

  it('has its settlements locked by a person where those of the old one are (R32)', async () => {
    const isAutomatic = async ({ id }: Pick<Campaign, 'id'>) => {
      const [row] = await app.deps.db.query<{ is: boolean }>(
        sql`select settle_automatically as is from campaigns where id = ${id}`,
      )
      return row?.is
    }
    expect(await isAutomatic(await copied())).toBe(true)
    const set = async (settleAutomatically: boolean) =>
      expectStatus(await org.representative.put(season.path, { settleAutomatically }), 200)
    await set(false)
    expect(await isAutomatic(await copied())).toBe(false)
    await set(true)
  })

  it('has its own copy of the picture', async () => {
    const made = await copied()
    const { imageUrl } = (await managed(season)).campaign
    expect(made.imageUrl).toBe(imageUrl?.replace(season.id, made.id))
    expect((await app.app.request(made.imageUrl ?? '')).status).toBe(200)
    expectStatus(await org.owner.delete(`/api/campaigns/${made.id}/image`), 204)
    expect((await app.app.request(imageUrl ?? '')).status).toBe(200)
    expect((await copied({ withPicture: false })).imageUrl).toBeNull()
  })

  it('records the source in the audit log', async () => {
    const made = await copied()
    const rows = await app.deps.db.query<{ after: object }>(sql`
      select after from audit_log where subject_id = ${made.id} and action = 'campaign.copy'`)
    expect(rows).toEqual([{ after: { copiedFrom: season.id } }])
  })
})

describe('copying a campaign', () => {
  const refused = async (more: object, words: string, by = org.owner) => {
    const before = await countRows(app.deps.db)
    const answer = await copy(more, by)
    expect(answer.body.message).toBe(words)
    expect(await countRows(app.deps.db)).toEqual(before)
    return answer.status
  }

  it('is refused with a reason for invalid choices, and leaves nothing behind', async () => {
    const [foreign] = Object.values((await openDraft(await setUpOrganization(app, 'Ridgeview'))).statistics)
    expect(
      await refused({ statisticIds: [foreign?.id] }, 'One of these statistics is not in this campaign'),
    ).toBe(400)
    expect(await refused({ rewardIds: [foreign?.id] }, 'One of these rewards is not in this campaign')).toBe(
      400,
    )
    expect(
      await refused({ ambassadorIds: [foreign?.id] }, 'One of these ambassadors is not in this campaign'),
    ).toBe(400)
    expect(
      await refused(
        { rewardIds: [milestone.id] },
        '“Milestone” counts a statistic that is not copied: choose that too, or leave the reward out',
      ),
    ).toBe(400)
    expect(await refused({ endDate: '2027-08-01' }, 'End date must be on or after the start date')).toBe(400)
  })

  it('is refused to anybody but its owners and representatives', async () => {
    const other = await setUpOrganization(app, 'Lakeside')
    const words = 'You may not do that in this campaign'
    expect(await refused({}, words, other.owner)).toBe(403)
    expect(await refused({}, words, org.scorer)).toBe(403)
    const draft = await openDraft(org)
    expect((await other.owner.post(`${draft.path}/copies`, FORM)).status).toBe(404)
  })

  it('leaves no picture files behind if it fails', async () => {
    const folders = () => readdir(join(app.deps.config.dataDir, 'files/images')).then((names) => names.sort())
    const before = await folders()
    const put = vi.spyOn(app.deps.files, 'put')
    put.mockImplementationOnce(app.deps.files.put).mockRejectedValueOnce(new Error('the disk is full'))
    expect((await copy()).status).toBe(500)
    put.mockRestore()
    expect(await folders()).toEqual(before)
  })

  it('happens once for two requests with one idempotency key', async () => {
    const ask = () =>
      org.owner.post<Campaign>(`${season.path}/copies`, FORM, { 'Idempotency-Key': 'one press' })
    const first = expectStatus(await ask(), 201)
    expect(expectStatus(await ask(), 201).id).toBe(first.id)
  })
})
