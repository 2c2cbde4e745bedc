/** R34, R35: what Stripe tells by itself. Believed only when signed, handled once, in any order. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChargeConfirmation } from '#domain/schemas/charge-confirmation.ts'
import type { AnyDispute, Dispute } from '#domain/schemas/dispute.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueCharges } from '#server/charges/jobs.ts'
import { type Db, sql } from '#server/db/database.ts'
import { newId } from '#server/ids.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/self-check/invariants.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  CARDS,
  countRows,
  goToChargeDate,
  type House,
  lock,
  openHouse,
  openSeason,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'
import { type SignedEvent, type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

let app: TestApp
let house: House
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  stripe = await startStripe(() => app?.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe })
  house = await openHouse(app)
  season = await openSeason(house)
})
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  await stripe.close()
  expect(violations).toEqual([])
  expect(stripe.problems).toEqual([])
})

const GIFT = { lines: { gift: '40.00' } } as const
const post = (body: string, headers: Record<string, string> = {}) =>
  app.visitor.post<{ message: string }>('/api/webhooks/stripe', body, headers)
const send = ({ payload, signature }: SignedEvent) => post(payload, { 'stripe-signature': signature })
/** Everything that was told is handled, or given up for now. */
const settled = (db: Db) =>
  vi.waitFor(
    async () => {
      const [row] = await db.query<{ waiting: number }>(sql`
      select count(*) as waiting from card_events where handled_at is null and tries = 0
          or (handled_at is null and next_try_at = received_at + interval '5 minutes')`)
      expect(row?.waiting).toBe(0)
    },
    { timeout: 30_000, interval: 20 },
  )
async function deliver(events: SignedEvent[]): Promise<void> {
  for (const event of events) expectStatus(await send(event), 200)
  await settled(app.deps.db)
}
const charges = async () =>
  expectStatus(await house.representative.get<Charge[]>(`${season.path}/charges`), 200)
const onlyCharge = async () => (await charges())[0] as Charge
const disputes = async () =>
  expectStatus(await house.representative.get<Dispute[]>(`${season.path}/disputes`), 200)
const books = () => accounts(app.deps.db)
const COLLECTED = { cash: 4000, commission: -1000, organization_payable: -3000 }
const mailsTo = ({ email }: Caller) =>
  app.deps.db.query<{ subject: string; textBody: string }>(
    sql`select subject, text_body from mails where to_address = ${email} order by id`,
  )
const refundRows = () =>
  app.deps.db.query<{ kind: string; state: string; amountCents: number }>(
    sql`select kind, state, amount_cents from refunds order by id`,
  )

/** A charge of $40 that was taken, and what Stripe calls its payment. */
async function charged(): Promise<{ payment: string; supporter: Caller }> {
  const { supporter } = await pledge(house, season, GIFT)
  await lock(house, season, 'progress')
  await runToChargeDate(house)
  expect(await onlyCharge()).toMatchObject({ state: 'succeeded' })
  stripe.events()
  const [payment] = [...stripe.books.payments.keys()]
  return { payment: payment ?? '', supporter }
}

