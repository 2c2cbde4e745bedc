/** R38, R39: what is owed, who agrees, what a payout is made of, and how it leaves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  OrganizationPayouts,
  Payout,
  PayoutEntry,
  PayoutStatement,
  PayoutsPage,
} from '#domain/schemas/payout.ts'
import { sql } from '#server/db/database.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/self-check/invariants.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  type House,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'
import { approveAndSend, CHECK_DESTINATION, setDestination } from '#tests/payout-fixtures.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

let app: TestApp
let house: House
let season: Season
const SENT = { reference: '20417', paidOn: '2026-09-04' }
const BAY = { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z' }

const prepare = async (amount: string, at = season) =>
  expectStatus(await house.representative.post<Payout>(`${at.path}/payouts`, { amount }), 201)
const approve = (payout: Payout, form: object = SENT) =>
  house.second.post<Payout>(`/api/campaigns/${payout.campaignId}/payouts/${payout.id}/approval`, form)
const statementOf = async (payout: Payout) =>
  expectStatus(await house.representative.get<PayoutStatement>(`/api/payouts/${payout.id}`), 200)
const overview = async (query = '') =>
  expectStatus(await house.representative.get<PayoutsPage>(`/api/payouts?${query}`), 200)

/** Two pledges of goals by card, $40 together once ten are scored, and a check of $25. */
async function collect(at: Season): Promise<string> {
  const eventId = await play(house, at, { ...BAY, goals: 10 })
  await pledge(house, at, { lines: { goals: '3.00' }, method: 'auto_bill_end' })
  await pledge(house, at, { lines: { goals: '1.00' }, method: 'auto_bill_end' })
  await pledge(house, at, { lines: { gift: '25.00' }, method: 'check' })
  await lock(house, at, 'final')
  await runToChargeDate(house)
  const [invoice] = await invoicesOf(house, at)
  expectStatus(
    await house.representative.post(`${at.path}/payments`, payment(invoice ?? { id: '' }, '25.00', app)),
    201,
  )
  return eventId
}
async function correctTo(at: Season, eventId: string, goals: number): Promise<void> {
  const entries = await enterMatch(house, at, { ...BAY, eventId, goals })
  await confirm(house.owner, at, entries)
}

const send = (payout: Payout, form: object = SENT) =>
  house.second.post<Payout>(`/api/campaigns/${payout.campaignId}/payouts/${payout.id}/dispatch`, form)
const arrive = (payout: Payout, form: object = {}) =>
  house.second.post<Payout>(`/api/campaigns/${payout.campaignId}/payouts/${payout.id}/arrival`, form)
const comeBack = (payout: Payout, form: object = { reason: 'Moved' }) =>
  house.second.post<Payout>(`/api/campaigns/${payout.campaignId}/payouts/${payout.id}/return`, form)
const balanceOf = async () =>
  (await house.representative.get<{ owed: string; paidOut: string }>(`${season.path}/balance`)).body

