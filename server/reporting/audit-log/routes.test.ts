import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  openSeason,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { joinOrganization } from '#tests/join-organization.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let supporterName: string

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason())
})
afterAll(() => app.close())

/** Ids sort by the clock, which does not advance on its own. */
const tick = () => app.clock.advance({ seconds: 1 })
const log = async (by = org.owner, query = '') =>
  expectStatus(await by.get<AuditEntry[]>(`${season.path}/audit-log${query}`), 200)
const newest = async (by = org.owner) => (await log(by, '?limit=1'))[0] as AuditEntry

describe('the audit log describes in plain words', () => {
  it('changes of a campaign, with amounts and days as on screens', async () => {
    const body = { goal: '12500.50', endDate: '2026-12-31', status: 'paused' }
    tick()
    expectStatus(await org.representative.put(season.path, body), 200)
    expect(await newest()).toMatchObject({
      who: expect.stringContaining('Morgan'),
      kind: 'campaign',
      text: 'Changed the campaign',
      changes: [
        { label: 'Status', before: 'Active', after: 'Paused' },
        { label: 'Goal', before: '$10,000.00', after: '$12,500.50' },
        { label: 'End date', before: 'Dec 15, 2026', after: 'Dec 31, 2026' },
      ],
    })
    tick()
    expectStatus(await org.representative.put(season.path, { status: 'active' }), 200)
  })

  it('changes of statistics, events and rewards, with names and local times', async () => {
    const { owner, representative } = org
    const { goals, wins } = season.statistics
    tick()
    await owner.put(`${season.path}/statistics/${goals.id}`, {
      pledgeAmountOptions: [1, 2.5, 10],
      unitName: 'goal',
    })
    expect(await newest()).toMatchObject({
      text: 'Changed the statistic Goals',
      changes: [
        { label: 'Unit', before: null, after: 'goal' },
        { label: 'Amount options', before: '$1.00, $2.00, $5.00', after: '$1.00, $2.50, $10.00' },
      ],
    })
    const event = { name: 'Picnic', eventType: 'fundraiser', startTime: '2026-10-03T16:00:00Z' }
    tick()
    const { id } = expectStatus(
      await representative.post<{ id: string }>(`${season.path}/events`, event),
      201,
    )
    expect(await newest()).toMatchObject({ text: 'Added the event Picnic', changes: [] })
    tick()
    await representative.put(`${season.path}/events/${id}`, { startTime: '2026-10-03T17:30:00Z' })
    expect((await newest()).changes).toEqual([
      { label: 'Starts', before: 'Oct 3, 2026, 12:00 PM', after: 'Oct 3, 2026, 1:30 PM' },
    ])
    const reward = {
      title: 'Ball',
      description: 'Signed',
      type: 'milestone_maker',
      threshold: 5,
      statisticId: goals.id,
    }
    tick()
    const made = expectStatus(await owner.post<{ id: string }>(`${season.path}/rewards`, reward), 201)
    tick()
    await owner.put(`${season.path}/rewards/${made.id}`, { statisticId: wins.id })
    expect(await newest()).toMatchObject({
      text: 'Changed the reward Ball',
      changes: [{ label: 'Statistic', before: 'Goals', after: 'Wins' }],
    })
  })

  it('fields of a cause that is no sport, by its own words (R63)', async () => {
    const { owner, representative } = org
    const vocabulary = vocabularyOf('food', 'community')
    expectStatus(await representative.put(season.path, { vocabulary }), 200)
    tick()
    const statistic = `${season.path}/statistics/${season.statistics.goals.id}`
    expectStatus(await owner.put(statistic, { lastYearMatches: 16 }), 200)
    expect((await newest()).changes).toEqual([{ label: 'Deliveries last drive', before: null, after: '16' }])
    expectStatus(await representative.put(season.path, { vocabulary: SPORT }), 200)
  })

  it('results that were entered, confirmed and voided', async () => {
    tick()
    await play(org, season, { ...BAY, goals: 3 })
    const texts = (await log(org.owner, '?kind=results')).map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Entered Goals: 3 \(.*Bay\)$/),
        expect.stringMatching(/^Confirmed Goals: 3/),
      ]),
    )
    const entry = { statisticId: season.statistics.goals.id, quantity: 2 }
    tick()
    const { id } = expectStatus(await org.scorer.post<{ id: string }>(`${season.path}/results`, entry), 201)
    tick()
    await org.scorer.post(`${season.path}/results/${id}/void`, { reason: 'Counted twice' })
    expect(await newest()).toMatchObject({
      who: expect.stringContaining('Sam'),
      text: 'Voided Goals: 2',
      changes: [{ label: 'Reason', before: null, after: 'Counted twice' }],
    })
  })

  it('changes of ambassadors and members', async () => {
    const { owner } = org
    tick()
    const invited = await owner.post<Ambassador>(`${season.path}/ambassadors`, { email: 'amy@example.org' })
    tick()
    await owner.delete(`${season.path}/ambassadors/${expectStatus(invited, 201).id}`)
    expect((await log(owner, '?kind=ambassadors')).map(({ text }) => text)).toEqual([
      'Removed the ambassador amy@example.org',
      'Invited amy@example.org as an ambassador',
    ])
    const person = await app.user({ firstName: 'Nia', lastName: 'Okafor' })
    const path = `/api/organizations/${org.organizationId}`
    tick()
    await joinOrganization(app, org.organizationId, person, 'owner')
    await owner.post(`${path}/members`, { email: person.email, role: 'scorer' })
    expect(await newest()).toMatchObject({
      kind: 'people',
      text: 'Changed the role of Nia Okafor in the organization',
      changes: [{ label: 'Role', before: 'Owner', after: 'Scorer' }],
    })
    tick()
    await owner.post(`${path}/invitations`, { email: 'zoe@example.org', role: 'scorer' })
    expect((await newest()).text).toBe('Invited zoe@example.org to the organization')
    tick()
    await org.representative.put(`${path}/standing`, { sizeTier: 'large' })
    expect(await newest()).toMatchObject({
      text: 'Changed the organization’s representative-only settings',
      changes: [{ label: 'Size', before: null, after: 'Large' }],
    })
    const everything = JSON.stringify(await log(owner, '?limit=200'))
    expect(everything).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}.*(undefined|null,"after":null)/)
    expect(everything).not.toContain('a deleted item')
  })
})

