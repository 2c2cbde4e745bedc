/** R21, R30, R35: what supporters are mailed about charges of a paused campaign, and once it is active again. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { openSettlements } from '#server/money/settlements/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  BAY,
  bill,
  CARDS,
  chargesOf,
  declare,
  lock,
  play,
  pledge,
  pledgeDetail,
  saveCard,
  setStatus,
} from '#tests/fixtures.ts'
import { app, givenSeason, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

const DATE = /will be charged (\$[\d.]+) on ([A-Z][a-z]+ \d+), 2026/
/** The amount and the day in each statement, the oldest first. */
async function promises(): Promise<string[]> {
  const mails = await app.deps.db.query<{ textBody: string }>(sql`
    select text_body from mails where kind = 'settlement_statement' order by created_at, id
  `)
  return mails.map(({ textBody }) => (DATE.exec(textBody) ?? []).slice(1).join(' on '))
}
const states = async () => (await chargesOf(org, season)).map(({ state }) => state)
const pass = async (time: { days?: number; hours?: number; minutes?: number }): Promise<void> => {
  app.clock.advance(time)
  await runDueJobs(app.deps)
}

describe('a statement that names a charge date (R21, R30)', () => {
  it.each(['before', 'after'])(
    'of a settlement locked %s the pause waits until the campaign is active again',
    async (when) => {
      await pledge(org, season, { lines: { gift: '25.00' } })
      if (when === 'before') await lock(org, season, 'progress')
      await setStatus(org, season, 'paused')
      if (when === 'after') await lock(org, season, 'progress')
      await runDueJobs(app.deps)
      for (const days of [1, 3, 16]) await pass({ days })
      expect(await promises()).toEqual([])
      await setStatus(org, season, 'active')
      await runDueJobs(app.deps)
      await pass({ hours: 7 })
      expect(await promises()).toEqual(['$25.00 on October 3'])
      await pass({ days: 3 })
      expect(await states()).toEqual(['succeeded'])
    },
  )

  it('that was mailed before the pause is replaced by one mail when it resumes, despite another lock', async () => {
    await pledge(org, season, { lines: { goals: '5.00' } })
    await play(org, season, { ...BAY, goals: 2 })
    await lock(org, season, 'progress')
    await runDueJobs(app.deps)
    await setStatus(org, season, 'paused')
    await pass({ days: 8 })
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-17T18:00:00Z', goals: 4 })
    await lock(org, season, 'progress')
    await pass({ minutes: 1 })
    await pass({ days: 2 })
    expect(await promises()).toEqual(['$10.00 on September 13'])
    await setStatus(org, season, 'active')
    await runDueJobs(app.deps)
    await pass({ hours: 7 })
    expect((await promises()).sort()).toEqual([
      '$10.00 on September 13',
      '$10.00 on September 23',
      '$20.00 on September 23',
    ])
  })

  it('and has not been sent when the campaign is paused is dropped', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'progress')
    await advanceSettlements(app.deps)
    expect(await promises()).toEqual(['$25.00 on September 13'])
    await setStatus(org, season, 'paused')
    expect(await promises()).toEqual([])
    await pass({ minutes: 1 })
    await setStatus(org, season, 'active')
    await runDueJobs(app.deps)
    expect(await promises()).toEqual(['$25.00 on September 13'])
  })

  it('of another campaign is sent meanwhile', async () => {
    await givenSeason({
      org,
      pledges: [{ lines: { gift: '30.00' } }],
      locked: 'progress',
    })
    await advanceSettlements(app.deps)
    await setStatus(org, season, 'paused')
    await runDueJobs(app.deps)
    expect(await promises()).toEqual(['$30.00 on September 13'])
  })

  it('is sent for every open charge once the final lock completes a paused campaign', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'progress')
    await setStatus(org, season, 'paused')
    await pass({ days: 10 })
    await declare(org, season, 'not_achieved')
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect((await promises()).filter(Boolean)).toEqual(['$25.00 on September 23'])
    await pass({ days: 3, minutes: 1 })
    expect(await states()).toEqual(['succeeded'])
  })
})