describe('an event is believed', () => {
  const anEvent = async (): Promise<SignedEvent> => {
    await charged()
    stripe.books.openDispute([...stripe.books.payments.keys()][0] ?? '')
    return stripe.events()[0] as SignedEvent
  }
  const refused = async (answer: ReturnType<typeof post>) => {
    expect(await answer).toMatchObject({ status: 400, body: { message: 'That event is not signed' } })
    expect(await app.deps.db.query(sql`select id from card_events`)).toEqual([])
  }

  it('signed by Stripe, over just these bytes, in the last five minutes', async () => {
    const { payload, signature } = await anEvent()
    await refused(post(payload))
    await refused(post(payload, { 'stripe-signature': 'nonsense' }))
    await refused(post(payload, { 'stripe-signature': stripe.sign(payload, { secret: 'whsec_other' }) }))
    await refused(post(payload.replace('needs_response', 'won'), { 'stripe-signature': signature }))
    await refused(post(`${payload} `, { 'stripe-signature': signature }))
    // The same event, read and written again by something on its way.
    await refused(post(JSON.stringify(JSON.parse(payload), null, 1), { 'stripe-signature': signature }))
    const hour = new Date(app.clock.now().getTime() - 3_600_000)
    await refused(post(payload, { 'stripe-signature': stripe.sign(payload, { at: hour }) }))
    expectStatus(await post(payload, { 'stripe-signature': signature }), 200)
  })

  it('and then only once, however often it is told', async () => {
    const event = await anEvent()
    await Promise.all(Array.from({ length: 8 }, () => send(event)))
    await settled(app.deps.db)
    expect(await app.deps.db.query(sql`select id from card_events`)).toEqual([{ id: event.id }])
    expect(await disputes()).toHaveLength(1)
  })

  it('unknown ones are taken and leave nothing; a huge body is refused', async () => {
    const payload = JSON.stringify({
      id: 'evt_x',
      object: 'event',
      type: 'price.created',
      data: { object: {} },
    })
    const before = await countRows(app.deps.db)
    expectStatus(await post(payload, { 'stripe-signature': stripe.sign(payload) }), 200)
    const huge = 'x'.repeat(1_000_001)
    expectStatus(await post(huge, { 'stripe-signature': stripe.sign(huge) }), 413)
    for (const odd of ['', '{', 'null', '[]']) {
      const { status } = await post(odd, { 'stripe-signature': stripe.sign(odd) })
      expect([400, 200]).toContain(status)
    }
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('not at all where cards are the sandbox’s', async () => {
    const other = await createTestApp()
    expectStatus(await other.visitor.post('/api/webhooks/stripe', '{}'), 404)
    await other.close()
  })
})

describe('a payment', () => {
  it('whose answer was lost is known by its event: charged once, with its receipt', async () => {
    const { supporter } = await pledge(house, season, GIFT)
    await lock(house, season, 'progress')
    await goToChargeDate(house)
    stripe.faults.push('lost answer', 'lost answer', 'lost answer')
    await expect(runDueCharges(app.deps)).rejects.toThrow()
    expect(await onlyCharge()).toMatchObject({ state: 'processing' })
    const events = stripe.events()
    await deliver([...events, ...events])
    expect(await onlyCharge()).toMatchObject({ state: 'succeeded', attempts: 1 })
    app.clock.advance({ days: 2 })
    await runDueJobs(app.deps)
    expect(await books()).toEqual(COLLECTED)
    const receipts = (await mailsTo(supporter)).filter(({ subject }) => subject.startsWith('Receipt'))
    expect(receipts).toHaveLength(1)
  })

  it('that was declined, and its answer lost, is tried again on its day', async () => {
    await pledge(house, season, { ...GIFT, card: CARDS.insufficient })
    await lock(house, season, 'progress')
    await goToChargeDate(house)
    stripe.faults.push('lost answer', 'lost answer', 'lost answer')
    await expect(runDueCharges(app.deps)).rejects.toThrow()
    await deliver(stripe.events())
    expect(await onlyCharge()).toMatchObject({
      ...{ state: 'failed', attempts: 1, reason: 'The card did not have enough funds' },
    })
  })

  it('told after its answer was recorded changes nothing', async () => {
    await pledge(house, season, GIFT)
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    const events = stripe.events()
    await deliver(events.filter(({ type }) => type.startsWith('payment_intent')))
    expect(await onlyCharge()).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(await books()).toEqual(COLLECTED)
  })

  it('of somebody else’s making is no business of ours', async () => {
    await charged()
    const [made] = [...stripe.books.payments.values()]
    if (!made) throw new Error('no payment')
    stripe.books.payments.set('pi_other', { ...structuredClone(made), id: 'pi_other', metadata: {} })
    stripe.books.openDispute('pi_other')
    stripe.books.failRefund(
      stripe.books.makeRefund({ payment_intent: made.id, amount: '100', metadata: { refundId: 'theirs' } })
        .id,
    )
    await deliver(stripe.events())
    expect(await disputes()).toEqual([])
    expect(await books()).toEqual(COLLECTED)
  })
})

describe('a charge that the bank wants confirmed', () => {
  async function asked(): Promise<{ supporter: Caller; path: string }> {
    const { supporter } = await pledge(house, season, { ...GIFT, card: CARDS.authentication })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await deliver(stripe.events())
    const { id, state } = await onlyCharge()
    expect(state).toBe('requires_action')
    return { supporter, path: `/api/charges/${id}/confirmations` }
  }

  it('confirmed in the browser, is known by its event though the browser never came back', async () => {
    const { supporter, path } = await asked()
    const started = expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
    expect(started).toMatchObject({ provider: 'stripe', publishableKey: 'pk_test_standIn', amount: '40.00' })
    stripe.books.confirmPayment(started.clientSecret)
    await deliver(stripe.events())
    expect(await onlyCharge()).toMatchObject({ state: 'succeeded', attempts: 2 })
    expect(expectStatus(await supporter.post<Charge>(`${path}/outcome`), 200)).toMatchObject({
      state: 'succeeded',
    })
    expect(await books()).toEqual(COLLECTED)
  })

  it('closed after twenty minutes, cannot take money behind anybody’s back', async () => {
    const { supporter, path } = await asked()
    const started = expectStatus(await supporter.post<ChargeConfirmation>(path), 201)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    await deliver(stripe.events())
    expect(await onlyCharge()).toMatchObject({ state: 'requires_action' })
    expect(() => stripe.books.confirmPayment(started.clientSecret)).toThrow()
  })
})

describe('a refund', () => {
  it('made at Stripe’s own desk leaves what was collected, and people hear of it', async () => {
    const { payment } = await charged()
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    await deliver(stripe.events())
    expect(await refundRows()).toEqual([{ kind: 'goodwill', state: 'succeeded', amountCents: 1500 }])
    expect(await onlyCharge()).toMatchObject({ refunded: '15.00' })
    expect(await books()).toEqual({ cash: 2500, commission: -625, organization_payable: -1875 })
    for (const person of [house.representative, house.second])
      expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
        '$15.00 was refunded outside Pledgeraiser',
      ])
  })

  it('that the bank sends back is owed', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.makeRefund({ payment_intent: payment, amount: '4000' })
    await deliver(stripe.events())
    stripe.books.failRefund(id)
    const events = stripe.events()
    await deliver([...events, ...events])
    expect(await refundRows()).toEqual([{ kind: 'goodwill', state: 'owed', amountCents: 4000 }])
    expect(await books()).toEqual({ cash: 4000, commission: 0, organization_payable: 0, refunds_owed: -4000 })
  })

  it('that failed before it was heard of was none', async () => {
    const { payment } = await charged()
    stripe.books.failRefund(stripe.books.makeRefund({ payment_intent: payment, amount: '4000' }).id)
    await deliver(stripe.events())
    expect(await refundRows()).toEqual([])
    expect(await books()).toEqual(COLLECTED)
  })
})

