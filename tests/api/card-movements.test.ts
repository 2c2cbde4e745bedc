/** R5: what moves on the account at the card provider, its fees and its payouts to the bank, is posted once. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { sql } from '#server/platform/db/database.ts'
import type { TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, bill, pledge } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { COLLECTED, chargeGift, deliver, GIFT } from '#tests/stripe-season.ts'

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

  it('refunds, disputes and payouts leave in the books what is on the account', async () => {
    const { stripe, payment } = await open()
    stripe.books.makeRefund({ payment_intent: payment, amount: '500' })
    const { id } = stripe.books.openDispute(payment, 'needs_response', 2500)
    stripe.books.moveBalance('stripe_fee', -200)
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
    const paid = { cash: payout.amount, processing_fees: 146 + 1500 + 200, card_clearing: 0 }
    expect(await accounts(app.deps.db)).toMatchObject(paid)
    stripe.books.failPayout(payout)
    await read()
    await agrees()
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 0, card_clearing: payout.amount })
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

  it('what nothing explains waits in unexplained, and is reported once', async () => {
    const { stripe } = await open()
    stripe.books.moveBalance('reserve_transaction', -700)
    const log = vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined)
    await read()
    await read()
    expect(log.mock.calls.map(([first]) => first)).toEqual([
      { movement: 'txn_own_1', type: 'reserve_transaction', amount: '−$7.00' },
    ])
    log.mockRestore()
    expect(await accounts(app.deps.db)).toEqual({
      ...COLLECTED,
      card_clearing: 4000 - 146 - 700,
      processing_fees: 146,
      unexplained: 700,
    })
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
