/** R21, R23, R24: what a change of a campaign's status takes, and whom it is mailed to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Campaign, Management } from '#domain/schemas/campaign.ts'
import type { ReviewRequest } from '#domain/schemas/review-request.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  declare,
  openDraft,
  openSeason,
  pledge,
  pledgeBody,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { schedule } from '#tests/line-changes.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

const toOwner = async ({ id }: Season) =>
  deliveredMails(app.deps.db, sql`campaign_id = ${id} and to_address = ${org.owner.email}`)
const ask = async ({ path }: Season) =>
  expectStatus(await org.owner.post<ReviewRequest>(`${path}/review-requests`), 201)
const sendBack = async ({ path }: Season, message: string) =>
  expectStatus(await org.representative.post(`${path}/review-requests/answers`, { message }), 201)
const become = ({ path }: Season, body: object) => org.representative.put<Campaign>(path, body)

describe('a draft (R24)', () => {
  it.each(['paused', 'completed'] as const)(
    'that was sent back becomes %s only after reading why',
    async (status) => {
      const season = await openDraft(org)
      await ask(season)
      await sendBack(season, 'Add last year')
      expect(await become(season, { status })).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/sent this draft back/) },
      })
      expectStatus(await become(season, { status, waitingReviewId: null }), 200)
      const last = (await toOwner(season)).at(-1)
      expect(last?.subject).toBe(`Fall Season is ${status}`)
      expect(last?.text).toContain('It was a draft. Its page is public from now on.')
      expectStatus(await become(season, { status: 'active' }), 200)
      expect((await toOwner(season)).at(-1)?.subject).toBe('Fall Season is active again')
    },
  )

  it('is activated only with the statistics, rewards and events that were looked at', async () => {
    const season = await openDraft(org)
    const manage = async () =>
      expectStatus(await org.representative.get<Management>(`/api/dashboard/campaigns/${season.id}`), 200)
    const goals = `${season.path}/statistics/${season.statistics.goals.id}`
    const reward = { title: 'Ball', description: 'Signed', type: 'elite_circle', threshold: 50 }
    const game = { name: 'vs. Bay', eventType: 'game', startTime: '2026-09-12T23:00:00Z', opponent: 'Bay' }
    for (const [change, named] of [
      [() => org.owner.put(goals, { pledgeAmountOptions: [1000, 2000, 5000] }), 'statistics'],
      [() => org.owner.post(`${season.path}/rewards`, reward), 'rewards'],
      [() => org.owner.post(`${season.path}/events`, { ...game, venue: 'home' }), 'events'],
    ] as const) {
      const { draftParts, campaign } = await manage()
      expect((await change()).status).toBeLessThan(300)
      expect(await become(season, { status: 'active', draftParts })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`The ${named} of this draft changed`) },
      })
      expect((await manage()).campaign).toEqual(campaign)
    }
    const { draftParts } = await manage()
    expectStatus(await become(season, { status: 'active', draftParts }), 200)
    expect((await manage()).draftParts).toBeNull()
  })

  it('whose end has passed, or whose statistics are all closed, is neither reviewed nor activated', async () => {
    const ended = await openDraft(org)
    expectStatus(await org.owner.put(ended.path, { startDate: '2026-01-01', endDate: '2026-02-01' }), 200)
    const closed = await openDraft(org)
    for (const { id } of Object.values(closed.statistics))
      expectStatus(await org.owner.put(`${closed.path}/statistics/${id}`, { isActive: false }), 200)
    for (const [season, message] of [
      [ended, 'Choose future dates first: the end date has passed, so no one could pledge.'],
      [closed, 'Add a statistic first: there is nothing to pledge on yet.'],
    ] as const) {
      const refused = { status: 409, body: { message } }
      expect(await org.owner.post(`${season.path}/review-requests`)).toMatchObject(refused)
      expect(await become(season, { status: 'active', waitingReviewId: null })).toMatchObject(refused)
    }
    const later = { status: 'active', endDate: '2026-12-15', waitingReviewId: null }
    expectStatus(await become(ended, later), 200)
    // An API client that does not say what it looked at.
    expectStatus(await become(closed, { status: 'active' }), 200)
  })

  it('whose end has passed is not activated by way of a pause, unless supporters have pledged', async () => {
    const past = { startDate: '2026-01-01', endDate: '2026-02-01' }
    const seen = { waitingReviewId: null }
    const refused = {
      status: 409,
      body: { message: 'Choose future dates first: the end date has passed, so no one could pledge.' },
    }
    const draft = await openDraft(org)
    expectStatus(await org.owner.put(draft.path, past), 200)
    expect(await become(draft, { status: 'paused', ...seen })).toMatchObject(refused)

    const paused = await openDraft(org)
    expectStatus(await become(paused, { status: 'paused', ...seen }), 200)
    expectStatus(await become(paused, past), 200)
    expect(await become(paused, { status: 'active', ...seen })).toMatchObject(refused)
    expectStatus(await become(paused, { status: 'active', endDate: '2026-12-15', ...seen }), 200)

    const { season: running } = await givenSeason({ org, pledges: [{ lines: { goals: '5' } }] })
    await setStatus(org, running, 'paused')
    expectStatus(await become(running, past), 200)
    expectStatus(await become(running, { status: 'active', ...seen }), 200)
  })

  it('that is activated while its owner is typing refuses the change in words, and says who makes it', async () => {
    const season = await openDraft(org)
    const { version } = season.campaign
    const save = (headers = {}) => org.owner.put(season.path, { name: 'Typed for an hour' }, headers)
    await setStatus(org, season, 'active')
    expect(await save({ 'if-match': String(version) })).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        message: expect.stringMatching(
          /was activated while you were editing.*only a representative changes it now/,
        ),
      },
    })
    expect(await save()).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('contact page') },
    })
  })

  it('whose review waits is cancelled with a mail to its owners, with what was written', async () => {
    const season = await openDraft(org)
    await ask(season)
    await setStatus(org, season, 'cancelled')
    const last = (await toOwner(season)).at(-1)
    expect(last?.subject).toBe('Fall Season is cancelled')
    expect(last?.text).toContain('It was a draft, so nobody had pledged.')
  })
})

it('owners are mailed when a representative pauses, completes or cancels their campaign (R24)', async () => {
  const season = await openSeason(org)
  expectStatus(
    await become(season, { status: 'paused', reviewMessage: 'Until the new schedule is out' }),
    200,
  )
  expect((await toOwner(season)).at(-1)?.text).toContain('They wrote: Until the new schedule is out')
  await setStatus(org, season, 'active')
  await setStatus(org, season, 'completed')
  await setStatus(org, season, 'cancelled')
  expect((await toOwner(season)).map(({ subject }) => subject)).toEqual([
    'Fall Season is active',
    'Fall Season is paused',
    'Fall Season is active again',
    'Fall Season is completed',
    'Fall Season is cancelled',
  ])
})

it('supporters are mailed once when the campaign ends more than a week later than before (R22)', async () => {
  const { season, supporter } = await givenSeason({
    org,
    pledges: [{ lines: { goals: '5' }, method: 'check' }],
  })
  const mails = () =>
    deliveredMails(
      app.deps.db,
      sql`campaign_id = ${season.id} and to_address = ${supporter.email} and kind = 'later_end'`,
    )
  for (const endDate of ['2026-12-22', '2026-12-01']) {
    expectStatus(await become(season, { endDate }), 200)
    expect(await mails()).toEqual([])
  }
  for (const endDate of ['2027-03-01', '2026-12-15', '2027-03-01'])
    expectStatus(await become(season, { endDate }), 200)
  const sent = (await mails()).map(({ subject, text }) => [subject, text])
  expect(sent).toEqual([
    ['Fall Season now ends on March 1, 2027', expect.stringContaining('you never pay more than $400.00')],
  ])
})

describe('a later end is mailed (R22)', () => {
  const toldOf = async ({ id }: Season) =>
    (await deliveredMails(app.deps.db, sql`campaign_id = ${id} and kind = 'later_end'`)).map(
      ({ to, subject }) => [to, subject],
    )

  it('once it adds up to more than a week, compared with what was agreed or last told', async () => {
    const { season, supporter } = await givenSeason({
      org,
      pledges: [{ lines: { goals: '5' }, method: 'check' }],
    })
    const late = async () => {
      app.clock.advance({ minutes: 1 })
      return (await pledge(org, season, { lines: { goals: '1' }, method: 'check' })).supporter
    }
    for (const endDate of ['2026-12-20', '2026-12-22']) expectStatus(await become(season, { endDate }), 200)
    const other = await late()
    const first = [supporter.email, 'Fall Season now ends on December 24, 2026']
    expectStatus(await become(season, { endDate: '2026-12-24' }), 200)
    expect(await toldOf(season)).toEqual([first])
    expectStatus(await become(season, { endDate: '2026-12-30' }), 200)
    const second = [other.email, 'Fall Season now ends on December 30, 2026']
    expect(await toldOf(season)).toEqual([first, second])
    expectStatus(await become(season, { endDate: '2027-01-02' }), 200)
    expect(await toldOf(season)).toEqual([
      first,
      second,
      [supporter.email, 'Fall Season now ends on January 2, 2027'],
    ])
  })

  it('in one mail per supporter, and only about pledges to which a later result can add something', async () => {
    const season = await openSeason(org)
    const eventId = await schedule(org, season, { opponent: 'Bay', startTime: '2026-11-14T18:00:00Z' })
    await pledge(org, season, { lines: { gift: '25' }, method: 'check' })
    const counts = { from: 'match' as const, eventId }
    await pledge(org, season, { lines: { goals: '2' }, method: 'check', counts })
    await pledge(org, season, { lines: { champions: '25' }, method: 'check' })
    await declare(org, season, 'achieved')
    const { supporter } = await pledge(org, season, { lines: { goals: '5' }, method: 'check' })
    for (const lines of [{ goals: '1' }, { gift: '25' }]) {
      const body = await pledgeBody(supporter, season, { lines, method: 'check' })
      expectStatus(await supporter.post(`${season.path}/pledges`, body), 201)
    }
    expectStatus(await become(season, { endDate: '2027-03-01' }), 200)
    expect(await toldOf(season)).toEqual([[supporter.email, 'Fall Season now ends on March 1, 2027']])
    const [mail] = await deliveredMails(app.deps.db, sql`campaign_id = ${season.id} and kind = 'later_end'`)
    expect(mail?.text).toContain('you never pay more than $480.00 for these pledges together')
    expect(mail?.text.match(/\/p\/[\w-]{43}/g)).toHaveLength(2)
  })
})
