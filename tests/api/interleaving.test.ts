/** R12: each pair of writers in both orders, one of them really held inside its transaction. Nothing lost, totals exact. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Payment, Settlement } from '#domain/schemas/settlement.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { runDueCharges } from '#server/money/charges/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  confirm,
  enterMatch,
  goToChargeDate,
  type House,
  holdAtCheckpoint,
  holdTransactionOf,
  interleave,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  play,
  pledge,
  pledgeBody,
  previewOf,
  runToChargeDate,
  type Season,
  saveCard,
  tryToLock,
  tryToSetStatus,
  untilSomebodyWaits,
} from '#tests/fixtures.ts'
import { setDestination } from '#tests/payout-fixtures.ts'

let app: TestApp
let house: House
let season: Season

/** A database for every test: the jobs see all campaigns. */
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
  season = await openSeason(house)
})
/** Whatever happened: nothing is lost, and the totals are exact. */
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  expect(violations).toEqual([])
})

const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', goals: 3 }
const GOALS = { lines: { goals: '2.00' }, method: 'check' } as const
const shown = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
const detailOf = async (by: Caller, { id }: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const statusesOf = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort()

/** A supporter who is about to pledge. */
async function aboutToPledge(wish: Parameters<typeof pledgeBody>[2] = GOALS) {
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, wish)
  const go = (headers?: Record<string, string>) =>
    supporter.post<Pledge>(`${season.path}/pledges`, body, headers)
  return { supporter, go }
}

describe('a pledge and the confirming of results', () => {
  it('the pledge first: the confirmation waits and counts it', async () => {
    const entries = await enterMatch(house, season, BAY)
    const { supporter, go } = await aboutToPledge()
    const [pledged] = await interleave(app, go, () => confirm(house.owner, season, entries))
    expect(expectStatus(pledged, 201).earned).toBe('0.00')
    expect(await detailOf(supporter, pledged.body)).toMatchObject({ earned: '6.00' })
    expect(await shown()).toMatchObject({ totalEarned: '6.00', supportersCount: 1 })
  })

  it('the confirmation first: the pledge waits and has earned at once', async () => {
    const entries = await enterMatch(house, season, BAY)
    const { supporter, go } = await aboutToPledge()
    const [, pledged] = await interleave(app, () => confirm(house.owner, season, entries), go)
    expect(expectStatus(pledged, 201).earned).toBe('6.00')
    expect(await detailOf(supporter, pledged.body)).toMatchObject({ earned: '6.00' })
    expect(await shown()).toMatchObject({ totalEarned: '6.00', supportersCount: 1 })
  })
})

describe('a pledge and the locking of a settlement', () => {
  it('the pledge first: the settlement bills it', async () => {
    await play(house, season, BAY)
    const { go } = await aboutToPledge()
    const [, locked] = await interleave(app, go, () =>
      house.representative.post<Settlement>(`${season.path}/settlements`, { kind: 'final', version: 1 }),
    )
    expect(expectStatus(locked, 201).totals).toMatchObject({ pledges: 1, toBill: '6.00' })
  })

  it('the final settlement first: the pledge is refused, not lost between two locks', async () => {
    await play(house, season, BAY)
    await pledge(house, season, GOALS)
    const { go } = await aboutToPledge()
    const [locked, pledged] = await interleave(app, () => lock(house, season, 'final'), go)
    expect(locked.totals).toMatchObject({ pledges: 1, toBill: '6.00' })
    expect(pledged).toMatchObject({ status: 409, body: { code: 'campaign_closed' } })
    expect(await shown()).toMatchObject({ supportersCount: 1 })
  })

  it('a progress settlement first: the next one bills the pledge', async () => {
    await play(house, season, BAY)
    await pledge(house, season, { lines: { goals: '2.00' } })
    const { go } = await aboutToPledge({ lines: { goals: '3.00' } })
    const [locked, pledged] = await interleave(app, () => lock(house, season, 'progress'), go)
    expect(locked.totals).toMatchObject({ pledges: 1, toBill: '6.00' })
    expectStatus(pledged, 201)
    expect((await lock(house, season, 'progress')).totals).toMatchObject({ pledges: 2, toBill: '9.00' })
  })
})