describe('by check or bank transfer', () => {
  beforeEach(async () => {
    app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
    house = await openHouse(app)
    season = await openSeason(house)
    await setDestination(house)
  })
  afterEach(async () => {
    expect(await checkInvariants(app.deps.db)).toEqual([])
    await app.close()
  })

  it('nothing leaves the books before it is sent, and its owners are notified then', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    expect(prepared).toMatchObject({ next: 'approve', destination: expect.stringContaining('Check to') })
    expect(await send(prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Not approved yet') },
    })
    const agreed = expectStatus(await approve(prepared, {}), 201)
    expect(agreed).toMatchObject({ state: 'approved', next: 'send', method: 'check', paidOn: null })
    expect(await balanceOf()).toMatchObject({ owed: '48.75', paidOut: '0.00' })
    expect((await overview('show=to_send')).campaigns[0]).toMatchObject({ owed: '48.75', available: '0.00' })
    expect((await overview()).totals[0]).toMatchObject({ toSend: '48.75', toSendCount: 1, waiting: '0.00' })
    expect(await app.deps.db.query(sql`select id from mails where kind = 'payout'`)).toEqual([])

    expect(await send(prepared, {})).toMatchObject({
      status: 400,
      body: { fields: { reference: expect.stringContaining('number') } },
    })
    expect(await send(prepared, { ...SENT, paidOn: '2026-12-24' })).toMatchObject({
      status: 400,
      body: { fields: { paidOn: 'That day is still to come' } },
    })
    expect(await send(prepared, { ...SENT, paidOn: '2026-09-03' })).toMatchObject({
      status: 400,
      body: { fields: { paidOn: expect.stringContaining('It was approved on 2026-09-04') } },
    })
    const sent = expectStatus(await send(prepared), 201)
    expect(sent).toMatchObject({ state: 'paid', ...SENT, next: 'confirm', moneyMode: 'sandbox' })
    expect(sent.sentBy?.id).toBe(house.second.userId)
    expect((await send(prepared)).status).toBe(409)
    expect(await balanceOf()).toMatchObject({ owed: '0.00', paidOut: '48.75' })
    const mails = await app.deps.db.query<{ to: string; subject: string; text: string }>(
      sql`select to_address as to, subject, text_body as text from mails where kind = 'payout'`,
    )
    expect(mails).toEqual([
      {
        to: house.owner.email,
        subject: '$48.75 is on its way to Harbor High Boosters',
        text: expect.stringMatching(/Collected since then: \$65\.00\n {2}Of it, our commission: \$16\.25/),
      },
    ])
    expect(mails[0]?.text).toContain('Test mode')
  })

  it('an approval with the day and number of today’s clients approves, keeps the number and pays nothing', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    const agreed = expectStatus(await approve(prepared, SENT), 201)
    expect(agreed).toMatchObject({ state: 'approved', reference: SENT.reference, paidOn: null })
    expect(await balanceOf()).toMatchObject({ owed: '48.75', paidOut: '0.00' })
    expect(expectStatus(await send(prepared, {}), 201)).toMatchObject({ state: 'paid', ...SENT })
  })

  it('is confirmed once it arrived: not before it was sent, and once', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    expectStatus(await approve(prepared), 201)
    expect((await arrive(prepared)).status).toBe(409)
    expectStatus(await send(prepared), 201)
    expect((await overview('show=to_confirm')).campaigns[0]?.toConfirm).toMatchObject({ id: prepared.id })
    expect((await overview()).totals[0]).toMatchObject({ toConfirm: '48.75', toConfirmCount: 1 })
    expect(await arrive(prepared, { arrivedOn: '2026-09-03' })).toMatchObject({
      status: 400,
      body: { fields: { arrivedOn: 'That is before it was sent' } },
    })
    app.clock.advance({ days: 5 })
    const arrived = expectStatus(await arrive(prepared, { arrivedOn: '2026-09-08' }), 201)
    expect(arrived).toMatchObject({ state: 'paid', next: null, arrivedOn: '2026-09-08' })
    expect(arrived.confirmedBy?.id).toBe(house.second.userId)
    expect((await arrive(prepared)).status).toBe(409)
    expect((await overview('show=to_confirm')).campaigns).toEqual([])
  })

  it('a check that came back is owed again, and people are notified; once, and with a reason', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    expect((await comeBack(prepared)).status).toBe(409)
    await approveAndSend(house, prepared)
    expect((await comeBack(prepared, {})).status).toBe(400)
    const returned = expectStatus(await comeBack(prepared), 201)
    expect(returned).toMatchObject({ reversed: '48.75', reversals: [{ reason: 'Moved' }], next: null })
    expect((await comeBack(prepared)).status).toBe(409)
    expect((await arrive(prepared)).status).toBe(409)
    expect(await balanceOf()).toMatchObject({ owed: '48.75', paidOut: '0.00' })
    const mails = await app.deps.db.query<{ subject: string; to: string }>(
      sql`select subject, to_address as to from mails where once like 'payout-reversed:%'`,
    )
    expect(mails.map(({ subject }) => subject)).toContain(
      'A payout of $48.75 to Harbor High Boosters came back',
    )
    expect(mails.map(({ to }) => to)).toContain(house.owner.email)
    await approveAndSend(house, await prepare('48.75'))
    expect(await balanceOf()).toMatchObject({ owed: '0.00', paidOut: '48.75' })
  })

  it('approved and not sent, it can be withdrawn, and the money is there for another one', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    expectStatus(await approve(prepared), 201)
    expect((await house.representative.post(`${season.path}/payouts`, { amount: '1.00' })).status).toBe(400)
    expectStatus(await house.representative.delete(`${season.path}/payouts/${prepared.id}`), 200)
    expect((await send(prepared)).status).toBe(409)
    await approveAndSend(house, await prepare('48.75'))
    const path = `${season.path}/payouts/${prepared.id}`
    expect((await house.representative.delete(path)).status).toBe(409)
  })

  it('changed after it was prepared, the destination is agreed to by nobody: another payout is prepared', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    await setDestination(house, { ...CHECK_DESTINATION, mailingAddress: '1 Elsewhere Road, Salem, MA 01970' })
    expect(await approve(prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed after this payout was prepared') },
    })
    expectStatus(await house.second.delete(`${season.path}/payouts/${prepared.id}`), 200)
    const again = await prepare('48.75')
    expect(expectStatus(await approve(again), 201).destination).toContain('Elsewhere Road')
  })

  it('a statement adds up from the payments behind each figure, and the next one begins where it ended', async () => {
    const eventId = await collect(season)
    const first = await approveAndSend(house, await prepare('40.00'), SENT)
    await correctTo(season, eventId, 5)
    await lock(house, season, 'final')
    await runDueJobs(app.deps)
    expect(await statementOf(first)).toMatchObject({
      previousPaidOn: null,
      opening: '0.00',
      figures: [
        { figure: 'cards', entries: 2, collected: '40.00', commission: '10.00', share: '30.00' },
        { figure: 'by_hand', entries: 1, collected: '25.00', commission: '6.25', share: '18.75' },
      ],
      total: { collected: '65.00', commission: '16.25', share: '48.75' },
      owed: '48.75',
      closing: '8.75',
    })
    const next = await statementOf(await prepareNothing())
    expect(next).toMatchObject({
      opening: '8.75',
      previousPaidOn: '2026-09-04',
      figures: [{ figure: 'refunds', entries: 2, collected: '-20.00', commission: '-5.00', share: '-15.00' }],
      owed: '-6.25',
    })
    const path = `/api/payouts/${first.id}/entries`
    const cards = expectStatus(await house.representative.get<PayoutEntry[]>(`${path}?figure=cards`), 200)
    expect(cards.map(({ collected }) => collected).sort()).toEqual(['10.00', '30.00'])
    expect(new Set(cards.map(({ pledgeId }) => pledgeId)).size).toBe(2)
    const page = await house.representative.get<PayoutEntry[]>(`${path}?limit=2`)
    const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const rest = expectStatus(await house.representative.get<PayoutEntry[]>(link), 200)
    expect([...page.body, ...rest]).toHaveLength(3)
  })

  /** Owed is below zero by now, so that nothing can be prepared: a row of its own stands for the look at what it would be. */
  async function prepareNothing(): Promise<Payout> {
    await app.deps.db.query(sql`
      insert into payouts (id, campaign_id, amount_cents, state, money_mode, prepared_by, prepared_at)
      values ('01990000-0000-7000-8000-00000000ffff', ${season.id}, 1, 'prepared', 'sandbox', ${house.second.userId}, ${app.clock.now()})`)
    const { campaigns } = await overview('show=waiting')
    return campaigns[0]?.open as Payout
  }

  it('money that waits to be refunded does not leave, neither prepared nor approved', async () => {
    const eventId = await collect(season)
    const prepared = await prepare('48.75')
    await correctTo(season, eventId, 5)
    // The refunds are decided, and the card side has not been asked yet.
    await lock(house, season, 'final')
    expect(await approve(prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('$15.00 of refunds are still to be given back') },
    })
    const { campaigns } = await overview()
    expect(campaigns[0]).toMatchObject({ owed: '48.75', heldForRefunds: '15.00', available: '33.75' })
    expectStatus(await house.second.delete(`${season.path}/payouts/${prepared.id}`), 200)
    expect(await house.representative.post(`${season.path}/payouts`, { amount: '33.76' })).toMatchObject({
      status: 400,
      body: { fields: { amount: expect.stringContaining('At most $33.75 can be paid out') } },
    })
    await approveAndSend(house, await prepare('33.75'))
    await runDueJobs(app.deps)
    expect((await overview('show=all')).campaigns[0]).toMatchObject({ owed: '0.00', heldForRefunds: '0.00' })
  })

  it('below zero after a late refund it is shown, and the next campaign of the organization makes up for it', async () => {
    const eventId = await collect(season)
    await approveAndSend(house, await prepare('48.75'))
    await correctTo(season, eventId, 0)
    await lock(house, season, 'final')
    await runDueJobs(app.deps)
    const spring = await openSeason(house)
    await collect(spring)
    const page = await overview()
    expect(page.totals).toEqual([
      {
        ...{ moneyMode: 'sandbox', owed: '48.75', negative: '-30.00', waiting: '0.00', waitingCount: 0 },
        ...{ toSend: '0.00', toSendCount: 0, toConfirm: '48.75', toConfirmCount: 1 },
      },
    ])
    expect(page.campaigns).toMatchObject([
      { campaignId: spring.id, owed: '48.75', carried: '30.00', available: '18.75' },
      { campaignId: season.id, owed: '-30.00', carried: '0.00', available: '0.00' },
    ])
    expect((await overview('show=negative')).campaigns.map(({ campaignId }) => campaignId)).toEqual([
      season.id,
    ])
    const headers = { authorization: `Bearer ${house.representative.token}` }
    const csv = await app.app.request('/api/payouts.csv?show=all', { headers })
    const [, ...lines] = (await csv.text()).trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(2, 10))).toEqual([
      ['sandbox', '65.00', '16.25', '0.00', '48.75', '0.00', '30.00', '18.75'],
      ['sandbox', '25.00', '6.25', '48.75', '-30.00', '0.00', '0.00', '0.00'],
    ])
    expect(await house.representative.post(`${spring.path}/payouts`, { amount: '18.76' })).toMatchObject({
      body: { fields: { amount: expect.stringContaining('$30.00 make up for another campaign') } },
    })
    await approveAndSend(house, await prepare('18.75', spring))
    expect((await overview()).campaigns.map(({ available }) => available)).toEqual(['0.00', '0.00'])
  })

  it('owners see what is owed and was paid, as sums; no pledge, no note, nothing under way', async () => {
    await collect(season)
    const paid = await approveAndSend(house, await prepare('40.00'))
    const waiting = await prepare('8.75')
    const seen = expectStatus(
      await house.owner.get<OrganizationPayouts>(`/api/organizations/${house.organizationId}/payouts`),
      200,
    )
    expect(seen.campaigns).toMatchObject([{ owed: '8.75', paidOut: '40.00', collected: '65.00' }])
    expect(seen.payouts.map(({ id }) => id)).toEqual([paid.id])
    const statement = expectStatus(await house.owner.get<PayoutStatement>(`/api/payouts/${paid.id}`), 200)
    expect(statement).toMatchObject({ canOpenPledges: false, total: { share: '48.75' } })
    expect((await house.owner.get(`/api/payouts/${waiting.id}`)).status).toBe(404)
    expect((await house.owner.get(`/api/payouts/${paid.id}/entries`)).status).toBe(403)
  })

  it('as a table and as print: each figure with the address that opens it', async () => {
    await collect(season)
    const paid = await approveAndSend(house, await prepare('48.75'))
    const headers = { authorization: `Bearer ${house.owner.token}` }
    const csv = await app.app.request(`/api/payouts/${paid.id}/statement.csv`, { headers })
    const page = `${app.deps.config.appUrl}/dashboard/payouts/${paid.id}`
    expect((await csv.text()).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      'Part,Figure,Amount (USD),What is behind it',
      `Collected,Cards,40.00,${page}?figure=cards`,
      `Collected,Checks and cash,25.00,${page}?figure=by_hand`,
      `Collected,Collected,65.00,${page}`,
      `Payout,"Our commission, 25% of what was collected",-16.25,${page}`,
      `Payout,Owed to the organization,48.75,${page}`,
      `Payout,This payout,-48.75,${page}`,
      `Payout,"Left over, carried to the next payout",0.00,${page}`,
    ])
    const pdf = await app.app.request(`/api/payouts/${paid.id}/statement.pdf`, { headers })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    expect(bytes.startsWith('%PDF-1.7')).toBe(true)
    expect(bytes).toContain(`${page}?figure=cards`)
  })
})

