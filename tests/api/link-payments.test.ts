/** A due charge is paid from a mailed link, with any card, once, and never by a GET (R35, R36, R44). */
import { describe, expect, it, vi } from 'vitest'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { finishLinkPayment, startLinkPayment } from '#server/money/charges/pay-link.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { accounts, bill, CARDS, pledge, setStatus } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  charge,
  charges,
  dueCharge,
  dueInvoice,
  finishPayment,
  linkedPledge,
  linkTo,
  mails,
  payWithCard,
  startPayment,
} from '#tests/link-payments.ts'
import { mortal } from '#tests/restarts.ts'

givenSeasonForEachTest()

describe.each([
  ['failed', CARDS.insufficient],
  ['past_due', CARDS.expired],
  ['requires_action', CARDS.authentication],
])('a charge that is %s', (state, card) => {
  it('is paid with another card, with journal and receipt, and that card is not saved', async () => {
    const due = await dueCharge(card)
    expect(await charge()).toMatchObject({ state, attempts: 1 })
    const before = await app.deps.db.query(sql`select id from cards`)
    const started = await startPayment(due)
    expect(started).toMatchObject({ provider: 'sandbox', amount: '30.00', chargeId: due.chargeId })
    expect(await linkedPledge(due)).toMatchObject({ charges: [{ state: 'processing', underWay: 'link' }] })
    expect(await finishPayment(due, started)).toMatchObject({ state: 'processing' })
    expectStatus(await payWithCard(started, '5555555555554444'), 204)
    expect(await finishPayment(due, started)).toEqual({
      chargeId: due.chargeId,
      state: 'succeeded',
      amount: '30.00',
    })
    expect(await finishPayment(due, started)).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 3000, commission: -750 })
    expect(await linkedPledge(due)).toMatchObject({ status: 'active', received: '30.00', billed: '30.00' })
    const [receipt, ...others] = await mails('receipt')
    expect([receipt?.toAddress, others]).toEqual([due.supporter.email, []])
    expect(receipt?.textBody).toContain('card ending in 4444')
    expect(await app.deps.db.query(sql`select id from cards`)).toEqual(before)
  })

  it('is due as before twenty minutes after a payment was begun and not made', async () => {
    const due = await dueCharge(card)
    const before = await charge()
    const old = await startPayment(due)
    app.clock.advance({ minutes: 19 })
    await runDueJobs(app.deps)
    expect(await charge()).toMatchObject({ state: 'processing' })
    app.clock.advance({ minutes: 2 })
    await runDueJobs(app.deps)
    expect(await charge()).toEqual(before)
    expect((await payWithCard(old)).status).toBe(400)
    const again = await startPayment(due)
    expect(again.clientSecret).not.toBe(old.clientSecret)
    expectStatus(await payWithCard(again), 204)
    expect(await finishPayment(due, again)).toMatchObject({ state: 'succeeded' })
  })
})

it('a charge that needs its supporter mails them a pay link once, at the address on file (R35)', async () => {
  const due = await dueCharge(CARDS.expired)
  const linkMails = await mails('pay_link')
  expect(linkMails).toEqual([{ toAddress: due.supporter.email, textBody: expect.stringContaining('$30.00') }])
  expect(linkMails[0]?.textBody).toContain('The card has expired')
  expect(linkMails[0]?.textBody).toMatch(/Pay what is due: http/)
  app.clock.advance({ days: 10 })
  await runDueJobs(app.deps)
  expect(await mails('pay_link')).toHaveLength(1)
})

it('a payment that is begun and not made uses up no attempt of the saved card', async () => {
  const due = await dueCharge(CARDS.insufficient)
  await startPayment(due)
  app.clock.advance({ minutes: 21 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'failed', attempts: 1 })
  app.clock.advance({ days: 1 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'failed', attempts: 2 })
})