describe('the confirming of results and the locking of a settlement', () => {
  const asPreviewed = async () => {
    const { version, totals } = await previewOf(house, season, 'progress')
    const body = { kind: 'progress', version, toBill: totals.toBill }
    return () => house.representative.post<Settlement>(`${season.path}/settlements`, body)
  }

  it('the confirmation first: what was previewed is no longer what would be billed, and is refused', async () => {
    await pledge(house, season, { lines: { goals: '2.00' } })
    await play(house, season, BAY)
    const go = await asPreviewed()
    const entries = await enterMatch(house, season, { ...BAY, opponent: 'Cove', goals: 1 })
    const [, locked] = await interleave(app, () => confirm(house.owner, season, entries), go)
    expect(locked).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await lock(house, season, 'progress')).totals.toBill).toBe('8.00')
  })

  it('the lock first: it rests on the results it previewed, and the next one bills the rest', async () => {
    await pledge(house, season, { lines: { goals: '2.00' } })
    await play(house, season, BAY)
    const go = await asPreviewed()
    const entries = await enterMatch(house, season, { ...BAY, opponent: 'Cove', goals: 4 })
    const [locked] = await interleave(app, go, () => confirm(house.owner, season, entries))
    expect(expectStatus(locked, 201).totals.toBill).toBe('6.00')
    expect((await lock(house, season, 'progress')).totals).toMatchObject({
      billedBefore: '6.00',
      toBill: '8.00',
    })
  })

  it('two people confirm the same results: one does', async () => {
    await pledge(house, season, GOALS)
    const entries = await enterMatch(house, season, BAY)
    const body = { resultIds: entries.map(({ id }) => id) }
    const by = (who: Caller) => () => who.post(`${season.path}/results/confirmations`, body)
    const answers = await interleave(app, by(house.owner), by(house.representative))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(await shown()).toMatchObject({ totalEarned: '6.00' })
  })

  it('two enter the same match: the second enters the difference, which is nothing', async () => {
    const eventId = await play(house, season, BAY)
    const again = { ...BAY, eventId, goals: 5 }
    const [first, second] = await interleave(
      app,
      () => enterMatch(house, season, again),
      () => enterMatch(house, season, again),
    )
    expect(first.map(({ quantity }) => quantity)).toEqual([2])
    expect(second).toEqual([])
  })
})

describe('a change of status and a pledge', () => {
  const become = (status: Campaign['status']) => () => tryToSetStatus(house, season, status)

  it.each(['paused', 'completed', 'cancelled'] as const)(
    '%s first: the pledge is refused',
    async (status) => {
      const { go } = await aboutToPledge()
      const [changed, pledged] = await interleave(app, become(status), go)
      expectStatus(changed, 200)
      expect(pledged).toMatchObject({ status: 409, body: { code: 'campaign_closed' } })
      expect(await shown()).toMatchObject({ status, supportersCount: 0, totalPledged: '0.00' })
    },
  )

  it.each([
    ['paused', 'active', 1],
    ['completed', 'active', 1],
    ['cancelled', 'cancelled', 0],
  ] as const)('the pledge first, then %s: it is in, and %s', async (status, becomes, supportersCount) => {
    const { supporter, go } = await aboutToPledge()
    const [pledged, changed] = await interleave(app, go, become(status))
    expectStatus(pledged, 201)
    expectStatus(changed, 200)
    expect(await detailOf(supporter, pledged.body)).toMatchObject({ status: becomes })
    expect(await shown()).toMatchObject({ status, supportersCount })
  })

  it('the pledge first: a draft is refused, for somebody has pledged', async () => {
    const { go } = await aboutToPledge()
    const [pledged, changed] = await interleave(app, go, become('draft'))
    expectStatus(pledged, 201)
    expect(changed.status).toBe(409)
  })
})

