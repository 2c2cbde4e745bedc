/** Tables are downloaded as CSV by those who may see them, and a spreadsheet executes nothing in them (R13, R26, R51). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { csvText, parseCsv } from '#tests/csv.ts'
import {
  countRows,
  declare,
  lock,
  play,
  pledge,
  previewOf,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Caller & { userId: string }

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  expectStatus(await org.representative.put(season.path, { name: '=Łions "Fall", 1' }), 200)
  supporter = (await pledge(org, season, { lines: { goals: '2.00', gift: '25.00' }, method: 'check' }))
    .supporter
  app.clock.advance({ minutes: 1 })
  await pledge(org, season, { lines: { wins: '5.00' }, method: 'check', most: '50.00' })
  await play(org, season, { opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals: 3 })
  await play(org, season, { opponent: 'Cove', startTime: '2026-08-31T01:30:00Z', goals: 1, wins: 1 })
})
afterAll(() => app.close())

const tableOf = (table: string, query = '') => `/api/dashboard/campaigns/${season.id}/${table}.csv${query}`
const textOf = (path: string, by: Caller = org.representative) => csvText(app, path, by)
const read = async (path: string, by?: Caller) => parseCsv(await textOf(path, by))

it('a CSV file is named after campaign, table and day, and is not cached', async () => {
  const { headers } = await org.owner.get(tableOf('supporters'))
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="ions-fall-1-supporters-2026-09-01.csv"',
  )
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

it('the CSV file of supporters has no names for anybody, and amounts as decimals (R26)', async () => {
  for (const by of [org.owner, org.representative]) {
    const text = await textOf(tableOf('supporters'), by)
    expect(text).not.toContain(supporter.email)
    expect(parseCsv(text)).toEqual([
      expect.objectContaining({
        Supporter: 'Anonymous Supporter',
        Number: '2',
        'Pledge type': 'per-performance',
      }),
      {
        Supporter: 'Anonymous Supporter',
        Number: '1',
        'Pledge type': 'mixed',
        Status: 'active',
        Note: '',
        'Amount (USD)': '93.00',
        'Date (America/New_York)': '2026-09-01 12:00',
      },
    ])
  }
})

it('a CSV file has times in the campaign’s time zone, and plain numbers', async () => {
  const events = await read(tableOf('events'), org.scorer)
  expect(events.map((one) => [one.Event, one['Starts (America/New_York)'], one.Completed])).toEqual([
    ['vs. Bay', '2026-08-30 14:00', 'Yes'],
    ['vs. Cove', '2026-08-30 21:30', 'Yes'],
  ])
  const [goals] = await read(tableOf('statistics'), org.scorer)
  expect(goals).toMatchObject({
    Statistic: 'Goals',
    'Last year': '40',
    'Confirmed so far': '4',
    'Amount 3 (USD)': '5',
    'Custom amounts': 'Yes',
    'Open for pledges': 'Yes',
  })
})

it('a CSV file has only what the screen’s filter shows, and an unknown filter is refused', async () => {
  expect(await read(tableOf('results'))).toHaveLength(3)
  const wins = await read(tableOf('results', `?statistic=${season.statistics.wins.id}`))
  expect(wins.map(({ Match, Statistic, Result, State }) => [Match, Statistic, Result, State])).toEqual([
    ['vs. Cove', 'Wins', '1', 'confirmed'],
  ])
  expect((await org.owner.get(tableOf('results', '?statistic=x'))).status).toBe(400)
  expect((await org.representative.get('/api/desk/campaigns.csv?stage=lost')).status).toBe(400)
  const desk = (query: string) => read(`/api/desk/campaigns.csv${query}`)
  expect(await desk('?stage=draft')).toEqual([])
  expect(await desk('?stage=active')).toMatchObject([
    {
      Campaign: '\'=Łions "Fall", 1',
      Stage: 'active',
      'Time zone': 'America/New_York',
      'Goal (USD)': '10000.00',
      'Pledged (USD)': '123.00',
      Supporters: '2',
      Ends: '2026-12-15 23:59',
    },
  ])
  expect(await read('/api/user/campaigns.csv?search=lions')).toEqual([])
  expect(await read('/api/user/campaigns.csv?search=fall', org.owner)).toHaveLength(1)
  expect(await read('/api/user/pledges.csv', supporter)).toMatchObject([{ 'Amount (USD)': '93.00' }])
  await app.deps.db.query(sql`
    update pledges set created_at = '2027-01-01T02:00:00Z' where pledger_id = ${supporter.userId}`)
  const [evening] = await read('/api/user/pledges.csv', supporter)
  expect(evening).toMatchObject({ 'Date (UTC)': '2027-01-01 02:00', 'Pledged on': '2026-12-31' })
})

it('the CSV files of people list members, invitations and representatives', async () => {
  const address = `/api/organizations/${org.organizationId}`
  const asked = { email: 'coach@example.org', role: 'scorer' }
  expect((await org.owner.post(`${address}/invitations`, asked)).status).toBe(201)
  const people = await read(`${address}/people.csv`, org.owner)
  expect(people.map(({ Role, State }) => [Role, State])).toEqual([
    ['owner', 'in'],
    ['scorer', 'in'],
    ['scorer', 'invited'],
  ])
  expect(people.at(-1)).toMatchObject({ Email: 'coach@example.org', 'First name': '' })
  expect((await org.scorer.get(`${address}/people.csv`)).status).toBe(403)
  const { representative, second } = org
  const listed = (await read('/api/representatives.csv')).map((row) => row.Email)
  expect(listed.sort()).toEqual([representative.email, second.email].sort())
})

const comment = (message: string) =>
  app.deps.db.query(sql`
    insert into comments (id, campaign_id, author_id, message, created_at)
    values (gen_random_uuid(), ${season.id}, ${supporter.userId}, ${message}, ${app.clock.now()})`)

it.each(['=HYPERLINK("http://evil.test","Free")', '+1+1', '-1+1', '@SUM(1)', '\t1', 'a,"b";1'])(
  'the message %j is only text in a CSV file',
  async (message) => {
    await comment(message)
    const written = (await read(tableOf('comments'), org.owner)).map(({ Message }) => Message)
    expect(written).toContain(/^[a-z]/.test(message) ? message : `'${message}`)
  },
)

it.each([
  ['Nice;"=HYPERLINK(A1);z', `Nice;'"=HYPERLINK(A1);z`],
  ['Nice\n=1+1;z', "Nice\n'=1+1;z"],
])('the message %j is only text where another separator than the comma is set', async (message, written) => {
  await comment(message)
  expect((await read(tableOf('comments'), org.owner)).map(({ Message }) => Message)).toContain(written)
})

it('an email address that starts with + is only text in a CSV file, and a negative result is a number', async () => {
  const email = '+cmd@example.org'
  expectStatus(await org.owner.post(`${season.path}/ambassadors`, { email }), 201)
  expect(await read(tableOf('ambassadors'))).toMatchObject([{ Email: `'${email}`, Status: 'invited' }])
  app.clock.advance({ minutes: 1 })
  const body = { statisticId: season.statistics.goals.id, quantity: -1, note: '-1 for the own goal' }
  expectStatus(await org.scorer.post(`${season.path}/results`, body), 201)
  const [newest] = await read(tableOf('results'), org.scorer)
  expect(newest).toMatchObject({ Result: '-1', Note: "'-1 for the own goal", State: 'entered', Match: '' })
})

it('a CSV file of 2,500 comments has every row once', async () => {
  const at = app.clock.now()
  await app.deps.db.query(sql`
    insert into comments (id, campaign_id, author_id, message, created_at)
    select gen_random_uuid(), ${season.id}, ${supporter.userId}, 'Go ' || n, ${at} from generate_series(1, 2500) n`)
  const messages = (await read(tableOf('comments'))).map(({ Message }) => Message)
  expect(messages.filter((message) => message?.startsWith('Go '))).toHaveLength(2500)
  expect(new Set(messages).size).toBe(messages.length)
})

describe('downloading a CSV file', () => {
  it('changes nothing, and HEAD reads no row', async () => {
    const before = await countRows(app.deps.db)
    for (const table of [
      'supporters',
      'statistics',
      'events',
      'rewards',
      'ambassadors',
      'results',
      'comments',
    ])
      expectStatus(await org.owner.get(tableOf(table)), 200)
    for (const table of ['settlements', 'charges'])
      expectStatus(await org.representative.get(tableOf(table)), 200)
    for (const path of ['/api/card-refusals.csv', '/api/disputes.csv']) expect(await read(path)).toEqual([])
    expect(await countRows(app.deps.db)).toEqual(before)
    const headers = { authorization: `Bearer ${org.owner.token}` }
    const head = await app.app.request(tableOf('supporters'), { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('of settlements after a final lock shows what was billed', async () => {
    const [waiting] = await org.owner
      .get<{ id: string; state: string }[]>(`${season.path}/results`)
      .then(({ body }) => body.filter(({ state }) => state === 'entered'))
    const resultIds = [waiting?.id]
    expectStatus(await org.owner.post(`${season.path}/results/confirmations`, { resultIds }), 201)
    await declare(org, season, 'not_achieved')
    app.clock.advance({ days: 120 })
    const { blockers } = await previewOf(org, season, 'final')
    const declared = blockers.map(({ code, subjectId }) => ({ code, subjectId, reason: 'Not counted' }))
    await lock(org, season, 'final', { declared })
    // Three goals at $2, a gift of $25, and one win at $5.
    expect(await read(tableOf('settlements'))).toMatchObject([
      {
        Version: '1',
        Kind: 'final',
        Stage: 'locked',
        Pledges: '2',
        'Billed (USD)': '36.00',
        'Locked by': 'Morgan Osei',
      },
    ])
  })
})