it('a payment that is begun and made in several windows at once is taken once', async () => {
  const due = await dueCharge(CARDS.expired)
  const all = await Promise.all([startPayment(due), startPayment(due), startPayment(due)])
  expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  const [one, two] = all as [ChargePayment, ChargePayment, ChargePayment]
  const answers = await Promise.all([payWithCard(one), payWithCard(two, '5555555555554444')])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  await Promise.all([finishPayment(due, one), finishPayment(due, two)])
  expect(
    await app.deps.db.query(sql`select amount_cents from sandbox.payments where outcome = 'succeeded'`),
  ).toEqual([{ amountCents: 3000 }])
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 3000 })
  const late = await app.visitor.post<{ message: string }>(`${due.link}/payments`, due.due)
  expect([late.status, late.body.message]).toEqual([409, 'It is already paid: thank you'])
  expect((await payWithCard(one)).status).toBe(204)
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 3000 })
})

it('a card that the bank refuses is answered with the reason, and another card pays in the same form', async () => {
  const due = await dueCharge(CARDS.expired)
  const started = await startPayment(due)
  expect(await payWithCard(started, CARDS.declined)).toMatchObject({
    status: 400,
    body: { fields: { number: 'Your card was declined. Try another card.' } },
  })
  expectStatus(await payWithCard(started), 204)
  expect(await finishPayment(due, started)).toMatchObject({ state: 'succeeded' })
})

it('three declined cards block the pay link and its form, and the declined card on other links', async () => {
  const due = await dueCharge(CARDS.expired)
  const started = await startPayment(due)
  const [declined, ...others] = ['4000000000000341', '4000000000009995', '4000000000000002'] as const
  expect((await payWithCard(started, declined)).status).toBe(400)
  const [row] = await app.deps.db.query<{ fingerprint: string }>(
    sql`select fingerprint from card_refusals where code = 'card_declined'`,
  )
  expect(row?.fingerprint).toBeTruthy()
  for (const number of others) expect((await payWithCard(started, number)).status).toBe(400)
  const late = await payWithCard(started)
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(429)
  // Another link is another person's, but a card that was declined that often is the same card.
  const other = await pledge(org, season, { lines: { gift: '30.00' }, card: CARDS.expired })
  await bill(org, season, 'progress')
  const theirs = { ...due, link: await linkTo(other.pledge.id) }
  const [newest] = await charges()
  const begun = await startPayment({ ...theirs, due: { chargeId: newest?.id } })
  for (const _ of [1, 2, 3])
    await app.deps.db.query(sql`
      insert into card_refusals (id, user_id, fingerprint, code, at)
      values (gen_random_uuid()::text, ${due.supporter.userId}, ${row?.fingerprint}, 'card_declined', ${app.clock.now()})`)
  expect((await payWithCard(begun, declined)).status).toBe(429)
  expectStatus(await payWithCard(begun), 204)
})