describe('a dispute', () => {
  const TAKEN = { cash: 4000, commission: 0, organization_payable: 0, disputed: -4000 }

  it('takes its amount out of collected at once, commission and all; people are told by when to answer', async () => {
    const { payment } = await charged()
    stripe.books.openDispute(payment)
    await deliver(stripe.events())
    expect(await books()).toEqual(TAKEN)
    expect(await disputes()).toMatchObject([
      {
        amount: '40.00',
        state: 'open',
        reason: 'fraudulent',
        closedAt: null,
        evidenceDueAt: expect.any(String),
      },
    ])
    expect(await onlyCharge()).toMatchObject({
      ...{
        state: 'succeeded',
        disputed: '40.00',
        lost: '0.00',
        nextStep: 'The bank decides about a dispute',
      },
    })
    const [told] = await mailsTo(house.representative)
    expect(told).toMatchObject({ subject: 'A bank disputes $40.00 of Fall Season' })
    expect(told?.textBody).toContain('Answer by: September 20, 2026')
  })

  it('stands among those of all campaigns for representatives, undecided ones first, a page at a time', async () => {
    const { payment } = await charged()
    stripe.books.openDispute(payment)
    await deliver(stripe.events())
    const [open] = await disputes()
    for (const [reference, state] of [
      ['dp_won', 'won'],
      ['dp_inquiry', 'inquiry'],
      ['dp_lost', 'lost'],
    ] as const) {
      app.clock.advance({ seconds: 1 })
      await app.deps.db.query(sql`
        insert into disputes (id, campaign_id, pledge_id, charge_id, provider_reference, amount_cents, reason, state, opened_at, closed_at)
        select ${newId(app.clock)}, campaign_id, pledge_id, charge_id, ${reference}, amount_cents, reason, ${state}, opened_at,
               case when ${state} in ('won', 'lost') then opened_at end
          from disputes where id = ${open?.id ?? ''}`)
    }
    const states: string[] = []
    for (let path: string | undefined = '/api/disputes?limit=1'; path; ) {
      const answer: Answer<AnyDispute[]> = await house.representative.get(path)
      expect(answer.headers.get('x-total-count')).toBe('4')
      states.push(...expectStatus(answer, 200).map(({ state }) => state))
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(states).toEqual(['inquiry', 'open', 'lost', 'won'])
    const all = expectStatus(await house.representative.get<AnyDispute[]>('/api/disputes'), 200)
    expect(all).toHaveLength(4)
    expect(all.find(({ id }) => id === open?.id)).toEqual({
      ...open,
      campaignId: season.path.split('/').at(-1),
      campaignName: 'Fall Season',
    })
  })

  it('won, it comes back', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment)
    await deliver(stripe.events())
    stripe.books.moveDispute(id, 'under_review')
    stripe.books.moveDispute(id, 'won')
    await deliver(stripe.events())
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
    expect(await disputes()).toMatchObject([{ state: 'won', closedAt: expect.any(String) }])
    expect(await onlyCharge()).toMatchObject({ disputed: '0.00', lost: '0.00' })
  })

  it('lost, it is written off and not charged again; won on appeal, it is there again', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment)
    stripe.books.moveDispute(id, 'lost')
    await deliver(stripe.events())
    expect(await books()).toEqual({ cash: 0, commission: 0, organization_payable: 0, disputed: 0 })
    expect(await onlyCharge()).toMatchObject({ disputed: '0.00', lost: '40.00' })
    await lock(house, season, 'final')
    await runToChargeDate(house)
    expect(await charges()).toHaveLength(1)
    stripe.books.moveDispute(id, 'appeal_under_review')
    stripe.books.moveDispute(id, 'won')
    await deliver(stripe.events())
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('that only asks takes nothing, until it is more', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment, 'warning_needs_response')
    await deliver(stripe.events())
    expect(await books()).toEqual(COLLECTED)
    expect(await disputes()).toMatchObject([{ state: 'inquiry' }])
    stripe.books.moveDispute(id, 'needs_response')
    await deliver(stripe.events())
    expect(await books()).toEqual(TAKEN)
  })

  it('takes only what was not given back before', async () => {
    const { payment } = await charged()
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    stripe.books.openDispute(payment)
    await deliver(stripe.events())
    expect(await onlyCharge()).toMatchObject({ refunded: '15.00', disputed: '25.00' })
    expect(await books()).toMatchObject({ disputed: -2500, commission: 0 })
  })

  it('is read by those who settle only', async () => {
    for (const person of [house.owner, house.scorer])
      expectStatus(await person.get(`${season.path}/disputes`), 403)
  })
})