describe('a charge that only its supporter can settle (R21, R35)', () => {
  type Made = Awaited<ReturnType<typeof pledge>>
  const mailsTo = ({ email }: Caller) =>
    app.deps.db.query<{ kind: string; textBody: string }>(sql`
      select kind, text_body
      from mails
      where to_address = ${email}
        and kind in ('pay_link', 'confirm_charge', 'settlement_statement', 'charge_declined')
      order by created_at, id
    `)
  const kindsTo = async (supporter: Caller) => (await mailsTo(supporter)).map(({ kind }) => kind)
  const chargeOf = async ({ pledge: made }: Made) => {
    const charge = (await chargesOf(org, season)).find(({ pledgeId }) => pledgeId === made.id)
    return charge ?? expect.fail('no charge')
  }
  /** The secret of the newest link that was mailed; sent mails no longer contain it. */
  const newestLink = async (made: Made): Promise<string> => {
    const url = await pledgeLink(app.deps, app.deps.db, { pledgeId: made.pledge.id, campaignId: season.id })
    return `/api/pledge-links/${url.split('/').at(-1)}`
  }
  const PROMISE = { status: 409, body: { message: expect.stringContaining('write to you when it resumes') } }
  let expired: Made
  let asked: Made

  beforeEach(async () => {
    expired = await pledge(org, season, { lines: { gift: '40.00' }, card: CARDS.expired })
    asked = await pledge(org, season, { lines: { gift: '60.00' }, card: CARDS.authentication })
    await bill(org, season, 'progress')
    await setStatus(org, season, 'paused')
    await pass({ days: 9 })
  })

  it('and could not during the pause is mailed once when the campaign resumes', async () => {
    const chargeId = (await chargeOf(expired)).id
    const link = await newestLink(expired)
    expect(await app.visitor.post(`${link}/payments`, { chargeId })).toMatchObject(PROMISE)
    const confirmation = `/api/charges/${(await chargeOf(asked)).id}/confirmations`
    expect(await asked.supporter.post(confirmation)).toMatchObject(PROMISE)
    await setStatus(org, season, 'active')
    for (const days of [0, 1, 4]) await pass({ days })
    const [toExpired, toAsked] = await Promise.all([mailsTo(expired.supporter), mailsTo(asked.supporter)])
    expect(toExpired.map(({ kind }) => kind)).toEqual(['settlement_statement', 'pay_link', 'pay_link'])
    expect(toExpired.at(-1)?.textBody).toMatch(/no longer paused.*\$40\.00.*Pay what is due: http/s)
    expect(toAsked.map(({ kind }) => kind)).toEqual([
      'settlement_statement',
      'confirm_charge',
      'confirm_charge',
    ])
    expect(toAsked.at(-1)?.textBody).toMatch(/no longer paused.*\$60\.00.*See your pledge: http/s)
    expectStatus(await app.visitor.post(`${link}/payments`, { chargeId }), 201)
    expectStatus(await asked.supporter.post(confirmation), 201)
  })

  it('is mailed once a day at most, however often the campaign is paused', async () => {
    for (const status of ['active', 'paused', 'active'] as const) await setStatus(org, season, status)
    await runDueJobs(app.deps)
    expect(await kindsTo(expired.supporter)).toEqual(['settlement_statement', 'pay_link', 'pay_link'])
    await pass({ days: 1 })
    for (const status of ['paused', 'active'] as const) await setStatus(org, season, status)
    expect(await kindsTo(expired.supporter)).toHaveLength(4)
  })

  it('is mailed when the final lock completes the campaign', async () => {
    await declare(org, season, 'not_achieved')
    await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect((await kindsTo(expired.supporter)).filter((kind) => kind === 'pay_link')).toHaveLength(2)
  })

  it('that got another card during the pause is announced with its new date, and charged then', async () => {
    const stripePaymentMethodId = await saveCard(expired.supporter)
    const path = `/api/pledges/${expired.pledge.id}`
    expectStatus(await expired.supporter.put(path, { stripePaymentMethodId }), 200)
    await pass({ days: 1 })
    await setStatus(org, season, 'active')
    await pass({ minutes: 1 })
    expect(await kindsTo(expired.supporter)).toEqual([
      'settlement_statement',
      'pay_link',
      'settlement_statement',
    ])
    expect((await promises()).at(-1)).toBe('$40.00 on September 26')
    await pass({ days: 3 })
    expect(await chargeOf(expired)).toMatchObject({ state: 'succeeded' })
    const settlements = await org.representative.get(`${season.path}/settlements`)
    expect(settlements.body).toMatchObject([{ stage: 'closed', closedAt: expect.any(String) }])
  })

  it('unlike a declined one, which is announced with its new date and tried again on it', async () => {
    await setStatus(org, season, 'active')
    const declined = await pledge(org, season, { lines: { gift: '30.00' }, card: CARDS.insufficient })
    await bill(org, season, 'progress')
    expect(await chargeOf(declined)).toMatchObject({ state: 'failed', attempts: 1 })
    await setStatus(org, season, 'paused')
    await pass({ days: 5 })
    await setStatus(org, season, 'active')
    await runDueJobs(app.deps)
    expect(await kindsTo(declined.supporter)).toEqual([
      'settlement_statement',
      'charge_declined',
      'settlement_statement',
    ])
    expect((await promises()).at(-1)).toBe('$30.00 on October 3')
    await pass({ days: 3 })
    expect(await chargeOf(declined)).toMatchObject({ state: 'failed', attempts: 2 })
  })

  it('gets no reminder from a representative while the campaign is paused', async () => {
    const path = `/api/charges/${(await chargeOf(expired)).id}`
    expect(await org.representative.post(`${path}/reminders`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('paused') },
    })
    await setStatus(org, season, 'active')
    await pass({ days: 2 })
    expectStatus(await org.representative.post(`${path}/reminders`), 200)
  })
})

