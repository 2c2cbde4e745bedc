import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_METHODS, PAYMENT_TIMINGS } from '#domain/billing/instruments.ts'
import { CAMPAIGN_STATUSES } from '#domain/campaigns/campaign-state.ts'
import type { CampaignDetail, CampaignListItem } from '#domain/schemas/campaign.ts'
import { CAMPAIGN_TYPES, TEMPLATES } from '#domain/schemas/campaign.ts'
import { REWARD_TYPES } from '#domain/schemas/reward.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { fillDemo } from './fill.ts'
import { ACCOUNTS, PASSWORD } from './people.ts'

const NOW = '2026-10-14T17:20:00Z'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: NOW })
  expect(await fillDemo(app.deps, app.url)).toBe(true)
}, 120_000)
afterAll(() => app.close())

const values = async (query: ReturnType<typeof sql>): Promise<string[]> =>
  (await app.deps.db.query<{ value: string }>(query)).map(({ value }) => value).sort()
const counts = async (query: ReturnType<typeof sql>): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await app.deps.db.query<{ value: string; count: number }>(query)).map(({ value, count }) => [
      value,
      count,
    ]),
  )

test('the demo’s books satisfy every invariant (R40)', async () => {
  expect(await checkInvariants(app.deps.db)).toEqual([])
})

test('the demo does not fill a database twice', async () => {
  const before = await counts(
    sql`select 'rows' as value, (select count(*) from users) + (select count(*) from audit_log) as count`,
  )
  expect(await fillDemo(app.deps, app.url)).toBe(false)
  expect(
    await counts(
      sql`select 'rows' as value, (select count(*) from users) + (select count(*) from audit_log) as count`,
    ),
  ).toEqual(before)
})

describe('the demo has every state that a screen can show:', () => {
  test('12 organizations, and 24 campaigns of every template, type and status', async () => {
    expect(
      await counts(sql`select 'states' as value, count(distinct state) as count from organizations`),
    ).toEqual({ states: 12 })
    expect(await counts(sql`select 'all' as value, count(*) as count from campaigns`)).toEqual({ all: 24 })
    expect(await values(sql`select distinct template as value from campaigns`)).toEqual([...TEMPLATES].sort())
    expect(await values(sql`select distinct campaign_type as value from campaigns`)).toEqual(
      [...CAMPAIGN_TYPES].sort(),
    )
    expect(await values(sql`select distinct status as value from campaigns`)).toEqual(
      [...CAMPAIGN_STATUSES].sort(),
    )
  })

  test('hundreds of pledges with both timings and all four payment methods', async () => {
    const pledges = await counts(
      sql`select payment_method as value, count(*) as count from pledges group by 1`,
    )
    // A bank account is connected by its owner.
    const methods = PAYMENT_METHODS.filter((method) => method !== 'bank_account')
    expect(Object.keys(pledges).sort()).toEqual([...methods].sort())
    expect(Math.min(...Object.values(pledges))).toBeGreaterThan(25)
    expect(Object.values(pledges).reduce((all, count) => all + count)).toBeGreaterThanOrEqual(400)
    expect(await values(sql`select distinct payment_timing as value from pledges`)).toEqual(
      [...PAYMENT_TIMINGS].sort(),
    )
    expect(await values(sql`select distinct status as value from pledges`)).toEqual(
      expect.arrayContaining(['active', 'cancelled', 'settled']),
    )
  })

  test('rewards of every type, ambassadors, comments and unconfirmed results', async () => {
    expect(await values(sql`select distinct type as value from rewards`)).toEqual([...REWARD_TYPES].sort())
    const ambassadors = await counts(sql`
      select case when joined_at is null then 'invited' else 'joined' end as value, count(*) as count from ambassadors group by 1`)
    expect(ambassadors).toEqual({ invited: expect.any(Number), joined: expect.any(Number) })
    expect((await values(sql`select id as value from comments`)).length).toBeGreaterThan(30)
    expect(
      (await values(sql`select distinct campaign_id as value from results where confirmed_at is null`))
        .length,
    ).toBeGreaterThan(3)
  })

  test('money at every stage: scheduled, failed, collected, invoiced, paid, paid out', async () => {
    expect(
      Object.keys(await counts(sql`select state as value, count(*) as count from charges group by 1`)).sort(),
    ).toEqual(['failed', 'scheduled', 'succeeded'])
    expect(
      Object.keys(
        await counts(sql`select state as value, count(*) as count from invoices group by 1`),
      ).sort(),
    ).toEqual(['open', 'paid'])
    expect(await counts(sql`select state as value, count(*) as count from payouts group by 1`)).toEqual({
      arrived: 1,
      prepared: 1,
    })
    expect(await values(sql`select distinct stage as value from settlements where kind = 'final'`)).toEqual([
      'closed',
    ])
  })

  test('nothing dated in the future and no unsent mail', async () => {
    const [row] = await app.deps.db.query<{ latest: Date; waiting: number }>(sql`
      select (select max(at) from audit_log) as latest, (select count(*) from mails where sent_at is null) as waiting`)
    expect(row?.latest.getTime()).toBeLessThanOrEqual(Date.parse(NOW))
    expect(row?.waiting).toBe(0)
  })
})