describe('a supporter’s change and those who move results and money (R14)', () => {
  const change =
    (by: Caller, { id }: Pick<Pledge, 'id'>, body: object) =>
    () =>
      by.put<PledgeDetail>(`/api/pledges/${id}`, body)
  const cancelled =
    (by: Caller, { id }: Pick<Pledge, 'id'>) =>
    () =>
      by.post<PledgeDetail>(`/api/pledges/${id}/cancellation`)
  const WISH = { lines: { goals: '2.00' }, most: '50.00' } as const
  const next = { ...BAY, opponent: 'Cove', goals: 10 }
  const longAgo = () => app.clock.advance({ days: 2 })

  it('lowering first: the confirmation counts up to the new maximum', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    const entries = await enterMatch(house, season, next)
    const lower = change(supporter, made, { maximumAmount: '8.00' })
    const [lowered] = await interleave(app, lower, () => confirm(house.owner, season, entries))
    expectStatus(lowered, 200)
    expect(await shown()).toMatchObject({ totalEarned: '8.00', totalPledged: '8.00' })
  })

  it('the confirmation first: what is earned is the lowest', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    const entries = await enterMatch(house, season, next)
    const lower = change(supporter, made, { maximumAmount: '8.00' })
    const [, lowered] = await interleave(app, () => confirm(house.owner, season, entries), lower)
    expect(lowered).toMatchObject({
      status: 400,
      body: { message: '$20.00 is the lowest maximum now: so much is earned already' },
    })
    expect(await shown()).toMatchObject({ totalEarned: '20.00' })
  })

  it.each(['lowering', 'locking'])('%s first: nobody is billed above the maximum', async (isFirst) => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    await play(house, season, next)
    const lower = change(supporter, made, { maximumAmount: '20.00' })
    const settle = () => lock(house, season, 'progress')
    const locked =
      isFirst === 'lowering'
        ? (await interleave(app, lower, settle))[1]
        : (await interleave(app, settle, lower))[0]
    expect(locked.totals.toBill).toBe('20.00')
    expect(await detailOf(supporter, made)).toMatchObject({ agreedMaximum: '20.00', billed: '20.00' })
  })

  it('cancelling first: the confirmation counts nothing of it', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    longAgo()
    const entries = await enterMatch(house, season, next)
    const [gone] = await interleave(app, cancelled(supporter, made), () =>
      confirm(house.owner, season, entries),
    )
    expectStatus(gone, 201)
    expect(await shown()).toMatchObject({ totalEarned: '0.00', totalPledged: '0.00', supportersCount: 0 })
  })

  it('the confirmation first: it is too late to cancel', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    longAgo()
    const entries = await enterMatch(house, season, next)
    const [, gone] = await interleave(
      app,
      () => confirm(house.owner, season, entries),
      cancelled(supporter, made),
    )
    expect(gone.status).toBe(409)
    expect(await shown()).toMatchObject({ totalEarned: '20.00', supportersCount: 1 })
  })

  it('two clicks on cancel: one is', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    const answers = await Promise.all([cancelled(supporter, made)(), cancelled(supporter, made)()])
    expect(statusesOf(answers)).toEqual([201, 409])
    expect(await shown()).toMatchObject({ totalPledged: '0.00', supportersCount: 0 })
  })

  it('a charge that has left stays with its card, and nothing is cancelled meanwhile', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    await play(house, season, next)
    await lock(house, season, 'progress')
    await goToChargeDate(house)
    const stop = holdAtCheckpoint(app, 'charge.claimed')
    const charging = runDueCharges(app.deps)
    await stop.reached
    const card = await saveCard(supporter)
    expectStatus(await change(supporter, made, { stripePaymentMethodId: card })(), 200)
    expect(await cancelled(supporter, made)()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('on its way to your bank') },
    })
    stop.goOn()
    await charging
    const rows = await app.deps.db.query<{ isMoved: boolean }>(sql`
      select c.card_id = p.card_id as is_moved from charges c join pledges p on p.id = c.pledge_id where p.id = ${made.id}`)
    expect(rows).toEqual([{ isMoved: false }])
    expect(await detailOf(supporter, made)).toMatchObject({ received: '20.00' })
  })

  it('another card first: the charge leaves from that one', async () => {
    const { supporter, pledge: made } = await pledge(house, season, WISH)
    await play(house, season, next)
    await lock(house, season, 'progress')
    await goToChargeDate(house)
    const card = await saveCard(supporter)
    const moving = holdTransactionOf(app, change(supporter, made, { stripePaymentMethodId: card }))
    await moving.held
    // The job passes by what is held, and finds it again.
    await runDueCharges(app.deps)
    expect(await detailOf(supporter, made)).toMatchObject({ received: '0.00' })
    moving.letGo()
    expectStatus(await moving.done, 200)
    await runDueCharges(app.deps)
    expect(await detailOf(supporter, made)).toMatchObject({ received: '20.00' })
    const paid = await app.deps.db.query<{ method: string }>(
      sql`select payment_method as method from sandbox.payments`,
    )
    expect(paid).toEqual([{ method: card }])
  })
})

