/** R29, R38, R40: each step of a payout by check is taken by the right person, in order, on a possible day. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrganizationPayouts, Payout, PayoutStatement } from '#domain/schemas/payout.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  correctGoals,
  lock,
  openSeason,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  approveAndSend,
  overviewOf,
  preparePayout,
  STRIPE_DESTINATION,
  setDestination,
  tryToPrepare,
} from '#tests/payouts.ts'

const BAY = { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z' }
let app: TestApp
let org: TestOrganization
let season: Season
let eventId: string
let destinationId: string

beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
  org = await setUpOrganization(app)
  destinationId = await setDestination(org)
  await openPaidSeason()
})
/** What a test left unfinished does not affect the next one. */
afterEach(async () => {
  for (const { state, id } of expectStatus(await org.second.get<Payout[]>(`${season.path}/payouts`), 200))
    if (['prepared', 'approved'].includes(state))
      expectStatus(await org.second.post(`/api/payouts/${id}/withdrawal`), 200)
})
afterAll(() => closeWithBooksInOrder(app))

/** $400.00 collected by card for ten goals: $300.00 of it is the organization's. */
async function openPaidSeason(of: TestOrganization = org): Promise<void> {
  ;({ season, eventId } = await givenSeason({
    org: of,
    pledges: [{ lines: { goals: '40.00' }, method: 'auto_bill_end' }],
    matches: [{ ...BAY, goals: 10 }],
    billed: 'final',
  }))
}
async function correctTo(goals: number): Promise<void> {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final')
  await runDueJobs(app.deps)
}
const day = (offset: number) =>
  new Date(app.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)
const prepare = (amount = '3.00', note?: string) => preparePayout(org, season, amount, note)
type Step = 'approval' | 'dispatch' | 'arrival' | 'return'
const take = (step: Step, { id }: Payout, form: object = {}, by = org.second) =>
  by.post<Payout>(`/api/payouts/${id}/${step}`, form)
const approved = async (amount?: string) => {
  const payout = await prepare(amount)
  return expectStatus(await take('approval', payout), 201)
}
const sent = async (amount?: string, form: object = { reference: '1042' }) =>
  approveAndSend(org, await prepare(amount), form)
const refusal = (status: number, message: string) => ({
  status,
  body: { message: expect.stringContaining(message) },
})
const refusedDay = (field: string, message: string) => ({
  status: 400,
  body: { fields: { [field]: message } },
})
const shown = async () =>
  (await overviewOf(org, 'show=all')).campaigns.find(({ campaignId }) => campaignId === season.id)
const statement = async ({ id }: Payout, by = org.representative) =>
  expectStatus(await by.get<PayoutStatement>(`/api/payouts/${id}`), 200)
const seenByOwner = async () =>
  expectStatus(
    await org.owner.get<OrganizationPayouts>(`/api/organizations/${org.organizationId}/payouts`),
    200,
  )
const hold = (isHeld: boolean) =>
  app.deps.db.query(
    sql`update campaigns set billing_held_at = ${isHeld ? app.clock.now() : null}::timestamptz where id = ${season.id}`,
  )
const audited = async ({ id }: Payout) =>
  (
    await app.deps.db.query<{ action: string }>(
      sql`select action from audit_log where subject_id = ${id} order by id`,
    )
  ).map(({ action }) => action)

describe('an approval', () => {
  it('of one’s own payout is refused, and the payout says so to each reader', async () => {
    const payout = await prepare()
    expect(payout.cannotApproveReason).toMatch(/^You prepared it/)
    expect(await take('approval', payout, {}, org.representative)).toMatchObject({
      status: 403,
      body: {
        code: 'not_a_second_person',
        message: 'You prepared it: another representative must approve it',
      },
    })
    const [row] = expectStatus(await org.second.get<Payout[]>(`${season.path}/payouts`), 200)
    expect(row?.cannotApproveReason).toBeNull()
  })

  it('of a payout that is not there is not found', async () => {
    expect((await take('approval', { id: season.id } as Payout)).status).toBe(404)
  })

  it('of an amount that is no longer owed is refused with what is owed now', async () => {
    await openPaidSeason()
    const payout = await prepare('300.00')
    await correctTo(8)
    expect(await take('approval', payout)).toMatchObject(refusal(409, 'Only $240.00 is owed now. Withdraw'))
  })
})