test('every active demo campaign but the last has statistics and pledges', async () => {
  const list = expectStatus(await app.visitor.get<CampaignListItem[]>('/api/campaigns?status=active'), 200)
  const details: CampaignDetail[] = []
  for (const { campaigns } of list)
    details.push(expectStatus(await app.visitor.get<CampaignDetail>(`/api/campaigns/${campaigns.id}`), 200))
  const last = details.pop()
  expect(last?.statistics).toEqual([])
  expect(last?.campaigns.totalPledged).toBe('0.00')
  expect(details.length).toBeGreaterThan(10)
  for (const { statistics, pledges } of details) {
    expect(statistics.length).toBeGreaterThan(1)
    expect(pledges.length).toBeGreaterThan(5)
  }
})

test.each(Object.values(ACCOUNTS).map(([email]) => email))(
  'the demo account %s can sign in',
  async (email) => {
    const answer = await app.visitor.post<unknown>(
      '/api/identity/sign-in/email',
      { email, password: PASSWORD },
      { origin: app.deps.config.appUrl },
    )
    expectStatus(answer, 200)
  },
)

test('the demo accounts have the roles and pledges that are documented', async () => {
  expect(
    await values(sql`select u.email as value from user_roles r join users u on u.id = r.user_id`),
  ).toEqual(['rep2@demo.test', 'rep@demo.test'])
  const members = await counts(sql`
    select u.email || ' ' || m.role as value, count(*) as count from organization_members m join users u on u.id = m.user_id
     where u.email like '%@demo.test' group by 1`)
  expect(members).toEqual({
    'coach@demo.test owner': 2,
    'confirmer@demo.test confirmer': 2,
    'scorer@demo.test scorer': 2,
    'treasurer@demo.test treasurer': 2,
  })
  expect(
    await values(sql`
    select distinct p.status as value from pledges p join users u on u.id = p.pledger_id where u.email = 'supporter@demo.test'`),
  ).toEqual(['active', 'settled'])
  expect(
    (
      await values(sql`
    select p.campaign_id as value from pledges p join users u on u.id = p.pledger_id where u.email = 'supporter@demo.test'`)
    ).length,
  ).toBeGreaterThanOrEqual(4)
  expect(
    (
      await values(sql`
    select p.id as value from pledges p join ambassadors a on a.id = p.ambassador_id join users u on u.id = a.user_id
     where u.email = 'ambassador@demo.test' and a.joined_at is not null`)
    ).length,
  ).toBeGreaterThan(5)
})

test('the demo’s soccer campaign replays 2015-16 and is halfway through it', async () => {
  const list = expectStatus(
    await app.visitor.get<CampaignListItem[]>('/api/campaigns?type=soccer&status=active'),
    200,
  )
  const id = list.find(({ campaigns }) => campaigns.name.includes('Leicester'))?.campaigns.id
  const { statistics, events, results, campaigns } = expectStatus(
    await app.visitor.get<CampaignDetail>(`/api/campaigns/${id}`),
    200,
  )
  const lastYear = Object.fromEntries(statistics.map(({ name, lastYearResult }) => [name, lastYearResult]))
  expect(lastYear).toMatchObject({ Goals: 46, Wins: 11, 'Clean sheets': 10 })
  expect(events).toHaveLength(38)
  const played = events.filter(({ startTime }) => startTime < NOW)
  expect(played.length).toBeGreaterThan(15)
  expect(played.length).toBeLessThan(25)
  // The newest match was entered at the touchline and waits for a second person.
  const newest = played.at(-1)
  expect(newest?.isCompleted).toBe(false)
  expect(played.filter(({ isCompleted }) => isCompleted)).toHaveLength(played.length - 1)
  expect(
    results.filter(({ eventId }) => eventId === newest?.id).every(({ state }) => state === 'entered'),
  ).toBe(true)
  expect(statistics.find(({ name }) => name === 'Goals')?.confirmedQuantity).toBe(38)
  expect(Number(campaigns.totalCollected)).toBeGreaterThan(500)
  expect(Number(campaigns.totalEarned)).toBeGreaterThan(Number(campaigns.totalCollected))
})