describe('the charge job and those who change what it charges', () => {
  let supporter: Caller
  let made: Pledge
  let eventId: string

  /** One charge of $20 is due, and an invoice of as much is open. */
  beforeEach(async () => {
    eventId = await play(house, season, { ...BAY, goals: 10 })
    const pledged = await pledge(house, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
    supporter = pledged.supporter
    made = pledged.pledge
    await pledge(house, season, GOALS)
    await lock(house, season, 'final')
    await goToChargeDate(house)
  })
  const charge = () => runDueCharges(app.deps)
  const correctTo = async (goals: number) => {
    const entries = await enterMatch(house, season, { ...BAY, eventId, goals })
    await confirm(house.owner, season, entries)
    return () => tryToLock(house, season, 'final')
  }
  const payments = async () => {
    const rows = await app.deps.db.query<{ amountCents: number }>(sql`
      select s.amount_cents from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key
        join charges c on c.id = a.charge_id where c.pledge_id = ${made.id}`)
    return rows.map(({ amountCents }) => amountCents)
  }

  const busy = {
    status: 409,
    body: { code: 'conflict', message: 'A charge is being processed. Try again when it is done.' },
  }

  it('the job has it: the correction waits, finds it under way and is refused; afterwards it refunds', async () => {
    const relock = await correctTo(7)
    const asking = holdAtCheckpoint(app, 'charge.claimed')
    const { held, letGo, done: charging } = holdTransactionOf(app, charge)
    await held
    const refused = relock()
    await untilSomebodyWaits(app.deps.db).finally(letGo)
    expect(await refused).toMatchObject(busy)
    asking.goOn()
    expect(await charging).toBe(1)
    // The other pledge's invoice is lowered with it: the refusal had left that alone.
    expect(expectStatus(await relock(), 201).totals).toMatchObject({ refunded: '6.00', lowered: '6.00' })
    await runToChargeDate(house)
    expect(await payments()).toEqual([2000])
    expect(await detailOf(supporter, made)).toMatchObject({
      received: '14.00',
      earned: '14.00',
      status: 'settled',
    })
  })

  it('the answer is not recorded yet: the correction is refused; afterwards it refunds', async () => {
    const relock = await correctTo(7)
    const recording = holdAtCheckpoint(app, 'charge.answered')
    const charging = charge()
    await recording.reached
    expect(await relock()).toMatchObject(busy)
    expect(await checkInvariants(app.deps.db)).toEqual([])
    recording.goOn()
    await charging
    expect(expectStatus(await relock(), 201).totals).toMatchObject({ refunded: '6.00' })
  })

  it('the correction has it: the job leaves it alone, and charges the lowered amount afterwards', async () => {
    const relock = await correctTo(7)
    const [locked, charged] = await interleave(app, relock, charge, { waits: false })
    expect(expectStatus(locked, 201).totals).toMatchObject({ lowered: '12.00', refunded: '0.00' })
    expect(charged).toBe(0)
    expect(await charge()).toBe(1)
    expect(await payments()).toEqual([1400])
  })

  it('the correction takes all of it: nothing is charged', async () => {
    const relock = await correctTo(0)
    const [locked] = await interleave(app, relock, charge, { waits: false })
    expect(expectStatus(locked, 201).totals).toMatchObject({ lowered: '40.00' })
    expect(await charge()).toBe(0)
    expect(await payments()).toEqual([])
  })
})

describe('the charge job and a campaign that is paused or cancelled', () => {
  let made: Pledge
  let supporter: Caller

  beforeEach(async () => {
    const pledged = await pledge(house, season, { lines: { gift: '30.00' } })
    made = pledged.pledge
    supporter = pledged.supporter
    await lock(house, season, 'progress')
    await goToChargeDate(house)
  })
  const charge = () => runDueCharges(app.deps)
  const become = (status: Campaign['status']) => () => tryToSetStatus(house, season, status)

  it('a charge is under way: cancelling waits for it and is refused in words (R21)', async () => {
    const asking = holdAtCheckpoint(app, 'charge.claimed')
    const { held, letGo, done: charging } = holdTransactionOf(app, charge)
    await held
    const refused = become('cancelled')()
    await untilSomebodyWaits(app.deps.db).finally(letGo)
    const message = 'A charge is being processed. Try again when it is done.'
    expect(await refused).toMatchObject({ status: 409, body: { message } })
    asking.goOn()
    expect(await charging).toBe(1)
    expect(await shown()).toMatchObject({ status: 'active', totalCollected: '30.00' })
    expectStatus(await become('cancelled')(), 200)
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'settled', received: '30.00' })
  })

  it('cancelled first: nothing is charged', async () => {
    const [cancelled, charged] = await interleave(app, become('cancelled'), charge, { waits: false })
    expectStatus(cancelled, 200)
    expect(charged).toBe(0)
    expect(await charge()).toBe(0)
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'cancelled', received: '0.00' })
  })

  it('paused first: the charge waits for a new date (R21)', async () => {
    expectStatus(await become('paused')(), 200)
    expect(await charge()).toBe(0)
    expectStatus(await become('active')(), 200)
    expect(await charge()).toBe(0)
    await goToChargeDate(house)
    expect(await charge()).toBe(1)
  })
})

