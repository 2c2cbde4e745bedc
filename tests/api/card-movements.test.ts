/** R5: what moves on the account at the card provider, its fees and its payouts to the bank, is posted once. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Exception } from '#domain/schemas/exception.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { checkBooks } from '#server/money/book-check/check.ts'
import { checkInvariants, lastBalancedAt } from '#server/money/book-check/store.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { readCsv } from '#tests/csv.ts'
import { openExceptions } from '#tests/exceptions.ts'
import { accounts, bill, pledge } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approve } from '#tests/sign-offs.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargeGift, deliver, GIFT, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
afterEach(() => closeWithBooksInOrder(app))

const read = () => readCardMovements(app.deps)
const entries = () =>
  app.deps.db.query(sql`
    select e.kind, e.description, e.campaign_id is not null as of_campaign, e.pledge_id is not null as of_pledge
      from journal_entries e where e.kind in ('card_fee', 'card_payout', 'unexplained') order by e.id`)

describe('in the sandbox', () => {
  it('a payment costs 2.9 % and 30 cents, and the rest is at the bank two days later', async () => {
    const { org, season, ...given } = await givenSeason()
    app = given.app
    await pledge(org, season, GIFT)
    await bill(org, season, 'progress')
    await read()
    const share = { commission: -1000, organization_payable: -3000 }
    expect(await accounts(app.deps.db)).toEqual({ ...share, card_clearing: 3854, processing_fees: 146 })
    app.clock.advance({ days: 5 })
    await read()
    await read()
    expect(await accounts(app.deps.db)).toEqual({
      ...share,
      card_clearing: 0,
      cash: 3854,
      processing_fees: 146,
    })
    expect(await entries()).toEqual([
      { kind: 'card_fee', description: 'Fee of the card provider', ofCampaign: true, ofPledge: true },
      {
        kind: 'card_payout',
        description: 'Paid to the bank by the card provider',
        ofCampaign: false,
        ofPledge: false,
      },
    ])
  })
})

describe('at Stripe', () => {
  const open = async () => {
    const given = await givenSeason({ stripe: true })
    app = given.app
    return { ...given, payment: await chargeGift(given) }
  }

  /** By link, from two devices. */
  const payTwice = ({ books }: StripeStandIn) => {
    const [first] = [...books.payments.values()]
    const metadata = { ...first?.metadata, attemptId: newId(app.clock) }
    return books.makePayment({ ...first, confirm: 'true', metadata })
  }

  it('refunds, disputes and payouts leave in the books what is on the account', async () => {
    const { stripe, payment } = await open()
    stripe.books.makeRefund({ payment_intent: payment, amount: '500' })
    const { id } = stripe.books.openDispute(payment, 'needs_response', 2500)
    stripe.books.moveBalance('stripe_fee', -150)
    stripe.books.moveBalance('adjustment', -50, 'fee')
    stripe.books.moveBalance('contribution', -40)
    await deliver(app, stripe.events())
    await read()
    const agrees = async () => {
      const { card_clearing: clearing = 0, disputed = 0 } = await accounts(app.deps.db)
      expect(clearing + disputed).toBe(stripe.books.balance)
    }
    await agrees()
    stripe.books.moveDispute(id, 'won')
    await deliver(app, stripe.events())
    app.clock.advance({ days: 1 })
    const payout = stripe.books.payOut()
    await read()
    await agrees()
    const paid = { cash: payout.amount, processing_fees: 146 + 1500 + 240, card_clearing: 0 }
    expect(await accounts(app.deps.db)).toMatchObject(paid)
    stripe.books.failPayout(payout)
    await read()
    await agrees()
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 0, card_clearing: payout.amount })
  })

  it('what was refunded before its payment is recorded is of no exception, on whichever page either is', async () => {
    const { stripe, org } = await open()
    const twice = payTwice(stripe)
    app.clock.advance({ minutes: 15 })
    for (let count = 0; count < 130; count += 1) stripe.books.moveBalance('stripe_fee', -10)
    app.clock.advance({ minutes: 15 })
    stripe.books.makeRefund({ payment_intent: twice.id, amount: '4000' })
    await read()
    await deliver(app, stripe.events())
    expect(await openExceptions(org.representative)).toEqual([])
    expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: stripe.books.balance })
  })

  it('a fee is of its pledge also before the answer to the charge is recorded', async () => {
    await open()
    const [row] = await app.deps.db.query(
      sql`select count(*) as fees from journal_entries where kind = 'card_fee'`,
    )
    expect(row).toEqual({ fees: 0 })
    await app.deps.db.query(sql`update charge_attempts set provider_reference = null`)
    await read()
    expect(await entries()).toMatchObject([{ kind: 'card_fee', ofCampaign: true, ofPledge: true }])
    await app.deps.db.query(
      sql`update charge_attempts set provider_reference = (select source from card_movements)`,
    )
  })

  it('what nothing explains is an exception of no campaign, which two people settle', async () => {
    const { stripe, org } = await open()
    stripe.books.moveBalance('issuing_transaction', -700)
    stripe.books.moveBalance('adjustment', 250)
    app.clock.advance({ days: 1 })
    await read()
    app.clock.advance({ hours: 1 })
    await read()
    const opened = await openExceptions(org.second)
    expect(opened).toMatchObject([
      {
        kind: 'unexplained_deduction',
        amount: '7.00',
        reference: 'txn_own_1',
        answer: 'issuing_transaction',
      },
      { kind: 'unexplained_addition', amount: '2.50', reference: 'txn_own_2', answer: 'adjustment' },
    ])
    expect(opened[0]).toMatchObject({
      campaignId: null,
      organizationName: null,
      moneyMode: 'sandbox',
      happened: 'The card provider took $7.00 from our account on September 13, 2026.',
    })
    const mailed = (await mailsTo(app, org.second)).map(({ subject }) => subject)
    expect(mailed.filter((subject) => subject.includes('at the card provider'))).toEqual([
      '$7.00 at the card provider needs you',
    ])
    const before = { ...COLLECTED, card_clearing: 4000 - 146 - 700 + 250, processing_fees: 146 }
    expect(await accounts(app.deps.db)).toEqual({ ...before, unexplained: 450 })
    expect(await checkInvariants(app.deps.db)).toEqual([])

    const prepare = async (way: string) => {
      const { id } = opened[way === 'fee' ? 0 : 1] as Exception
      const path = `/api/exceptions/${id}/adjustments`
      return expectStatus(await org.representative.post<SignOff>(path, { way, reason: 'Asked Stripe' }), 201)
    }
    const signOffs = [await prepare('fee'), await prepare('keep')]
    const steps = await org.second.get<WorkQueueSteps>('/api/desk/steps?withoutCampaign=list')
    expect(expectStatus(steps, 200).steps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'exception', campaignId: null, count: 2, amount: null }),
        expect.objectContaining({ kind: 'sign_off', campaignId: null, count: 2, amount: null }),
      ]),
    )
    expect((await approve(org.representative, signOffs[0]?.id)).status).toBe(403)
    for (const { id } of signOffs) expectStatus(await approve(org.second, id), 201)
    await read()
    expect(await openExceptions(org.second)).toEqual([])
    expect(await accounts(app.deps.db)).toEqual({
      ...before,
      processing_fees: 146 + 700,
      write_offs: -250,
      unexplained: 0,
    })
    const journal = await readCsv(app, '/api/reports/journal.csv?month=2026-09', org.representative)
    const lines = journal.filter((row) => row.Account === 'Unexplained money')
    const madeOn = lines
      .filter((row) => row.Kind === 'Unexplained money')
      .map((row) => row['Received or made on'])
    expect(madeOn).toEqual(['2026-09-13', '2026-09-13'])
    expect(lines.map((row) => [row.Reference, row.Kind, row.Description]).sort()).toEqual([
      ['txn_own_1', 'Adjustment', 'A fee of the card provider'],
      ['txn_own_1', 'Unexplained money', opened[0]?.happened],
      ['txn_own_2', 'Adjustment', 'Unrelated to our campaigns'],
      ['txn_own_2', 'Unexplained money', opened[1]?.happened],
    ])
  })

  it('however many there are, one run mails once, and what is of a campaign is listed before them', async () => {
    const { stripe, org } = await open()
    for (let count = 0; count < 210; count += 1) stripe.books.moveBalance('adjustment', -10)
    await read()
    const about = (await mailsTo(app, org.second)).filter(({ subject }) => subject.includes('needs you'))
    expect(about).toMatchObject([{ subject: '$0.10 at the card provider needs you' }])
    app.clock.advance({ minutes: 15 })
    payTwice(stripe)
    await deliver(app, stripe.events())
    const [first, second] = await openExceptions(org.representative)
    expect([first?.kind, second?.kind]).toEqual(['unexplained_payment', 'unexplained_deduction'])
  })

  it('what Stripe only holds back stays on the account: nothing is posted', async () => {
    const { stripe, org } = await open()
    stripe.books.moveBalance('reserve_transaction', -700)
    stripe.books.moveBalance('reserved_funds', -1000)
    await read()
    expect(await openExceptions(org.representative)).toEqual([])
    expect(await accounts(app.deps.db)).toEqual({
      ...COLLECTED,
      card_clearing: 4000 - 146,
      processing_fees: 146,
    })
  })

  it('what the exceptions do not hold is found, also of no campaign', async () => {
    const { stripe } = await open()
    stripe.books.moveBalance('adjustment', -700)
    await read()
    await app.deps.db.query(sql`update exceptions set amount_cents = 699`)
    const log = vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined)
    await checkBooks(app.deps)
    expect(log.mock.calls.map(([first]) => first)).toMatchObject([{ invariant: 'unexplained-is-held' }])
    log.mockRestore()
    expect(await lastBalancedAt(app.deps.db)).toBe(null)
    await app.deps.db.query(sql`update exceptions set amount_cents = 700`)
    await checkBooks(app.deps)
    expect(await lastBalancedAt(app.deps.db)).toEqual(app.clock.now())
  })

  it('a read that Stripe ends early goes on where it ended, and posts nothing twice', async () => {
    const { stripe } = await open()
    for (let count = 0; count < 130; count += 1) stripe.books.moveBalance('stripe_fee', -10)
    stripe.faults.push(500, 500, 500)
    await expect(read()).rejects.toThrow()
    await read()
    app.clock.advance({ minutes: 5 })
    await read()
    expect(await accounts(app.deps.db)).toMatchObject({
      card_clearing: stripe.books.balance,
      processing_fees: 146 + 1300,
    })
  })
})