it('while the books are on hold nothing is prepared or approved, but what was sent is recorded', async () => {
  const payout = await prepare('10.00')
  await hold(true)
  expect(await take('approval', payout)).toMatchObject(refusal(409, 'on hold'))
  await hold(false)
  expectStatus(await take('approval', payout), 201)
  await hold(true)
  expect(expectStatus(await take('dispatch', payout, { reference: '7' }), 201)).toMatchObject({
    state: 'sent',
  })
  expect(await tryToPrepare(org, season, '10.00', { by: org.representative })).toMatchObject(
    refusal(409, 'on hold'),
  )
  await hold(false)
})

it('sent without a day it was sent today', async () => {
  expect(await sent('3.00', { reference: '2041' })).toMatchObject({
    state: 'sent',
    paidOn: day(0),
    reference: '2041',
  })
})

describe('an arrival', () => {
  it('on a day that is still to come, or before it was sent, is refused', async () => {
    const payout = await sent()
    expect(await take('arrival', payout, { arrivedOn: day(1) })).toMatchObject(
      refusedDay('arrivedOn', 'That day is in the future'),
    )
    expect(await take('arrival', payout, { arrivedOn: day(-1) })).toMatchObject(
      refusedDay('arrivedOn', 'That is before it was sent'),
    )
  })

  it('without a day is today, also the day it was sent; a second time it is refused', async () => {
    const payout = await sent()
    expect(expectStatus(await take('arrival', payout), 201)).toMatchObject({
      state: 'arrived',
      arrivedOn: day(0),
      next: null,
    })
    expect(await take('arrival', payout)).toMatchObject(refusal(409, 'Already confirmed'))
    expect(await audited(payout)).toEqual([
      'payout.prepare',
      'payout.approve',
      'payout.record_sent',
      'payout.confirm',
    ])
  })
})

describe('a return', () => {
  it('without a day is today; not to come, and not before it was sent', async () => {
    const payout = await sent()
    const back = (returnedOn?: string) => take('return', payout, { reason: 'Moved', returnedOn })
    expect(await back(day(1))).toMatchObject(refusedDay('returnedOn', 'That day is in the future'))
    expect(await back(day(-1))).toMatchObject(refusedDay('returnedOn', 'That is before it was sent'))
    expect(expectStatus(await back(), 201).reversals).toEqual([
      { on: day(0), amount: '3.00', reason: 'Moved' },
    ])
    expect((await audited(payout)).at(-1)).toBe('payout.return')
  })

  it('without an owner whose address is verified is recorded all the same', async () => {
    const payout = await sent()
    const verified = (at: Date | null) =>
      app.deps.db.query(sql`update users set email_verified_at = ${at} where id = ${org.owner.userId}`)
    await verified(null)
    expectStatus(await take('return', payout, { reason: 'Moved' }), 201)
    await verified(app.clock.now())
  })
})

describe('a withdrawal', () => {
  it('of one that was sent or withdrawn is refused in words', async () => {
    const payout = await prepare()
    const withdraw = () => org.second.post(`/api/payouts/${payout.id}/withdrawal`)
    expectStatus(await withdraw(), 200)
    expect(await withdraw()).toMatchObject(refusal(409, 'Withdrawn'))
    const other = await sent()
    expect(await org.second.post(`/api/payouts/${other.id}/withdrawal`)).toMatchObject(
      refusal(409, 'Already sent'),
    )
  })
})