describe('the funds of a dispute', () => {
  /** All that Stripe tells from the first to the last day of a dispute, in its order. */
  async function disputed(end: 'won' | 'lost'): Promise<SignedEvent[]> {
    const { payment } = await charged()
    stripe.books.moveDispute(stripe.books.openDispute(payment).id, end)
    return stripe.events()
  }
  const kinds = (events: SignedEvent[]) => events.map(({ type }) => type.replace('charge.dispute.', ''))

  it('are taken after it is told of, and come back after it is won', async () => {
    const won = await disputed('won')
    expect(kinds(won)).toEqual(['created', 'funds_withdrawn', 'closed', 'funds_reinstated'])
    const [{ data }] = won.slice(1, 2).map(({ payload }) => JSON.parse(payload)) as [
      { data: { object: object } },
    ]
    expect(data.object).toMatchObject({ balance_transactions: [{ amount: -4000, fee: 1500, net: -5500 }] })
  })

  it('that only asks moves none, and one that becomes more does', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment, 'warning_needs_response')
    expect(kinds(stripe.events())).toEqual(['created'])
    stripe.books.moveDispute(id, 'needs_response')
    expect(kinds(stripe.events())).toEqual(['updated', 'funds_withdrawn'])
  })

  it('say by themselves what became of it, and whatever else is told then changes nothing', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment)
    const [created, withdrawn] = stripe.events() as [SignedEvent, SignedEvent]
    await deliver([withdrawn, withdrawn])
    expect(await books()).toEqual({ cash: 4000, commission: 0, organization_payable: 0, disputed: -4000 })
    stripe.books.moveDispute(id, 'won')
    const [closed, reinstated] = stripe.events() as [SignedEvent, SignedEvent]
    await deliver([reinstated])
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
    await deliver([closed, created, reinstated, withdrawn])
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
    expect(await disputes()).toMatchObject([{ state: 'won' }])
  })

  it('taken, and the word of it late: what it lost is not lost twice', async () => {
    const [created, withdrawn, closed] = (await disputed('lost')) as [SignedEvent, SignedEvent, SignedEvent]
    await deliver([closed])
    expect(await onlyCharge()).toMatchObject({ lost: '40.00' })
    const before = await countRows(app.deps.db)
    await deliver([withdrawn, created, withdrawn])
    expect(await countRows(app.deps.db)).toEqual({ ...before, 'public.card_events': 3 })
  })
})