describe('with no destination set', () => {
  beforeEach(async () => {
    app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
    house = await openHouse(app)
    season = await openSeason(house)
  })
  afterEach(() => app.close())

  it('nobody approves a payout, and the refusal says what to do; once one is set it goes on', async () => {
    await collect(season)
    const prepared = await prepare('48.75')
    expect(prepared).toMatchObject({ destination: null })
    expect(await approve(prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/No payout destination is set.*Propose one/) },
    })
    const destinationId = await setDestination(house)
    const other = { ...SENT, destinationId: prepared.id }
    expect(await approve(prepared, other)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('look again') },
    })
    expect(expectStatus(await approve(prepared, { destinationId }), 201)).toMatchObject({
      ...{ state: 'approved', destinationId },
      destination: expect.stringContaining('12 Harbor Street'),
    })
  })
})

describe('by Stripe', () => {
  let stripe: StripeStandIn
  beforeAll(async () => {
    stripe = await startStripe(() => app.clock.now())
  })
  afterAll(async () => {
    await stripe.close()
    expect(stripe.problems).toEqual([])
  })
  beforeEach(async () => {
    app = await createTestApp({ now: '2026-09-01T16:00:00Z', stripe })
    house = await openHouse(app)
    season = await openSeason(house)
    const path = `/api/organizations/${house.organizationId}/payout-destinations`
    const account = {
      method: 'stripe',
      payeeName: 'Harbor High Boosters',
      stripeAccount: 'acct_1Qx7fKHarbor',
    }
    const proposed = expectStatus(await house.second.post<{ id: string }>(path, account), 201)
    expectStatus(await house.representative.post(`${path}/${proposed.id}/approval`), 201)
    stripe.asked.length = 0
  })
  afterEach(async () => {
    expect(await checkInvariants(app.deps.db)).toEqual([])
    await app.close()
  })
  const transfers = () => stripe.asked.filter(({ call }) => call === 'post /v1/transfers')
  const stateOf = async () =>
    expectStatus(await house.representative.get<Payout[]>(`${season.path}/payouts`), 200)[0]
  const paidOut = async () =>
    (await house.representative.get<{ paidOut: string }>(`${season.path}/balance`)).body.paidOut

  it('approved, it is on its way and posted by nothing but Stripe’s answer; it is asked once, under the payout’s id', async () => {
    await collect(season)
    const payout = await prepare('48.75')
    expect(expectStatus(await approve(payout, {}), 201)).toMatchObject({ state: 'sending', method: 'stripe' })
    expect(await paidOut()).toBe('0.00')
    expect((await overview()).campaigns[0]).toMatchObject({ owed: '48.75', available: '0.00' })
    expect((await house.representative.post(`${season.path}/payouts`, { amount: '1.00' })).status).toBe(400)
    await runDueJobs(app.deps)
    await runDueJobs(app.deps)
    expect(transfers()).toMatchObject([
      {
        key: payout.id,
        fields: { amount: '4875', destination: 'acct_1Qx7fKHarbor', transfer_group: season.id },
      },
    ])
    expect(await stateOf()).toMatchObject({ state: 'paid', reference: expect.stringMatching(/^tr_/) })
    expect(await paidOut()).toBe('48.75')
  })

  it.each(['payout.claimed', 'payout.answered'])(
    'killed at %s and run again, also a day later, it is transferred once',
    async (step) => {
      await collect(season)
      expectStatus(await approve(await prepare('48.75'), {}), 201)
      app.deps.checkpoint = (at) => {
        if (at === step) throw new Error('killed')
      }
      await expect(runDueJobs(app.deps)).rejects.toThrow()
      app.deps.checkpoint = () => undefined
      await runDueJobs(app.deps)
      expect(await paidOut()).toBe('0.00')
      app.clock.advance({ hours: 30 })
      await runDueJobs(app.deps)
      expect(await paidOut()).toBe('48.75')
      expect(stripe.books.transfers.size).toBe(transfersBefore + 1)
    },
  )
  let transfersBefore = 0
  beforeEach(() => {
    transfersBefore = stripe.books.transfers.size
  })

  it('refused by Stripe it says why, nothing has left, and another one can be prepared', async () => {
    await collect(season)
    stripe.books.balanceIsLow = true
    expectStatus(await approve(await prepare('48.75'), {}), 201)
    await runDueJobs(app.deps)
    stripe.books.balanceIsLow = false
    expect(await stateOf()).toMatchObject({
      state: 'refused',
      refusal: 'The balance at Stripe is too low for it',
    })
    expect(await paidOut()).toBe('0.00')
    expectStatus(await approve(await prepare('48.75'), {}), 201)
    await runDueJobs(app.deps)
    expect(await paidOut()).toBe('48.75')
  })

  it('an answer that is lost is asked for again under the same key', async () => {
    await collect(season)
    expectStatus(await approve(await prepare('48.75'), {}), 201)
    stripe.faults.push('lost answer')
    await runDueJobs(app.deps)
    expect(await paidOut()).toBe('48.75')
    expect(stripe.books.transfers.size).toBe(transfersBefore + 1)
  })
})
