/** Promises by check and cash that are unusual count nowhere until a representative has looked (R57). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { HeldPledgePage } from '#domain/schemas/held-pledge.ts'
import type { Pledge, PledgeDetail, UserPledge } from '#domain/schemas/pledge.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import type { OpenWork, WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { newJoinLink } from '#server/season/ambassadors/index.ts'
import { outdatedForecasts } from '#server/season/forecasts/saved-forecast.ts'
import { refreshCampaignTotals } from '#server/season/pledges/index.ts'
import { refreshForecasts } from '#server/season/pledges/scheduled.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  countRows,
  openSeason,
  play,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { changeLine, previewLine, schedule, tryToChangeLine } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z', env: { HOLD_PLEDGES_ABOVE: '5000' } })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
})

const promise = async (person: Caller, gift: string, more: object = {}) =>
  expectStatus(
    await person.post<Pledge>(`${season.path}/pledges`, {
      paymentMethod: 'check',
      pledgeStatistics: [{ statisticId: season.statistics.gift.id, pledgeAmount: gift }],
      ...more,
    }),
    201,
  )
const decide = (by: Caller, id: string, body: object) => by.put(`/api/held-pledges/${id}`, body)
/** Someone whose pledge a representative has released. */
async function known(gift: string): Promise<{ person: Caller }> {
  const person = await app.user()
  const { id } = await promise(person, gift)
  expectStatus(await decide(org.representative, id, { decision: 'release' }), 200)
  return { person }
}
const look = async (search: object = {}) =>
  expectStatus(await org.representative.post<HeldPledgePage>('/api/held-pledges/searches', search), 200)
const waiting = async () => (await look()).items.filter(({ campaignId }) => campaignId === season.id)
const page = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
const figures = async () => {
  const { totalPledged, supportersCount } = (await page()).campaigns
  return [totalPledged, supportersCount]
}
const balanced = async () => expect(await checkInvariants(app.deps.db)).toEqual([])

it('ten checks of $10,000 promised by one new person raise no public figure and are seen by nobody else', async () => {
  const person = await app.user({ firstName: 'Fay' })
  const { id: ambassadorId } = expectStatus(
    await org.owner.post<{ id: string }>(`${season.path}/ambassadors`, { email: 'amber@example.org' }),
    201,
  )
  const amber = await app.user()
  const token = await newJoinLink(app.deps, ambassadorId)
  expectStatus(await amber.post(`${season.path}/ambassadors/join`, { token }), 200)
  await app.deps.db.query(sql`delete from mails`)

  const made = await Promise.all(
    Array.from({ length: 10 }, () => promise(person, '10000.00', { ambassadorId, note: 'Go team' })),
  )
  expect(made.map(({ isHeld }) => isHeld)).toEqual(Array(10).fill(true))
  expect(await figures()).toEqual(['0.00', 0])
  expect(expectStatus(await app.visitor.get(`${season.path}/pledges`), 200)).toEqual([])
  for (const caller of [org.owner, org.scorer, amber])
    expect((await caller.get(`/api/pledges/${made[0]?.id}`)).status).toBe(404)
  const managed = `/api/dashboard/campaigns/${season.id}/pledges`
  expect(expectStatus(await org.owner.get(managed), 200)).toEqual([])
  const history = await org.owner.get(`${season.path}/audit-log`)
  expect(JSON.stringify(history.body)).not.toMatch(/pledge\.hold|Go team/)
  expect(await deliveredMails(app.deps.db, sql`true`)).toEqual([])
  await refreshCampaignTotals(app.deps.db, season.id)
  expect(await figures()).toEqual(['0.00', 0])
  await balanced()
})

it('of many pledges that someone new makes at the same moment only those within the limit count', async () => {
  const person = await app.user()
  const made = await Promise.all(Array.from({ length: 10 }, () => promise(person, '2000.00')))
  expect(made.filter(({ isHeld }) => !isHeld)).toHaveLength(2)
  expect(await figures()).toEqual(['4000.00', 2])
})

it('once one of theirs is released, those within five times the limit count', async () => {
  const { person } = await known('6000.00')
  const made = await Promise.all(Array.from({ length: 10 }, () => promise(person, '5000.00')))
  expect(made.filter(({ isHeld }) => !isHeld)).toHaveLength(3)
  expect(await figures()).toEqual(['21000.00', 4])
})