describe('the audit log shows no more than the reader may see (R26):', () => {
  it('everyone sees that a supporter did something, and nobody who it was', async () => {
    tick()
    const { supporter, pledge: made } = await pledge(org, season, { lines: { wins: '5.00' } })
    supporterName = `${supporter.email}`
    tick()
    expectStatus(await supporter.put(`/api/pledges/${made.id}`, { maximumAmount: '50.00' }), 200)
    expect(await newest()).toMatchObject({
      who: 'A supporter',
      kind: 'supporters',
      changes: [
        { label: 'Pledge', before: null, after: pledgeReference(made.id) },
        { label: 'Their maximum', before: '$100.00', after: '$50.00' },
      ],
    })
    tick()
    await supporter.post(`${season.path}/comments`, { message: 'Go Harbor!' })
    expect(await newest()).toMatchObject({ who: 'A supporter', text: 'Wrote the message “Go Harbor!”' })
    expect(await newest(org.representative)).toMatchObject({ who: 'A supporter' })
    expect((await log(org.representative, '?kind=supporters')).at(-1)).toMatchObject({
      who: 'A supporter',
      text: 'Pledged',
    })
    const [person] = await app.deps.db.query<{ lastName: string; id: string }>(
      sql`select last_name, id from users where email = ${supporterName}`,
    )
    tick()
    expectStatus(await supporter.delete(`/api/pledges/${made.id}/links`), 204)
    expect(await newest()).toMatchObject({
      who: 'A supporter',
      text: 'Revoked the emailed links of a pledge',
    })
    for (const by of [org.owner, org.representative]) {
      const everything = JSON.stringify(await log(by, '?limit=200'))
      expect(everything).not.toContain('Pat ')
      expect(everything).not.toContain(supporter.email)
      expect(everything).not.toContain(person?.id)
    }
  })

  it('only representatives see single charges and payments', async () => {
    tick()
    await app.deps.db.query(sql`
      insert into audit_log (id, at, action, subject, subject_id, campaign_id, after)
      values (${randomUUID()}, ${app.clock.now()}, 'payment.record', 'payment', ${randomUUID()}, ${season.id},
              '{"amount":"12.50","method":"check"}')`)
    expect(await log(org.owner, '?kind=money')).toEqual([])
    expect(await log(org.representative, '?kind=money')).toMatchObject([
      {
        who: 'Automatic',
        text: 'Recorded a payment',
        changes: [
          { label: 'Amount', before: null, after: '$12.50' },
          { label: 'By', before: null, after: 'Check' },
        ],
      },
    ])
    expect(await log(org.representative, '?kind=money&who=people')).toEqual([])
  })

  it('fields that are not listed are never shown', async () => {
    tick()
    await app.deps.db.query(sql`
      insert into audit_log (id, at, actor_id, action, subject, subject_id, campaign_id, before, after)
      values (${randomUUID()}, ${app.clock.now()}, ${org.owner.userId}, 'reward.hand_out', 'reward', ${randomUUID()},
              ${season.id}, '{"secret":"a"}', '{"pledgeId":"b","title":null}')`)
    const found = (await log(org.owner, '?kind=rewards&limit=200')).find(({ text }) =>
      text.includes('a deleted item'),
    )
    expect(found?.changes).toEqual([])
  })

  it('only owners and representatives can open it', async () => {
    const other = await setUpOrganization(app, 'Ridgeview')
    for (const [caller, status] of [
      [app.visitor, 401],
      [org.scorer, 403],
      [other.owner, 403],
      [await app.user(), 403],
    ] as const)
      expect((await caller.get(`${season.path}/audit-log`)).status).toBe(status)
    const foreign = await openSeason(other)
    tick()
    const theirs = expectStatus(
      await other.owner.get<AuditEntry[]>(`${foreign.path}/audit-log?limit=200`),
      200,
    )
    expect(JSON.stringify(theirs)).not.toContain('Harbor')
  })
})

it('the audit log has pages without gaps or repeats, and filters by kind', async () => {
  const whole = await log(org.representative, '?limit=200')
  const seen: string[] = []
  let next: string | undefined = '?limit=3'
  while (next !== undefined) {
    const page: Awaited<ReturnType<typeof org.representative.get<AuditEntry[]>>> =
      await org.representative.get<AuditEntry[]>(`${season.path}/audit-log${next}`)
    expect(page.headers.get('x-total-count')).toBe(String(whole.length))
    seen.push(...page.body.map(({ id }) => id))
    next = /audit-log(\?[^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(whole.map(({ id }) => id))
  for (const { kind } of await log(org.owner, '?kind=statistics')) expect(kind).toBe('statistics')
  expect((await org.owner.get(`${season.path}/audit-log?kind=secrets`)).status).toBe(400)
})
