/** R25, R38: a payout by check is prepared, approved by a second person, sent, and confirmed or returned. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Payout } from '#domain/schemas/payout.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { bill, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  approveAndSend,
  approvePayout,
  balanceOf,
  CHECK_DESTINATION,
  CLEARED,
  collect,
  confirmArrival,
  overviewOf,
  preparePayout,
  returnPayout,
  SENT,
  sendPayout,
  setDestination,
  tryToPrepare,
} from '#tests/payouts.ts'
import { addNewRepresentative } from '#tests/sign-offs.ts'

givenSeasonForEachTest(CLEARED)

describe('a payout by check', () => {
  beforeEach(async () => {
    await setDestination(org)
  })

  it('is posted when it is sent, not when it is approved, and owners are notified then', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    expect(prepared).toMatchObject({ next: 'approve', destination: expect.stringContaining('Check to') })
    expect(await sendPayout(org, prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Not approved yet') },
    })
    const agreed = expectStatus(await approvePayout(org, prepared, {}), 201)
    expect(agreed).toMatchObject({ state: 'approved', next: 'send', method: 'check', paidOn: null })
    expect(await balanceOf(org, season)).toMatchObject({ owed: '48.75', paidOut: '0.00' })
    expect((await overviewOf(org, 'show=to_send')).campaigns[0]).toMatchObject({
      owed: '48.75',
      available: '0.00',
    })
    expect((await overviewOf(org)).totals[0]).toMatchObject({
      toSend: '48.75',
      toSendCount: 1,
      waiting: '0.00',
    })
    expect(await app.deps.db.query(sql`select id from mails where kind = 'payout'`)).toEqual([])

    expect(await sendPayout(org, prepared, {})).toMatchObject({
      status: 400,
      body: { fields: { reference: expect.stringContaining('number') } },
    })
    expect(await sendPayout(org, prepared, { ...SENT, paidOn: '2026-12-24' })).toMatchObject({
      status: 400,
      body: { fields: { paidOn: 'That day is in the future' } },
    })
    expect(await sendPayout(org, prepared, { ...SENT, paidOn: '2026-09-03' })).toMatchObject({
      status: 400,
      body: { fields: { paidOn: expect.stringContaining('It was approved on 2026-09-04') } },
    })
    const sent = expectStatus(await sendPayout(org, prepared), 201)
    expect(sent).toMatchObject({ state: 'sent', ...SENT, next: 'confirm', moneyMode: 'sandbox' })
    expect(sent.sentBy?.id).toBe(org.second.userId)
    expect((await sendPayout(org, prepared)).status).toBe(409)
    expect(await balanceOf(org, season)).toMatchObject({ owed: '0.00', paidOut: '48.75' })
    const mails = await app.deps.db.query<{ to: string; subject: string; text: string }>(
      sql`select to_address as to, subject, text_body as text from mails where kind = 'payout'`,
    )
    expect(mails).toEqual([
      {
        to: org.owner.email,
        subject: '$48.75 is on its way to Harbor High Boosters',
        text: expect.stringMatching(/Collected: \$65\.00\n {2}Our commission on it: \$16\.25/),
      },
    ])
    expect(mails[0]?.text).toContain('Test mode')
  })

  it('can be confirmed as arrived once, and only after it was sent', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    expectStatus(await approvePayout(org, prepared), 201)
    expect((await confirmArrival(org, prepared)).status).toBe(409)
    expectStatus(await sendPayout(org, prepared), 201)
    expect((await overviewOf(org, 'show=to_confirm')).campaigns[0]?.toConfirm).toMatchObject({
      id: prepared.id,
    })
    expect((await overviewOf(org)).totals[0]).toMatchObject({ toConfirm: '48.75', toConfirmCount: 1 })
    expect(await confirmArrival(org, prepared, { arrivedOn: '2026-09-03' })).toMatchObject({
      status: 400,
      body: { fields: { arrivedOn: 'That is before it was sent' } },
    })
    app.clock.advance({ days: 5 })
    const arrived = expectStatus(await confirmArrival(org, prepared, { arrivedOn: '2026-09-08' }), 201)
    expect(arrived).toMatchObject({ state: 'arrived', next: null, arrivedOn: '2026-09-08' })
    expect(arrived.confirmedBy?.id).toBe(org.second.userId)
    expect((await confirmArrival(org, prepared)).status).toBe(409)
    expect((await overviewOf(org, 'show=to_confirm')).campaigns).toEqual([])
  })

  it('that is returned, with a reason, is owed again, and people are notified', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    expect(await returnPayout(org, prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('withdraw it') },
    })
    await approveAndSend(org, prepared)
    expect((await returnPayout(org, prepared, {})).status).toBe(400)
    const returned = expectStatus(await returnPayout(org, prepared), 201)
    expect(returned).toMatchObject({ reversed: '48.75', reversals: [{ reason: 'Moved' }], next: null })
    expect((await returnPayout(org, prepared)).status).toBe(409)
    expect((await confirmArrival(org, prepared)).status).toBe(409)
    expect(await balanceOf(org, season)).toMatchObject({ owed: '48.75', paidOut: '0.00' })
    const mails = await app.deps.db.query<{ subject: string; to: string }>(
      sql`select subject, to_address as to from mails where idempotency_key like 'payout-reversed:%'`,
    )
    expect(mails.map(({ subject }) => subject)).toContain(
      '$48.75 of a payout to Harbor High Boosters was returned',
    )
    expect(mails.map(({ to }) => to)).toContain(org.owner.email)
    await approveAndSend(org, await preparePayout(org, season, '48.75'))
    expect(await balanceOf(org, season)).toMatchObject({ owed: '0.00', paidOut: '48.75' })
  })

  it('that is approved and not sent can be withdrawn, and its money paid out later', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    expectStatus(await approvePayout(org, prepared), 201)
    expect((await tryToPrepare(org, season, '1.00', { by: org.representative })).status).toBe(400)
    expectStatus(await org.representative.post(`/api/payouts/${prepared.id}/withdrawal`), 200)
    expect((await sendPayout(org, prepared)).status).toBe(409)
    await approveAndSend(org, await preparePayout(org, season, '48.75'))
    const path = `/api/payouts/${prepared.id}`
    expect((await org.representative.post(`${path}/withdrawal`)).status).toBe(409)
  })

  it('cannot be approved once its destination has changed; a new payout can', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    await setDestination(org, { ...CHECK_DESTINATION, mailingAddress: '1 Elsewhere Road, Salem, MA 01970' })
    expect(await approvePayout(org, prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed after this payout was prepared') },
    })
    expectStatus(await org.second.post(`/api/payouts/${prepared.id}/withdrawal`), 200)
    const again = await preparePayout(org, season, '48.75')
    app.clock.advance({ days: 3 })
    expect(expectStatus(await approvePayout(org, again), 201).destination).toContain('Elsewhere Road')
  })
})

describe('a payout', () => {
  const CHECK = { reference: '1042' }

  it('without a destination cannot be approved, and the message says to propose one', async () => {
    await collect(org, season)
    const prepared = await preparePayout(org, season, '48.75')
    expect(prepared).toMatchObject({ destination: null })
    expect(await approvePayout(org, prepared)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/No payout destination is set.*Propose one/) },
    })
    const destinationId = await setDestination(org)
    const other = { destinationId: prepared.id }
    expect(await approvePayout(org, prepared, other)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('check it again') },
    })
    expect(expectStatus(await approvePayout(org, prepared, { destinationId }), 201)).toMatchObject({
      state: 'approved',
      destinationId,
      destination: expect.stringContaining('12 Harbor Street'),
    })
  })

  it('needs somebody who has been a representative for 72 hours, and so does its destination', async () => {
    await pledge(org, season, { lines: { gift: '100.01' } })
    await bill(org, season, 'progress')
    const newcomer = await addNewRepresentative(org)
    const destinations = `/api/organizations/${org.organizationId}/payout-destinations`
    const proposed = await org.representative.post<{ id: string }>(destinations, CHECK_DESTINATION)
    const destination = `${destinations}/${expectStatus(proposed, 201).id}/approval`
    const payout = await preparePayout(org, season, '75.01')
    const reason = expect.stringContaining('for the first 72 hours, another representative must approve')
    expect(await newcomer.post(destination)).toMatchObject({ status: 403, body: { message: reason } })
    expectStatus(await org.second.post(destination), 201)
    const approval = `/api/payouts/${payout.id}/approval`
    expect(await newcomer.post(approval, {})).toMatchObject({ status: 403, body: { message: reason } })
    const [listed] = expectStatus(await newcomer.get<Payout[]>(`${season.path}/payouts`), 200)
    expect(listed?.cannotApproveReason).toEqual(reason)
    app.clock.advance({ hours: 72 })
    expectStatus(await newcomer.post(approval, {}), 201)
  })

  it('needs a second person, is at most what is owed, and is posted once', async () => {
    await pledge(org, season, { lines: { gift: '100.01' } })
    await bill(org, season, 'progress')
    const prepare = (amount: string) => tryToPrepare(org, season, amount, { by: org.representative })
    const path = '/api/payouts'
    expect(await balanceOf(org, season)).toMatchObject({
      collected: '100.01',
      commission: '25.00',
      owed: '75.01',
    })
    expect(await prepare('75.02')).toMatchObject({
      status: 400,
      body: { fields: { 'lines.0.amount': 'At most $75.01 is owed to the organization' } },
    })
    const payout = expectStatus(await prepare('75.01'), 201)
    expect(payout.cannotApproveReason).toContain('another representative must approve')
    expect((await prepare('0.01')).status).toBe(409)
    expect((await org.representative.post(`${path}/${payout.id}/approval`, CHECK)).status).toBe(403)
    expect(await balanceOf(org, season)).toMatchObject({ paidOut: '0.00' })
    await setDestination(org)
    expectStatus(await org.second.post(`${path}/${payout.id}/approval`, CHECK), 201)
    expect((await org.second.post(`${path}/${payout.id}/approval`, CHECK)).status).toBe(409)
    expect(await balanceOf(org, season)).toMatchObject({ paidOut: '0.00', owed: '75.01' })
    expectStatus(await org.second.post(`${path}/${payout.id}/dispatch`, CHECK), 201)
    expect((await org.second.post(`${path}/${payout.id}/dispatch`, CHECK)).status).toBe(409)
    expect((await org.second.post(`${path}/${payout.id}/withdrawal`)).status).toBe(409)
    expect(await balanceOf(org, season)).toMatchObject({ paidOut: '75.01', owed: '0.00' })
  })
})