it('its supporter sees that it is being checked, may withdraw it, and may change nothing else', async () => {
  const person = await app.user()
  const { id } = await promise(person, '6000.00')
  const list = await person.get<UserPledge[]>('/api/user/pledges')
  expect(list.body).toMatchObject([{ id, status: 'active', isHeld: true, amount: '6000.00' }])
  expect([list.headers.get('x-total-count'), list.headers.get('x-total-committed')]).toEqual(['1', '0.00'])
  const detail = expectStatus(await person.get<PledgeDetail>(`/api/pledges/${id}`), 200)
  expect(detail).toMatchObject({ isHeld: true, earned: '0.00', billed: '0.00', agreedMaximum: '6000.00' })
  expect(detail.changes).toMatchObject({ canCancel: true, canLower: false })
  expect((await person.put(`/api/pledges/${id}`, { maximumAmount: '10.00' })).status).toBe(409)
  const made = { supporter: person, pledge: { id } }
  const raise = { kind: 'raise', on: 'gift', rate: '7000.00' } as const
  for (const refused of [await previewLine(made, season, raise), await tryToChangeLine(made, season, raise)])
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringContaining('reviewing') },
    ])
  const stranger = await app.user()
  expect((await stranger.post(`/api/pledges/${id}/cancellation`)).status).toBe(404)
  const over = expectStatus(await person.post<PledgeDetail>(`/api/pledges/${id}/cancellation`), 201)
  expect(over).toMatchObject({ status: 'cancelled', isHeld: false })
  expect(await waiting()).toEqual([])
  expect((await decide(org.representative, id, { decision: 'release' })).status).toBe(409)
})

it('one press releases it: it counts from then on, with what was earned meanwhile, and its supporter is mailed', async () => {
  const person = await app.user({ firstName: 'Gil' })
  const { id } = await promise(person, '6000.00', { note: 'For the floodlights' })
  expect(await waiting()).toMatchObject([
    {
      id,
      supporterName: 'Gil Whitfield',
      agreedMaximum: '6000.00',
      expected: '6000.00',
      paid: '0.00',
      others: { count: 0, agreedMaximum: '0.00' },
      cannotReleaseReason: null,
    },
  ])
  const steps = expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200).steps
  expect(
    steps.find(({ kind, campaignId }) => kind === 'held_pledges' && campaignId === season.id),
  ).toMatchObject({ count: 1, amount: '6000.00' })
  const open = await org.representative.get<OpenWork>('/api/desk/open')
  expect(expectStatus(open, 200).heldPledges).toBeGreaterThan(0)
  expect((await org.owner.get<OpenWork>('/api/desk/open')).body).not.toHaveProperty('heldPledges')
  for (const caller of [person, org.owner, org.scorer])
    expect((await decide(caller, id, { decision: 'release' })).status).toBe(403)
  expectStatus(await decide(org.representative, id, { decision: 'release' }), 200)
  expect(await figures()).toEqual(['6000.00', 1])
  expect(expectStatus(await app.visitor.get<{ id: string }[]>(`${season.path}/pledges`), 200)).toMatchObject([
    { id, number: 1, note: 'For the floodlights' },
  ])
  const detail = expectStatus(await person.get<PledgeDetail>(`/api/pledges/${id}`), 200)
  expect(detail).toMatchObject({ isHeld: false, status: 'active', earned: '6000.00' })
  expect((await decide(org.second, id, { decision: 'release' })).status).toBe(404)
  // The answer was lost, and the same person presses again.
  expectStatus(await decide(org.representative, id, { decision: 'release' }), 200)
  expect((await decide(org.representative, id, { decision: 'decline' })).status).toBe(404)
  expect(await figures()).toEqual(['6000.00', 1])
  const [mail, another] = await deliveredMails(app.deps.db, sql`to_address = ${person.email}`)
  expect([mail?.kind, mail?.subject]).toEqual(['pledge_released', 'Your pledge for Fall Season counts now'])
  expect(another).toBeUndefined()
  const audited = await app.deps.db.query<{ action: string; actorId: string }>(
    sql`select action, actor_id from audit_log where subject_id = ${id} order by id`,
  )
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['pledge.hold', 'pledge.create', 'pledge.release']),
  )
  await balanced()
})

