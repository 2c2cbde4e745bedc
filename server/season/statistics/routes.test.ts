/** Several statistics are added at once: all or none, in order, and once (R50). In a draft one can be deleted (R15). */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  CAMPAIGN,
  countRows,
  openDraft,
  openSeason,
  pledge,
  type Season,
  STATISTICS,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let draft: Season
beforeAll(async () => {
  ;({ app, org, season: draft } = await givenSeason({ now: '2026-09-01T16:00:00Z', isDraft: true }))
})
afterAll(() => app.close())

const { goals, wins, gift } = STATISTICS
const batch = (statistics: unknown, headers?: Record<string, string>) =>
  org.owner.post<Statistic[] & ErrorBody>(`${draft.path}/statistics/batches`, { statistics }, headers)
const namesIn = async (id: string) => {
  const { body } = await org.owner.get<Management>(`/api/dashboard/campaigns/${id}`)
  return body.statistics.map(({ name }) => name)
}

describe('adding several statistics at once', () => {
  it('appends them in order, with an audit entry each', async () => {
    const before = await namesIn(draft.id)
    const rows = await countRows(app.deps.db)
    const added = expectStatus(
      await batch([
        { ...wins, name: 'Away wins' },
        { ...gift, name: 'Gift again' },
      ]),
      201,
    )
    expect(added.map(({ name, sortOrder }) => [name, sortOrder])).toEqual([
      ['Away wins', before.length],
      ['Gift again', before.length + 1],
    ])
    expect(await namesIn(draft.id)).toEqual([...before, 'Away wins', 'Gift again'])
    const after = await countRows(app.deps.db)
    expect(Number(after['public.audit_log']) - Number(rows['public.audit_log'])).toBe(2)
  })

  it('adds all or none', async () => {
    const rows = await countRows(app.deps.db)
    const answer = await batch([goals, { ...wins, name: '', pledgeAmountOptions: [1, 2] }])
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          'statistics.1.name': 'Statistic name is required',
          'statistics.1.pledgeAmountOptions': 'Please enter exactly 3 pledge amounts',
        },
      },
    })
    expect(await batch([])).toMatchObject({ status: 400, body: { message: 'Choose at least one statistic' } })
    const many = Array.from({ length: 21 }, () => goals)
    expect(await batch(many)).toMatchObject({
      status: 400,
      body: { message: 'Add at most 20 statistics at once' },
    })
    expect(await countRows(app.deps.db)).toEqual(rows)
  })

  it('adds them once for two requests with one idempotency key', async () => {
    const key = { 'Idempotency-Key': 'the-same-click' }
    const first = expectStatus(await batch([{ ...goals, name: 'Headers' }], key), 201)
    const again = expectStatus(await batch([{ ...goals, name: 'Headers' }], key), 201)
    expect(again).toEqual(first)
    expect((await namesIn(draft.id)).filter((name) => name === 'Headers')).toHaveLength(1)
  })
})

describe('adding what a template proposes, from two tabs', () => {
  const propose = async (season: Season, statistics: unknown[], skipExisting = true) =>
    expectStatus(
      await org.owner.post<Statistic[]>(`${season.path}/statistics/batches`, { statistics, skipExisting }),
      201,
    ).map(({ name }) => name)

  it('skips what is there by name and type, and what is listed twice', async () => {
    const season = await openDraft(org)
    const sacks = { ...goals, name: 'Sacks' }
    expect(await propose(season, [{ ...goals, name: 'goals' }, sacks, sacks, gift])).toEqual(['Sacks'])
    expect(await propose(season, [sacks, gift])).toEqual([])
    expect(await propose(season, [{ ...gift, name: 'Sacks' }])).toEqual(['Sacks'])
    const both = await Promise.all([1, 2].map(() => propose(season, [{ ...wins, name: 'Away wins' }])))
    expect(both.flat()).toEqual(['Away wins'])
    expect(await propose(season, [sacks], false)).toEqual(['Sacks'])
  })

  it('adds one again whose namesake is closed', async () => {
    const season = await openDraft(org)
    const path = `${season.path}/statistics/${season.statistics.wins.id}`
    expectStatus(await org.owner.put(path, { isActive: false }), 200)
    expect(await propose(season, [wins])).toEqual(['Wins'])
  })
})