describe('payments and what else moves an invoice', () => {
  beforeEach(async () => {
    await play(house, season, { ...BAY, goals: 10 })
    await pledge(house, season, GOALS)
    await lock(house, season, 'final')
  })
  const pay = async (by: Caller, amount = '20.00') => {
    const [invoice] = await invoicesOf(house, season)
    return () => by.post<Payment>(`${season.path}/payments`, payment(invoice ?? { id: '' }, amount, app))
  }

  it('two record the same check: the second is told that it is paid', async () => {
    const answers = await interleave(app, await pay(house.representative), await pay(house.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(await shown()).toMatchObject({ totalCollected: '20.00' })
  })

  it('two halves at once are a whole', async () => {
    const answers = await interleave(
      app,
      await pay(house.representative, '10.00'),
      await pay(house.second, '10.00'),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await invoicesOf(house, season))[0]).toMatchObject({ state: 'paid', paid: '20.00', open: '0.00' })
  })

  it('a correction lowers the invoice while it is paid: what is above it is owed back, either way', async () => {
    const entries = await enterMatch(house, season, {
      opponent: 'Bay',
      startTime: BAY.startTime,
      goals: 0,
      eventId: await eventOf(),
    })
    await confirm(house.owner, season, entries)
    const relock = () => tryToLock(house, season, 'final')
    const [paid, locked] = await interleave(app, await pay(house.representative), relock)
    expectStatus(paid, 201)
    expect(expectStatus(locked, 201).totals).toMatchObject({ refunded: '20.00', lowered: '0.00' })
    expect(await shown()).toMatchObject({ totalCollected: '0.00' })
  })

  it('the correction first: the invoice is void and takes no payment', async () => {
    const entries = await enterMatch(house, season, {
      opponent: 'Bay',
      startTime: BAY.startTime,
      goals: 0,
      eventId: await eventOf(),
    })
    await confirm(house.owner, season, entries)
    const [locked, paid] = await interleave(
      app,
      () => tryToLock(house, season, 'final'),
      await pay(house.representative),
    )
    expect(expectStatus(locked, 201).totals).toMatchObject({ lowered: '20.00' })
    expect(paid.status).toBe(409)
  })

  it.each(['bouncing', 'correcting'])(
    '%s first: of a check that bounced nothing is refunded',
    async (first) => {
      const paid = expectStatus(await (await pay(house.representative))(), 201)
      const wrong = { ...BAY, goals: 4, eventId: await eventOf() }
      await confirm(house.owner, season, await enterMatch(house, season, wrong))
      const bounce = () =>
        house.second.post(`${season.path}/payments/${paid.id}/reversal`, {
          why: 'bounced',
          on: paid.receivedOn,
        })
      const relock = () => tryToLock(house, season, 'final')
      const answers: Answer<unknown>[] =
        first === 'bouncing' ? await interleave(app, bounce, relock) : await interleave(app, relock, bounce)
      expect(statusesOf(answers)).toEqual([201, 201])
      expect((await invoicesOf(house, season))[0]).toMatchObject({
        state: 'open',
        amount: '8.00',
        paid: '0.00',
      })
      expect({ refunds_owed: 0, ...(await accounts(app.deps.db)) }).toMatchObject({
        refunds_owed: 0,
        undeposited: 0,
      })
    },
  )

  const eventOf = async () =>
    expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).events[0]?.id as string

  it('two approve the same payout, and two record it as sent: each once', async () => {
    expectStatus(await (await pay(house.representative))(), 201)
    const third = await app.representative('Third')
    const path = `${season.path}/payouts`
    await setDestination(house)
    const payout = expectStatus(await third.post<Payout>(path, { amount: '15.00' }), 201)
    const approve = (by: Caller) => () => by.post(`${path}/${payout.id}/approval`, { reference: '1042' })
    const answers = await interleave(app, approve(house.representative), approve(house.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    const send = (by: Caller) => () => by.post(`${path}/${payout.id}/dispatch`, { reference: '1042' })
    const sent = await interleave(app, send(house.representative), send(house.second))
    expect(sent.map(({ status }) => status)).toEqual([201, 409])
    const balance = await house.representative.get(`${season.path}/balance`)
    expect(balance.body).toMatchObject({ paidOut: '15.00', owed: '0.00' })
  })
})

describe('the same thing twice', () => {
  it('two people lock the same settlement at the same moment: one wins, the other is told', async () => {
    await pledge(house, season, { lines: { gift: '30.00' } })
    const body = { kind: 'progress', version: 1 }
    const by = (who: Caller) => () => who.post<Settlement>(`${season.path}/settlements`, body)
    const answers = await interleave(app, by(house.representative), by(house.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(answers[1]?.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Version 1'),
    })

    await pledge(house, season, { lines: { gift: '40.00' } })
    const next = { kind: 'final', version: 2 }
    const racing = [house.representative, house.second].map((who) =>
      who.post(`${season.path}/settlements`, next),
    )
    expect(statusesOf(await Promise.all(racing))).toEqual([201, 409])
    const [row] = await app.deps.db.query<{ settlements: number; charges: number }>(sql`
      select (select count(*) from settlements where campaign_id = ${season.id}) as settlements,
             (select count(*) from charges where campaign_id = ${season.id}) as charges`)
    expect(row).toEqual({ settlements: 2, charges: 2 })
  })

  it('one person locks twice with one key: the same answer', async () => {
    await pledge(house, season, { lines: { gift: '30.00' } })
    const headers = { 'idempotency-key': 'lock-once' }
    const go = () =>
      house.representative.post<Settlement>(
        `${season.path}/settlements`,
        { kind: 'progress', version: 1 },
        headers,
      )
    const [first, second] = await interleave(app, go, go)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('one pledge posted twice at once with one key: one pledge, one answer', async () => {
    const { go } = await aboutToPledge()
    const once = () => go({ 'idempotency-key': 'a-pledge' })
    const [first, second] = await interleave(app, once, once, { waits: false })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const more = await Promise.all(Array.from({ length: 8 }, once))
    expect(more.map(({ body }) => body.id)).toEqual(more.map(() => first.body.id))
    expect(await shown()).toMatchObject({ supportersCount: 1 })
  })

  it('without a key each is a pledge, and the first that fails leaves the key to the second', async () => {
    const { supporter, go } = await aboutToPledge()
    await Promise.all([go(), go()])
    expect(await shown()).toMatchObject({ supportersCount: 2 })
    expectStatus(await house.representative.put(season.path, { status: 'paused' }), 200)
    expect((await go({ 'idempotency-key': 'later' })).status).toBe(409)
    expectStatus(await house.representative.put(season.path, { status: 'active' }), 200)
    const later = expectStatus(await go({ 'idempotency-key': 'later' }), 201)
    expect(await detailOf(supporter, later)).toMatchObject({ status: 'active' })
  })

  it('two servers run the charge job over a hundred charges: each is charged once', async () => {
    const other = await app.another()
    const supporters = await Promise.all(Array.from({ length: 10 }, () => app.user()))
    await Promise.all(
      supporters.map(async (supporter, index) => {
        const wish = { lines: { gift: `${10 + index}.37` }, method: 'auto_bill_end' } as const
        const body = await pledgeBody(supporter, season, wish)
        for (let count = 0; count < 10; count += 1)
          expectStatus(await supporter.post(`${season.path}/pledges`, body), 201)
      }),
    )
    await lock(house, season, 'final')
    await goToChargeDate(house)
    const charged = await Promise.all([runDueCharges(app.deps), runDueCharges(other.deps)])
    expect((charged[0] ?? 0) + (charged[1] ?? 0)).toBe(100)
    const [row] = await app.deps.db.query<Record<string, number>>(sql`
      with mine as (select id, amount_cents from charges where campaign_id = ${season.id} and state = 'succeeded'),
      tries as (select a.id from charge_attempts a join mine on mine.id = a.charge_id)
      select (select count(*) from mine) as charges, (select count(*) from tries) as tries,
             (select count(*) from sandbox.payments p join tries on tries.id::text = p.idempotency_key) as payments,
             (select count(*) from journal_entries where campaign_id = ${season.id} and kind = 'charge') as entries,
             (select count(*) from mails where campaign_id = ${season.id} and kind = 'receipt') as receipts,
             (select sum(amount_cents)::bigint from mine) as cents`)
    expect(row).toEqual({
      charges: 100,
      tries: 100,
      payments: 100,
      entries: 100,
      receipts: 100,
      cents: 148_700,
    })
  })
})

describe('everybody at once', () => {
  it('thirty-two pledges on one campaign: the totals are exact', async () => {
    const rates = Array.from(
      { length: 32 },
      (_, index) => `${1 + index}.${String(index * 3).padStart(2, '0')}`,
    )
    await play(house, season, BAY)
    const ready = await Promise.all(
      rates.map((rate) => aboutToPledge({ lines: { goals: rate }, method: 'check' })),
    )
    const pledges = (await Promise.all(ready.map(({ go }) => go()))).map((answer) =>
      expectStatus(answer, 201),
    )
    const cents = (amounts: string[]) =>
      amounts.reduce((all, amount) => all + Number(amount.replace('.', '')), 0)
    const totals = await shown()
    expect(totals.supportersCount).toBe(32)
    expect(cents([totals.totalPledged])).toBe(cents(pledges.map(({ totalAmountDue }) => totalAmountDue)))
    expect(cents([totals.totalEarned])).toBe(cents(pledges.map(({ earned }) => earned)))
    expect(cents([totals.totalEarned])).toBe(3 * cents(rates))
  })

  it('pledges, results and settlements together: every pledge is billed exactly what it has earned', async () => {
    const ready = await Promise.all(
      Array.from({ length: 12 }, () => aboutToPledge({ lines: { goals: '2.00', gift: '5.00' } })),
    )
    const matches = Array.from({ length: 6 }, (_, index) => ({
      ...BAY,
      opponent: `Team ${index}`,
      goals: index,
    }))
    const settle = async () => {
      const { version } = await previewOf(house, season, 'progress')
      return house.representative.post(`${season.path}/settlements`, { kind: 'progress', version })
    }
    const answers = await Promise.all([
      ...ready.map(({ go }) => go()),
      ...matches.map((match) => play(house, season, match).then(() => ({ status: 201 }))),
      ...Array.from({ length: 4 }, settle),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual(
      [],
    )
    expect(await checkInvariants(app.deps.db)).toEqual([])
    await tryToLock(house, season, 'progress')
    const [row] = await app.deps.db.query<{ billed: number; pledges: number }>(sql`
      select sum(amount_cents)::bigint as billed, count(distinct pledge_id) as pledges from charges where campaign_id = ${season.id}`)
    // 15 goals at $2.00 and a gift of $5.00.
    expect(row).toEqual({ billed: 12 * 3_500, pledges: 12 })
  })
})