describe('everyone who looks at a charge of a paused campaign (R21, R35)', () => {
  const WAITS = { waits: 'paused', nextStep: 'On hold until the campaign is active again' }
  const settlements = async () =>
    expectStatus(await org.representative.get<Settlement[]>(`${season.path}/settlements`), 200)

  it('reads that it waits, and not its date, until the campaign is active again', async () => {
    const good = await pledge(org, season, { lines: { gift: '20.00' } })
    await bill(org, season, 'progress')
    const declined = await pledge(org, season, { lines: { gift: '25.00' }, card: CARDS.insufficient })
    await bill(org, season, 'progress')
    const waiting = await pledge(org, season, { lines: { gift: '30.00' } })
    await lock(org, season, 'progress')
    await setStatus(org, season, 'paused')
    await pass({ days: 9 })
    const charges = await chargesOf(org, season)
    expect(charges).toMatchObject([
      { state: 'scheduled', ...WAITS },
      { state: 'failed', ...WAITS },
      { state: 'succeeded', waits: null, nextStep: null },
    ])
    for (const { id, state } of charges.slice(0, 2))
      expect((await org.representative.get(`/api/charges/${id}`)).body).toMatchObject({
        charge: { state, ...WAITS },
      })
    const csv = await org.representative.get<string>(`/api/dashboard/campaigns/${season.id}/charges.csv`)
    const lines = csv.body.split('\n').filter((line) => /Scheduled|Failed, trying/.test(line))
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/(Scheduled|"Failed, trying again"),,.*On hold until/)
    for (const { supporter, pledge: made } of [declined, waiting])
      expect(await pledgeDetail(supporter, made)).toMatchObject({
        campaignStatus: 'paused',
        charges: [{ waits: 'paused' }],
      })
    expect(await pledgeDetail(good.supporter, good.pledge)).toMatchObject({ charges: [{ waits: null }] })
    const [third, second, first] = await settlements()
    expect([third, second, first]).toMatchObject([
      { waits: 'paused' },
      { waits: 'paused' },
      { stage: 'closed', waits: null },
    ])
    await setStatus(org, season, 'active')
    expect((await chargesOf(org, season)).map(({ waits }) => waits)).toEqual([null, null, null])
    expect((await settlements()).map(({ waits }) => waits)).toEqual([null, null, null])
  })
})

it('a settlement is not stuck while its campaign is paused, nor before its new charge date (R21)', async () => {
  const stuckSince = async () => {
    const open = await openSettlements(app.deps.db, app.clock.now())
    return open.map(({ oldestDueAt }) => oldestDueAt)
  }
  await pledge(org, season, { lines: { gift: '25.00' } })
  await lock(org, season, 'progress')
  await setStatus(org, season, 'paused')
  await pass({ days: 20 })
  expect(await stuckSince()).toEqual([null])
  await setStatus(org, season, 'active')
  expect(await stuckSince()).toEqual([null])
})