describe('whatever the order', () => {
  /** A charge whose answer was lost, partly given back at Stripe's desk, then disputed and won. */
  async function aLot(): Promise<SignedEvent[]> {
    await pledge(house, season, GIFT)
    await lock(house, season, 'progress')
    await goToChargeDate(house)
    stripe.faults.push('lost answer', 'lost answer', 'lost answer')
    await expect(runDueCharges(app.deps)).rejects.toThrow()
    const [payment = ''] = [...stripe.books.payments.keys()]
    stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
    stripe.books.moveDispute(stripe.books.openDispute(payment).id, 'lost')
    return stripe.events()
  }

  it.each([
    ['as they happened', (events: SignedEvent[]) => events],
    ['backwards', (events: SignedEvent[]) => [...events].reverse()],
    ['each twice', (events: SignedEvent[]) => events.flatMap((event) => [event, event])],
    [
      'the last one only, of each kind',
      (events: SignedEvent[]) => events.slice(-1).concat(events.slice(1, 2)),
    ],
  ])('%s: one outcome', async (_, order) => {
    await deliver(order(await aLot()))
    expect(await onlyCharge()).toMatchObject({
      ...{ state: 'succeeded', refunded: '15.00', disputed: '0.00', lost: '25.00' },
    })
    expect(await books()).toEqual({ cash: 0, commission: 0, organization_payable: 0, disputed: 0 })
  })

  it('all at once', async () => {
    await Promise.all((await aLot()).map(send))
    await settled(app.deps.db)
    app.clock.advance({ minutes: 10 })
    await runDueJobs(app.deps)
    expect(await onlyCharge()).toMatchObject({ state: 'succeeded', refunded: '15.00', lost: '25.00' })
  })

  it('while Stripe cannot be asked they wait, and are handled later', async () => {
    const events = await aLot()
    stripe.faults.push(...Array.from({ length: 60 }, () => 500 as const))
    await deliver(events)
    stripe.faults.length = 0
    expect(await disputes()).toEqual([])
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    expect(await onlyCharge()).toMatchObject({ state: 'succeeded', refunded: '15.00', lost: '25.00' })
  }, 60_000)
})

describe('a card', () => {
  const cards = () =>
    app.deps.db.query<{ last4: string; expYear: number }>(sql`select last4, exp_year from cards`)

  it('that its bank renewed is charged on, and shown as it is', async () => {
    await pledge(house, season, GIFT)
    const [id = ''] = [...stripe.books.cards.keys()]
    stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
    await deliver(stripe.events())
    expect(await cards()).toEqual([{ last4: '1881', expYear: 2034 }])
  })

  it('that somebody corrected at Stripe is shown as it is by now, however late and often it is told', async () => {
    await pledge(house, season, GIFT)
    const [id = ''] = [...stripe.books.cards.keys()]
    stripe.events()
    stripe.books.correctCard(id, { exp_month: 3, exp_year: 2031 })
    stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
    const [corrected, renewed] = stripe.events() as [SignedEvent, SignedEvent]
    expect([corrected.type, renewed.type]).toEqual([
      'payment_method.updated',
      'payment_method.automatically_updated',
    ])
    await deliver([renewed])
    await deliver([corrected, corrected])
    expect(await cards()).toEqual([{ last4: '1881', expYear: 2034 }])
  })

  it('that was saved is remembered, though the browser never came back', async () => {
    const supporter = await app.user()
    const { clientSecret } = expectStatus(
      await supporter.post<{ clientSecret: string }>('/api/cards/setups'),
      201,
    )
    stripe.books.confirmSetup(clientSecret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    await deliver(stripe.events())
    expect(await cards()).toEqual([{ last4: '4242', expYear: 2030 }])
  })

  it('is not a pledge’s only because a browser says its id', async () => {
    const { supporter } = await pledge(house, season, GIFT)
    const [id = ''] = [...stripe.books.cards.keys()]
    const thief = await app.user()
    const body = { paymentMethod: 'auto_bill_end', stripePaymentMethodId: id, pledgeStatistics: [] }
    const lines = [{ statisticId: season.statistics.gift.id, pledgeAmount: '25.00' }]
    const answer = await thief.post(`${season.path}/pledges`, { ...body, pledgeStatistics: lines })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { stripePaymentMethodId: expect.any(String) } },
    })
    expectStatus(await supporter.post(`${season.path}/pledges`, { ...body, pledgeStatistics: lines }), 201)
  })
})
