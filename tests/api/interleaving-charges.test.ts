/** The charge job and anything that changes what it charges, in both orders: no one is charged twice or too much (R12, R21). */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  goToChargeDate,
  lock,
  play,
  pledge,
  pledgeBody,
  pledgeDetail,
  runToChargeDate,
  tryToLock,
  tryToSetStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  BAY,
  GOALS,
  holdAtCheckpoint,
  holdTransactionOf,
  interleave,
  publicCampaign,
  untilSomebodyWaits,
} from '#tests/interleaving.ts'

givenSeasonForEachTest()

describe('correcting a settlement while its charge is made:', () => {
  let supporter: Caller
  let made: Pledge
  let eventId: string

  /** One charge of $20 is due, and an invoice of as much is open. */
  beforeEach(async () => {
    eventId = await play(org, season, { ...BAY, goals: 10 })
    const pledged = await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
    supporter = pledged.supporter
    made = pledged.pledge
    await pledge(org, season, GOALS)
    await lock(org, season, 'final')
    await goToChargeDate(org)
  })
  const charge = () => runDueCharges(app.deps)
  const correctTo = async (goals: number) => {
    const entries = await enterMatch(org, season, { ...BAY, eventId, goals })
    await confirm(org.owner, season, entries)
    return () => tryToLock(org, season, 'final')
  }
  const payments = async () => {
    const rows = await app.deps.db.query<{ amountCents: number }>(sql`
      select s.amount_cents from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key
        join charges c on c.id = a.charge_id where c.pledge_id = ${made.id}`)
    return rows.map(({ amountCents }) => amountCents)
  }

  const busy = {
    status: 409,
    body: { code: 'conflict', message: 'A charge is being processed. Try again when it is finished.' },
  }

  it('the correction is refused while the charge is claimed, and refunds the difference afterwards', async () => {
    const relock = await correctTo(7)
    const claimed = holdAtCheckpoint(app, 'charge.claimed')
    const { held, letGo, done: charging } = holdTransactionOf(app, charge)
    await held
    const refused = relock()
    await untilSomebodyWaits(app.deps.db).finally(letGo)
    // Its preview is from before the claim.
    expect(await refused).toMatchObject({ status: 409, body: { code: 'stale' } })
    claimed.goOn()
    expect(await charging).toBe(1)
    // The other pledge's invoice is lowered with it: the refused lock had left that alone.
    expect(expectStatus(await relock(), 201).totals).toMatchObject({ refunded: '6.00', lowered: '6.00' })
    await runToChargeDate(org)
    expect(await payments()).toEqual([2000])
    expect(await pledgeDetail(supporter, made)).toMatchObject({
      received: '14.00',
      earned: '14.00',
      status: 'settled',
    })
  })

  it('the correction is refused until the provider’s answer is recorded, and refunds afterwards', async () => {
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

  it('the job skips a charge that is being corrected, and takes the lowered amount afterwards', async () => {
    const relock = await correctTo(7)
    const [locked, charged] = await interleave(app, relock, charge, { waits: false })
    expect(expectStatus(locked, 201).totals).toMatchObject({ lowered: '12.00', refunded: '0.00' })
    expect(charged).toBe(0)
    expect(await charge()).toBe(1)
    expect(await payments()).toEqual([1400])
  })

  it('a charge that is corrected to zero is never made', async () => {
    const relock = await correctTo(0)
    const [locked] = await interleave(app, relock, charge, { waits: false })
    expect(expectStatus(locked, 201).totals).toMatchObject({ lowered: '40.00' })
    expect(await charge()).toBe(0)
    expect(await payments()).toEqual([])
  })
})

describe('pausing or cancelling a campaign while a charge is due:', () => {
  let made: Pledge
  let supporter: Caller

  beforeEach(async () => {
    const pledged = await pledge(org, season, { lines: { gift: '30.00' } })
    made = pledged.pledge
    supporter = pledged.supporter
    await lock(org, season, 'progress')
    await goToChargeDate(org)
  })
  const charge = () => runDueCharges(app.deps)
  const become = (status: Campaign['status']) => () => tryToSetStatus(org, season, status)

  it('cancelling during a charge is refused with the reason, and works afterwards (R21)', async () => {
    const claimed = holdAtCheckpoint(app, 'charge.claimed')
    const { held, letGo, done: charging } = holdTransactionOf(app, charge)
    await held
    const refused = become('cancelled')()
    await untilSomebodyWaits(app.deps.db).finally(letGo)
    const message = 'A charge is being processed. Try again when it is finished.'
    expect(await refused).toMatchObject({ status: 409, body: { message } })
    claimed.goOn()
    expect(await charging).toBe(1)
    expect(await publicCampaign()).toMatchObject({ status: 'active', totalCollected: '30.00' })
    expectStatus(await become('cancelled')(), 200)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'settled', received: '30.00' })
  })

  it('no charge is made once the campaign is cancelled', async () => {
    const [cancelled, charged] = await interleave(app, become('cancelled'), charge, { waits: false })
    expectStatus(cancelled, 200)
    expect(charged).toBe(0)
    expect(await charge()).toBe(0)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'cancelled', received: '0.00' })
  })

  it('a charge waits for a new date once the campaign was paused (R21)', async () => {
    expectStatus(await become('paused')(), 200)
    expect(await charge()).toBe(0)
    expectStatus(await become('active')(), 200)
    expect(await charge()).toBe(0)
    await goToChargeDate(org)
    expect(await charge()).toBe(1)
  })
})

it('two servers that run the charge job at once make each of a hundred charges once', async () => {
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
  await lock(org, season, 'final')
  await goToChargeDate(org)
  const charged = await Promise.all([runDueCharges(app.deps), runDueCharges(other.deps)])
  expect((charged[0] ?? 0) + (charged[1] ?? 0)).toBe(100)
  const [row] = await app.deps.db.query<Record<string, number>>(sql`
    with mine as (select id, amount_cents from charges where campaign_id = ${season.id} and state = 'succeeded'),
    attempts as (select a.id from charge_attempts a join mine on mine.id = a.charge_id)
    select (select count(*) from mine) as charges, (select count(*) from attempts) as attempts,
           (select count(*) from sandbox.payments p join attempts on attempts.id::text = p.idempotency_key) as payments,
           (select count(*) from journal_entries where campaign_id = ${season.id} and kind = 'charge') as entries,
           (select count(*) from mails where campaign_id = ${season.id} and kind = 'receipt') as receipts,
           (select sum(amount_cents)::bigint from mine) as cents`)
  expect(row).toEqual({
    charges: 100,
    attempts: 100,
    payments: 100,
    entries: 100,
    receipts: 100,
    cents: 148_700,
  })
})