describe('creating a campaign with statistics', () => {
  const create = (statistics: unknown) =>
    org.owner.post<Campaign & ErrorBody>('/api/campaigns', {
      ...CAMPAIGN,
      organizationId: org.organizationId,
      statistics,
    })

  it('adds them in order', async () => {
    const { id } = expectStatus(await create([goals, gift]), 201)
    expect(await namesIn(id)).toEqual(['Goals', 'Gift'])
  })

  it('creates nothing if one of them is invalid', async () => {
    const rows = await countRows(app.deps.db)
    expect(await create([goals, { ...gift, icon: 'trophy' }])).toMatchObject({
      status: 400,
      body: { fields: { 'statistics.1.icon': 'Please select an icon' } },
    })
    expect(await countRows(app.deps.db)).toEqual(rows)
  })
})

test('a campaign has at most 100 statistics: the next one is refused in words, also among several', async () => {
  const full = await openDraft(org)
  await app.deps.db.query(sql`
    insert into statistics (
      id, campaign_id, name, type, icon, pledge_amount_options, allow_custom_amounts, is_active, sort_order, created_at
    )
    select gen_random_uuid(), ${full.id}, 'Drill ' || n, 'per_increment', 'faTrophy', '{100,200,500}', true, true, n, now()
    from generate_series(5, 99) n`)
  const refused = {
    status: 409,
    body: { message: 'A campaign has at most 100 statistics: change one that is no longer needed instead' },
  }
  const statistics = [
    { ...goals, name: 'The hundredth' },
    { ...goals, name: 'One too many' },
  ]
  expect(await org.owner.post(`${full.path}/statistics/batches`, { statistics })).toMatchObject(refused)
  expectStatus(await org.owner.post(`${full.path}/statistics`, statistics[0]), 201)
  expect(await org.owner.post(`${full.path}/statistics`, statistics[1])).toMatchObject(refused)
})

describe('deleting a statistic', () => {
  const add = async (season: Season, name: string) =>
    expectStatus(await org.owner.post<Statistic>(`${season.path}/statistics`, { ...goals, name }), 201)
  const remove = (season: Season, { id }: { id: string }) =>
    org.owner.delete<ErrorBody>(`${season.path}/statistics/${id}`)

  it('works in a draft, and stays in the history by name', async () => {
    const twice = await add(draft, 'Goals twice')
    expect((await remove(draft, twice)).status).toBe(204)
    expect(await namesIn(draft.id)).not.toContain('Goals twice')
    expect((await remove(draft, twice)).status).toBe(404)
    const { body } = await org.owner.get<AuditEntry[]>(`/api/campaigns/${draft.id}/audit-log`)
    expect(body.slice(0, 2).map(({ text }) => text)).toEqual([
      'Deleted the statistic Goals twice',
      'Added the statistic Goals twice',
    ])
  })

  it('is refused while a reward counts it, but not for a deleted one', async () => {
    const counted = await add(draft, 'Headers')
    const reward = {
      title: 'Shirt',
      description: 'Signed.',
      type: 'milestone_maker',
      statisticId: counted.id,
    }
    const { id } = expectStatus(await org.owner.post<{ id: string }>(`${draft.path}/rewards`, reward), 201)
    expect(await remove(draft, counted)).toMatchObject({
      status: 409,
      body: { message: 'The reward “Shirt” counts this statistic: change or delete the reward first' },
    })
    expectStatus(await org.owner.delete(`${draft.path}/rewards/${id}`), 204)
    expect((await remove(draft, counted)).status).toBe(204)
  })

  it('is refused once the campaign was activated, and where something was pledged', async () => {
    const season = await openSeason(org)
    expect(await remove(season, season.statistics.wins)).toMatchObject({
      status: 409,
      body: { message: 'Only a draft’s statistics can be deleted: close it to new pledges instead' },
    })
    await pledge(org, season, { lines: { wins: '5.00' }, method: 'check' })
    await app.deps.db.query(sql`update campaigns set status = 'draft' where id = ${season.id}`)
    expect(await remove(season, season.statistics.wins)).toMatchObject({
      status: 409,
      body: { message: 'Supporters have pledged on this statistic: close it to new pledges instead' },
    })
    expect((await remove(season, season.statistics.goals)).status).toBe(204)
  })
})