it('a declined one counts nowhere, and its supporter is notified of the reason', async () => {
  const person = await app.user()
  const { id } = await promise(person, '6000.00')
  const message = 'We called and nobody answered.'
  expectStatus(await decide(org.representative, id, { decision: 'decline', message }), 200)
  expect(await figures()).toEqual(['0.00', 0])
  const [mail] = await deliveredMails(app.deps.db, sql`to_address = ${person.email}`)
  expect(mail?.kind).toBe('pledge_declined')
  expect(mail?.text).toContain(message)
  expect((await person.get<UserPledge[]>('/api/user/pledges')).body).toMatchObject([
    { id, status: 'cancelled', isHeld: false, amount: '0.00' },
  ])
  const again = await promise(person, '6000.00')
  expectStatus(await decide(org.representative, again.id, { decision: 'decline' }), 200)
  // Declined promises are no reason to hold the next one.
  expect((await promise(person, '100.00')).isHeld).toBe(false)
})

it('of two representatives who decide at the same moment one is first, and nobody decides about a pledge of their own', async () => {
  const person = await app.user()
  const { id } = await promise(person, '6000.00')
  const answers = await Promise.all([
    decide(org.representative, id, { decision: 'release' }),
    decide(org.second, id, { decision: 'decline' }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const own = await promise(org.second, '6000.00')
  expect((await decide(org.second, own.id, { decision: 'release' })).status).toBe(409)
  expect((await decide(org.second, own.id, { decision: 'decline' })).status).toBe(403)
  await balanced()
})

it('a final settlement bills nothing for it, names it as a blocker, and it can no longer be released afterwards', async () => {
  const person = await app.user()
  const other = await app.user()
  await promise(other, '20.00')
  const { id } = await promise(person, '6000.00')
  app.clock.advance({ days: 1 })
  const preview = expectStatus(
    await org.representative.get<SettlementPreview>(`${season.path}/settlements/preview?kind=final`),
    200,
  )
  expect(preview.totals.accrued).toBe('20.00')
  expect(preview.blockers).toContainEqual({
    code: 'held_pledge',
    subjectId: null,
    message: expect.stringContaining('1 pledge is held'),
  })
  await app.deps.db.query(
    sql`update campaigns set final_locked_at = ${app.clock.now()} where id = ${season.id}`,
  )
  const refused = await decide(org.representative, id, { decision: 'release' })
  expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('decline') }])
})

it('deleting the account withdraws it and erases its note', async () => {
  const person = await app.user()
  const { id } = await promise(person, '6000.00', { note: 'Secret' })
  await deleteUser(app.deps, person.userId)
  expect(await app.deps.db.query(sql`select state, note from held_pledges where id = ${id}`)).toEqual([
    { state: 'withdrawn', note: null },
  ])
})