describe('a pay link', () => {
  it('that has expired, was revoked, is unknown or belongs to another pledge pays nothing', async () => {
    const due = await dueCharge(CARDS.expired)
    const other = await pledge(org, season, { lines: { gift: '25.00' } })
    const foreign = await linkTo(other.pledge.id)
    expect((await app.visitor.post(`${foreign}/payments`, due.due)).status).toBe(404)
    const started = await startPayment(due)
    expect((await app.visitor.post(`${foreign}/payments/${due.chargeId}/outcome`)).status).toBe(404)
    expectStatus(await due.supporter.delete(`/api/pledges/${due.pledgeId}/links`), 204)
    expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(404)
    expect((await app.visitor.post(`${due.link}/payments/${due.chargeId}/outcome`)).status).toBe(404)
    expect((await app.visitor.post(`/api/pledge-links/${'x'.repeat(43)}/payments`, due.due)).status).toBe(404)
    // A payment begun before the link was revoked is finished by the job, not lost.
    expectStatus(await payWithCard(started), 204)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await charge()).toMatchObject({ state: 'succeeded' })
  })

  it('refuses a malformed request, and charges nothing when it is read', async () => {
    const due = await dueCharge(CARDS.expired)
    expect((await app.visitor.post(`${due.link}/payments`, {})).status).toBe(400)
    expect((await app.visitor.post(`${due.link}/payments`, { chargeId: 'x' })).status).toBe(400)
    await linkedPledge(due)
    expect((await app.visitor.get(`${due.link}/payments`)).status).toBe(404)
    expect(await charge()).toMatchObject({ state: 'past_due', underWay: null })
  })

  it('takes no payment while the campaign is paused, or after it was cancelled', async () => {
    const due = await dueCharge(CARDS.expired)
    await setStatus(org, season, 'paused')
    expect(await app.visitor.post(`${due.link}/payments`, due.due)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('paused') },
    })
    await setStatus(org, season, 'cancelled')
    expect(await app.visitor.post(`${due.link}/payments`, due.due)).toMatchObject({ status: 409 })
  })

  it('that a payment was begun on blocks the supporter’s own confirmation of the charge', async () => {
    const due = await dueCharge(CARDS.authentication)
    const path = `/api/charges/${due.chargeId}/confirmations`
    const started = await startPayment(due)
    expect((await due.supporter.post(path)).status).toBe(409)
    expectStatus(await payWithCard(started), 204)
    await finishPayment(due, started)
    expect((await due.supporter.post(path)).status).toBe(409)
  })
})

it('a confirmation goes on after a reload, and blocks a payment through the pay link meanwhile', async () => {
  const due = await dueCharge(CARDS.authentication)
  const path = `/api/charges/${due.chargeId}/confirmations`
  const first = expectStatus(await due.supporter.post<ChargePayment>(path), 201)
  expect(await linkedPledge(due)).toMatchObject({
    charges: [{ state: 'processing', underWay: 'confirmation' }],
  })
  expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(409)
  const again = expectStatus(await due.supporter.post<ChargePayment>(path), 201)
  expect(again.clientSecret).toBe(first.clientSecret)
})

describe('a server that stops', () => {
  it.each(['payment.claimed', 'payment.answered'])(
    'at %s leaves a payment that another server finishes once',
    async (step) => {
      const due = await dueCharge(CARDS.expired)
      const by = { pledgeId: due.pledgeId, campaignId: season.id, address: null }
      const server = mortal(app.program, { atStep: (at) => at === step })
      const key = { pledgeId: due.pledgeId, chargeId: due.chargeId }
      const work = async () => {
        const started = await startLinkPayment(server.deps, by, { chargeId: due.chargeId })
        expectStatus(await payWithCard(started), 204)
        await finishLinkPayment(server.deps, key)
      }
      await expect(work()).rejects.toThrow('this server is dead')
      expect(server.isDead()).toBe(true)
      // Another server, the same window: what was begun is continued.
      const again = await startPayment(due)
      expectStatus(await payWithCard(again), 204)
      expect(await finishPayment(due, again)).toMatchObject({ state: 'succeeded' })
      expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 3000, commission: -750 })
      expect(await mails('receipt')).toHaveLength(1)
    },
  )

  it('after the card has paid leaves a payment that the job records once', async () => {
    const due = await dueInvoice()
    const started = await startPayment(due)
    expectStatus(await payWithCard(started), 204)
    app.clock.advance({ hours: 2 })
    await runDueJobs(app.deps)
    expect(await linkedPledge(due)).toMatchObject({ status: 'settled', received: '70.00' })
    expect(await finishPayment(due, started)).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 7000 })
  })

  it('without an answer about which card paid leaves a payment that the next request records', async () => {
    const due = await dueCharge(CARDS.expired)
    const started = await startPayment(due)
    expectStatus(await payWithCard(started), 204)
    const asked = vi.spyOn(app.deps.cards, 'cardOfPayment').mockRejectedValueOnce(new Error('no answer'))
    const path = `${due.link}/payments/${due.chargeId}/outcome`
    expect((await app.visitor.post(path)).status).toBe(500)
    expect(await finishPayment(due, started)).toMatchObject({ state: 'succeeded' })
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