describe('the mail that a payout is on its way', () => {
  const mails = () =>
    app.deps.db.query<{ text: string }>(
      sql`select text_body as text from mails where kind = 'payout' and to_address = ${org.owner.email} order by id`,
    )

  it('names the balance carried over and the returned amount, each only if it is not zero', async () => {
    await openPaidSeason()
    const first = await sent('10.00')
    expect((await mails()).at(-1)?.text).not.toMatch(/Balance before|Returned from earlier/)
    expectStatus(await take('return', first, { reason: 'Moved' }), 201)
    await sent('300.00')
    const text = (await mails()).at(-1)?.text
    expect(text).toContain('Balance before: $290.00')
    expect(text).toContain('Returned from earlier payouts: $10.00')
    expect(text).toContain('How: Check')
    expect(text).toMatch(/Expect it by .* \d{4}/)
  })
})

describe('the overview', () => {
  it('names the newest payout, what is under way and where it goes; nothing is sent by Stripe', async () => {
    org = await setUpOrganization(app, 'Cove High Boosters')
    destinationId = await setDestination(org)
    await openPaidSeason()
    expect(await shown()).toMatchObject({ open: null, toConfirm: null, lastPaid: null })
    const first = await sent('10.00')
    const open = await prepare('5.00')
    expect(await shown()).toMatchObject({
      open: { id: open.id },
      toConfirm: { id: first.id },
      lastPaid: { id: first.id },
      destinationId,
      isByStripe: false,
      destination: expect.stringContaining('Check to'),
    })
  })

  it('of an organization without a destination names none', async () => {
    await openPaidSeason(await setUpOrganization(app, 'Bay High Boosters'))
    expect(await shown()).toMatchObject({ destination: null, destinationId: null, isByStripe: false })
    await openPaidSeason()
  })

  it('lists a campaign to its owners once money was collected, also if all of it was refunded', async () => {
    const before = (await seenByOwner()).campaigns.length
    await openPaidSeason()
    const other = await openSeason(org)
    expect((await seenByOwner()).campaigns).toHaveLength(before + 1)
    await sent('300.00')
    await correctTo(0)
    const { campaigns } = await seenByOwner()
    expect(campaigns).toHaveLength(before + 1)
    expect(campaigns[0]).toMatchObject({ campaignId: season.id, collected: '0.00', paidOut: '300.00' })
    expect(campaigns.map(({ campaignId }) => campaignId)).not.toContain(other.id)
    await openPaidSeason()
  })
})

describe('a statement', () => {
  it('shows a note before it is paid and who may approve to representatives, and neither to owners', async () => {
    const payout = await approveAndSend(org, await prepare('3.00', 'Ask Olive first'))
    expect(await statement(payout)).toMatchObject({
      payout: { note: 'Ask Olive first', cannotApproveReason: 'Already sent' },
      canOpenPledges: true,
    })
    expect(await statement(payout, org.owner)).toMatchObject({
      payout: { note: null, cannotApproveReason: 'A representative must approve it' },
      canOpenPledges: false,
    })
  })
})

describe('to an account at Stripe', () => {
  beforeAll(async () => {
    app.clock.advance({ minutes: 1 })
    await setDestination(org, STRIPE_DESTINATION)
    // It takes the place of a check.
    app.clock.advance({ days: 3 })
  })
  beforeEach(() => openPaidSeason())
  afterEach(() => {
    app.deps.cards.moneyMode = 'sandbox'
  })

  it('is for a person to send where the server takes other money', async () => {
    app.deps.cards.moneyMode = 'live'
    expect(await shown()).toMatchObject({ isByStripe: false })
    expect(await approved()).toMatchObject({ state: 'approved', method: null })
  })

  it('is neither shown to the owner, nor sent or returned by a person, until Stripe sent it', async () => {
    expect(await shown()).toMatchObject({ isByStripe: true })
    const payout = await approved()
    expect(payout).toMatchObject({ state: 'approved', method: 'stripe', next: 'transfer' })
    expect((await org.owner.get(`/api/payouts/${payout.id}`)).status).toBe(404)
    expect(await take('dispatch', payout, { reference: '7' })).toMatchObject(
      refusal(409, 'Stripe is sending it'),
    )
    expect(await take('return', payout, { reason: 'Moved' })).toMatchObject(refusal(409, 'Not sent yet'))
  })
})