it('one on a match counts the match that it was merged into, and what that has earned and no other', async () => {
  const supporter = await app.user()
  const kept = { opponent: 'Cove', startTime: '2026-09-11T18:00:00Z' }
  const there = await schedule(org, season, kept)
  const twin = await schedule(org, season, { ...kept, opponent: 'Cove High' })
  const lines = [{ statisticId: season.statistics.goals.id, pledgeAmount: '20.00' }]
  const counts = { from: 'match', eventId: twin }
  const more = { pledgeStatistics: lines, maximumAmount: '6000.00', counts }
  const { id } = await promise(supporter, '1.00', more)
  expectStatus(await org.representative.post(`${season.path}/events/${twin}/merge`, { into: there }), 200)
  await play(org, season, { ...kept, eventId: there, goals: 2 })
  await play(org, season, { opponent: 'Bay', startTime: '2026-09-01T18:00:00Z', goals: 90 })
  expect(await waiting()).toMatchObject([{ id, expected: '40.00', cannotReleaseReason: null }])
  expectStatus(await decide(org.representative, id, { decision: 'release' }), 200)
  const released = expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${id}`), 200)
  expect(released).toMatchObject({ earned: '40.00', pledgeStatistics: [{ counts: { eventId: there } }] })
  await balanced()
})

it('one on a match that was taken off the schedule can only be declined, with the reason', async () => {
  const supporter = await app.user()
  const gone = await schedule(org, season, { opponent: 'Dune', startTime: '2026-09-12T18:00:00Z' })
  const lines = [{ statisticId: season.statistics.goals.id, pledgeAmount: '20.00' }]
  const counts = { from: 'match', eventId: gone }
  const { id } = await promise(supporter, '1.00', {
    pledgeStatistics: lines,
    maximumAmount: '6000.00',
    counts,
  })
  expectStatus(await org.representative.delete(`${season.path}/events/${gone}`), 200)
  expect(await waiting()).toMatchObject([{ id, cannotReleaseReason: expect.stringContaining('schedule') }])
  const refused = await decide(org.representative, id, { decision: 'release' })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringContaining('taken off the schedule') },
  ])
  expectStatus(await decide(org.representative, id, { decision: 'decline' }), 200)
})

it('the list of held pledges logs whose names a representative saw, each once an hour (R26)', async () => {
  const { id } = await promise(await app.user(), '10000.00')
  const looks = async () =>
    (
      await app.deps.db.query<{ actorId: string }>(
        sql`select actor_id from audit_log where action = 'name.show' and subject_id = ${id}`,
      )
    ).map(({ actorId }) => actorId)
  await waiting()
  await waiting()
  expect(await looks()).toEqual([org.representative.userId])
  app.clock.advance({ minutes: 61 })
  await waiting()
  expect(await looks()).toHaveLength(2)
})

it('raises of a pledge older than 30 days add up with the others of these days', async () => {
  const { person: supporter } = await known('5000.01')
  const lines = [{ statisticId: season.statistics.goals.id, pledgeAmount: '2.00' }]
  const pledge = await promise(supporter, '1.00', { pledgeStatistics: lines, maximumAmount: '5000.00' })
  app.clock.advance({ days: 31 })
  for (const _ of [1, 2, 3]) expect((await promise(supporter, '5000.00')).isHeld).toBe(false)
  const made = { supporter, pledge }
  await changeLine(made, season, { kind: 'raise', on: 'goals', rate: '3.00', most: '10000.00' })
  const more = { kind: 'raise', on: 'goals', rate: '4.00', most: '15000.00' } as const
  const refused = await tryToChangeLine(made, season, more)
  expect([refused.status, refused.body]).toMatchObject([409, { message: expect.stringContaining('large') }])
})

it('a pledge that is released makes the kept forecast outdated; one that waits or is declined does not (R61)', async () => {
  const person = await app.user({ firstName: 'Noor' })
  const other = await app.user({ firstName: 'Omar' })
  const released = await promise(person, '10000.00')
  const declined = await promise(other, '10000.00')
  const isOutdated = async () =>
    (await outdatedForecasts(app.deps.db, app.clock.now(), 1_000)).includes(season.id)
  app.clock.advance({ minutes: 1 })
  await refreshForecasts(app.deps)
  app.clock.advance({ minutes: 1 })
  expect(await isOutdated()).toBe(false)
  const message = 'We could not reach you.'
  expectStatus(await decide(org.representative, declined.id, { decision: 'decline', message }), 200)
  expect(await isOutdated()).toBe(false)
  expectStatus(await decide(org.representative, released.id, { decision: 'release' }), 200)
  expect(await isOutdated()).toBe(true)
  app.clock.advance({ minutes: 1 })
  await refreshForecasts(app.deps)
  app.clock.advance({ minutes: 1 })
  expect(await isOutdated()).toBe(false)
})

it('whose name a representative is shown is in the audit log once an hour, page by page, and no read by GET shows one (R26)', async () => {
  const first = await promise(await app.user(), '6000.00')
  const second = await promise(await app.user(), '6000.00')
  const shown = async () =>
    (
      await app.deps.db.query<{ subjectId: string; actorId: string }>(
        sql`select subject_id, actor_id from audit_log
          where action = 'name.show' and subject_id in (${first.id}, ${second.id}) order by id`,
      )
    ).map(({ subjectId, actorId }) => [subjectId, actorId])
  const before = await countRows(app.deps.db)
  expect((await org.representative.get('/api/held-pledges')).status).toBe(404)
  expect(await countRows(app.deps.db)).toEqual(before)
  const page = await look({ limit: 1 })
  expect(page).toMatchObject({ items: [{ id: second.id }], next: second.id })
  expect(await shown()).toEqual([[second.id, org.representative.userId]])
  expect(await look({ limit: 1, cursor: page.next })).toMatchObject({ items: [{ id: first.id }] })
  await look({ limit: 2 })
  expect(await shown()).toEqual([second.id, first.id].map((id) => [id, org.representative.userId]))
})
