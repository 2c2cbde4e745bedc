/** R32, R35, R66: a disputed charge, its refunds, and what banks decide. The books' cash is what Stripe's account holds. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { act, exceptionWords, openExceptions } from '#tests/exceptions.ts'
import {
  BAY,
  bill,
  correctGoals,
  lock,
  play,
  pledge,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { refundsOwed } from '#tests/manual-refunds.ts'
import { overviewOf } from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import {
  COLLECTED,
  cashAt,
  cashOf,
  chargeGift,
  deliver,
  disputeSteps,
  disputesOf,
} from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
/** Stripe's name for the one payment. */
let payment: string
let eventId: string

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(async () => {
  await hear()
  expect(await cashOf(app.deps.db)).toBe(cashAt(stripe))
  await closeWithBooksInOrder(app)
})

const { hear, charge, books, refunds, giveBack, decide, disputeMails } = disputeSteps(() => ({
  app,
  org,
  season,
  stripe,
}))
const words = () => exceptionWords(org.representative)
async function runJobs(): Promise<void> {
  await runDueJobs(app.deps)
  await hear()
}
async function dispute(amount?: number): Promise<string> {
  const { id } = stripe.books.openDispute(payment, 'needs_response', amount)
  await hear()
  return id
}
/** $20.00 was charged for ten goals. */
async function chargeGoals(): Promise<void> {
  await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  eventId = await play(org, season, { ...BAY, goals: 10 })
  await bill(org, season, 'final')
  stripe.events()
  payment = [...stripe.books.payments.keys()][0] ?? ''
}
async function correctTo(goals: number): Promise<void> {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final')
}
async function refundAgain(): Promise<void> {
  expectStatus(await act(org.representative, 'dispute_not_owed', 'refund_again'), 201)
  await runJobs()
}

describe('a courtesy refund that was not made when a bank disputes its charge', () => {
  let id: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    await giveBack('15.00')
    id = await dispute()
    await runJobs()
  })

  it('is stopped, the bank takes all of the charge, and a person knows', async () => {
    expect(await refunds()).toEqual(['goodwill 1500 failed'])
    expect(await charge()).toMatchObject({ refunded: '0.00', disputed: '40.00' })
    expect(await words()).toEqual(['refund_stopped 15.00'])
    expectStatus(await act(org.representative, 'refund_stopped', 'checked'), 201)
    expect(await words()).toEqual([])
  })

  it('cannot be given again while the bank decides, in words', async () => {
    const path = `/api/charges/${(await charge())?.id}`
    const refused = await org.representative.post(`${path}/refunds`, { amount: '15.00', reason: 'Sorry' })
    expect(refused).toMatchObject({ status: 409 })
    const { cannotRefundReason } = expectStatus(await org.representative.get<ChargeDetail>(path), 200)
    expect(cannotRefundReason).toMatch(/bank/)
  })

  it('can be given again once the dispute is won', async () => {
    await decide(id, 'won')
    await giveBack('15.00')
    await runJobs()
    expect(await books()).toMatchObject({ card_clearing: 2500, commission: -625, disputed: 0 })
  })
})

it('a refund that Stripe refuses because of a dispute of which no event came yet is not owed', async () => {
  payment = await chargeGift({ app, org, season, stripe })
  stripe.books.openDispute(payment)
  const late = stripe.events()
  await giveBack('40.00')
  await runDueJobs(app.deps)
  expect(await refunds()).toEqual(['goodwill 4000 failed'])
  await deliver(app, late)
  expect(await refundsOwed(org)).toEqual([])
  expect(await charge()).toMatchObject({ refunded: '0.00', disputed: '40.00' })
})

describe('a correction’s refund that its bank returns because of a dispute', () => {
  let id: string
  beforeEach(async () => {
    await chargeGoals()
    await correctTo(8)
    await runJobs()
    id = await dispute()
    stripe.books.failRefund([...stripe.books.refunds.keys()][0] ?? '', 'charge_for_pending_refund_disputed')
    await hear()
    expect(await charge()).toMatchObject({ refunded: '0.00', disputed: '20.00' })
  })

  it('is not paid again if the dispute is lost', async () => {
    await decide(id, 'lost')
    expect(await words()).toEqual([])
    expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0, disputed: 0 })
  })

  it('goes back once the dispute is won and a person says so', async () => {
    await decide(id, 'won')
    expect(await words()).toEqual(['dispute_not_owed 4.00'])
    await refundAgain()
    expect(await refunds()).toEqual(['correction 400 failed', 'correction 400 paid'])
    expect(await books()).toMatchObject({ card_clearing: 1600 })
  })
})

describe('a correction of a charge that a bank disputes', () => {
  beforeEach(chargeGoals)

  it('refunds nothing until it is won and a person says so, and then what is no longer owed', async () => {
    const id = await dispute()
    await correctTo(7)
    expect(await refunds()).toEqual([])
    await decide(id, 'won')
    const again = await org.representative.post(`/api/charges/${(await charge())?.id}/refunds`, {
      amount: '6.00',
      reason: 'Sorry',
    })
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('exception') } })
    await refundAgain()
    expect(await books()).toMatchObject({
      card_clearing: 1400,
      commission: -350,
      organization_payable: -1050,
    })
  })

  it('is no refund either if the bank disputes only a part of it', async () => {
    const id = await dispute(600)
    await correctTo(2)
    expect(await refunds()).toEqual([])
    await decide(id, 'won')
    // $4.00 less the provider's share: what is to be refunded is not paid out.
    expect((await overviewOf(org)).campaigns).toMatchObject([{ owed: '15.00', available: '3.00' }])
    await refundAgain()
    expect(await books()).toMatchObject({ card_clearing: 400 })
  })

  it('stops the refund of an earlier correction, which is then refunded with it', async () => {
    await correctTo(8)
    const id = await dispute()
    expect(await refunds()).toEqual(['correction 400 failed'])
    await correctTo(5)
    await decide(id, 'won')
    expect(await words()).toEqual(['dispute_not_owed 10.00'])
    await refundAgain()
    expect(await books()).toMatchObject({ card_clearing: 1000 })
  })

  it('refunds of a dispute that is lost in part what came back above the corrected amount', async () => {
    const id = await dispute()
    await correctTo(1)
    stripe.books.returnPart(id, 1500)
    await decide(id, 'lost')
    expect(await words()).toEqual(['dispute_not_owed 13.00'])
    expectStatus(await act(org.representative, 'dispute_not_owed', 'refund_again'), 201)
    expect(await refunds()).toEqual(['correction 1300 due'])
    await runJobs()
  })

  it('refunds what a lost dispute gave back on appeal', async () => {
    const id = await dispute()
    await decide(id, 'lost')
    await correctTo(7)
    await decide(id, 'won')
    await refundAgain()
    expect(await books()).toMatchObject({ card_clearing: 1400 })
  })

  it('waits for the second of two disputes, and refunds once', async () => {
    const first = await dispute(1000)
    const second = await dispute(1000)
    await correctTo(5)
    await decide(first, 'won')
    expect(await words()).toEqual([])
    await decide(second, 'won')
    await refundAgain()
    expect(await words()).toEqual([])
    expect(await books()).toMatchObject({ card_clearing: 1000 })
  })

  it('refunds nothing if the second bank gives back as much', async () => {
    const first = await dispute(1000)
    const second = await dispute(1000)
    await correctTo(5)
    await decide(first, 'won')
    await decide(second, 'lost')
    expect(await words()).toEqual([])
    expect(await books()).toMatchObject({ card_clearing: 1000 })
  })

  it('asks again if the bank decides again before a person did', async () => {
    const id = await dispute()
    await correctTo(7)
    await decide(id, 'won')
    stripe.books.moveDispute(id, 'needs_response')
    await hear()
    expect(await words()).toEqual([])
    await decide(id, 'won')
    expect(await words()).toEqual(['dispute_not_owed 6.00'])
  })
})

describe('a dispute of what was refunded', () => {
  async function refunded(amount: string): Promise<string> {
    payment = await chargeGift({ app, org, season, stripe })
    await giveBack(amount)
    await runJobs()
    return dispute()
  }

  it('moves nothing while the bank decides', async () => {
    await refunded('40.00')
    expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0 })
  })

  it('and lost waits for a person, and is no loss of the organization', async () => {
    await decide(await refunded('15.00'), 'lost')
    expect(await books()).toMatchObject({ card_clearing: -1500, organization_payable: 0, unexplained: 1500 })
    expect(await openExceptions(org.representative)).toMatchObject([
      { kind: 'dispute_above_charge', amount: '15.00', happened: expect.stringContaining('$15.00 had been') },
    ])
  })

  it('and won on appeal leaves the refund as it was, and nothing to decide', async () => {
    const id = await refunded('15.00')
    await decide(id, 'lost')
    await decide(id, 'won')
    expect(await books()).toMatchObject({
      card_clearing: 2500,
      commission: -625,
      unexplained: 0,
      disputed: 0,
    })
    expect(await words()).toEqual([])
  })
})

describe('a refund that its bank returns', () => {
  let id: string
  let refund: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    await giveBack('15.00')
    await runJobs()
    refund = [...stripe.books.refunds.keys()][0] ?? ''
    id = await dispute()
  })

  it('while a bank decides is not due by hand, whatever the reason', async () => {
    stripe.books.failRefund(refund)
    await hear()
    expect(await words()).toEqual(['refund_stopped 15.00'])
    expect(await refundsOwed(org)).toEqual([])
    // The dispute takes it, too, once the bank says so.
    await decide(id, 'lost')
    expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0 })
  })

  it('after the dispute was lost is lost with it, and nobody is asked to return it', async () => {
    await decide(id, 'lost')
    expect(await words()).toEqual(['dispute_above_charge 15.00'])
    stripe.books.failRefund(refund, 'charge_for_pending_refund_disputed')
    await hear()
    expect(await words()).toEqual(['refund_stopped 15.00'])
    expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0, unexplained: 0 })
  })
})

it('what a bank gives back of a lost dispute counts as collected again', async () => {
  payment = await chargeGift({ app, org, season, stripe })
  const id = await dispute()
  await decide(id, 'lost')
  stripe.books.returnPart(id, 1500)
  await hear()
  expect(await books()).toMatchObject({ card_clearing: 1500, commission: -375, disputed: 0 })
})

describe('a dispute that is decided again', () => {
  let id: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    id = await dispute()
    await decide(id, 'won')
  })

  it('is lost after it was won, and representatives are told', async () => {
    await decide(id, 'lost')
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'lost' }])
    expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0, disputed: 0 })
    expect((await disputeMails()).map(({ subject }) => subject)).toEqual([
      'A bank disputes $40.00 for Fall Season',
      'Dispute won: $40.00 for Fall Season',
      'Dispute lost: $40.00 for Fall Season',
    ])
  })

  it('is open again after it was won or lost, and then won once more', async () => {
    for (const decided of ['won', 'lost'] as const) {
      await decide(id, decided)
      stripe.books.moveDispute(id, 'needs_response')
      await hear()
      expect(await books()).toMatchObject({ card_clearing: 4000, disputed: -4000, commission: 0 })
    }
    await decide(id, 'won')
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('is not opened again by a report that is older than what we know', async () => {
    const { events } = app.deps.cards
    const late = { ...stripe.books.dispute(id), status: 'needs_response' }
    const facts = await events?.dispute(id)
    if (!events || !facts) throw new Error('these cards have no events')
    const look = vi.spyOn(events, 'dispute').mockResolvedValueOnce({ ...facts, state: 'open' })
    const payload = JSON.stringify({
      id: 'evt_late',
      object: 'event',
      type: 'charge.dispute.updated',
      data: { object: late },
    })
    await deliver(app, [
      { id: 'evt_late', type: 'charge.dispute.updated', payload, signature: stripe.sign(payload) },
    ])
    look.mockRestore()
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won' }])
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('as no bank decides is listed, and moves nothing', async () => {
    stripe.books.dispute(id).status = 'warning_under_review'
    stripe.books.moveDispute(id, 'warning_under_review')
    await hear()
    const waiting = await app.deps.db.query(sql`select id from card_events where handled_at is null`)
    expect(waiting).toHaveLength(1)
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won' }])
  })
})

it.each(['lost', 'won'] as const)(
  'of a dispute that is %s in part, what was kept is written off',
  async (status) => {
    payment = await chargeGift({ app, org, season, stripe })
    const id = await dispute()
    stripe.books.returnPart(id, 1500)
    stripe.books.dispute(id).status = status
    await hear()
    expect(await books()).toMatchObject({ card_clearing: 1500, commission: -375, disputed: 0 })
    expect(await charge()).toMatchObject({ lost: '25.00' })
    expect((await disputeMails()).at(-1)?.textBody).toContain('Only $25.00 of it is lost')
  },
)

it('of two disputes of parts that overlap, the second takes what the first gives back', async () => {
  payment = await chargeGift({ app, org, season, stripe })
  const first = await dispute(3000)
  const second = await dispute(2500)
  expect(await charge()).toMatchObject({ disputed: '40.00' })
  await decide(first, 'won')
  await decide(second, 'lost')
  expect(await charge()).toMatchObject({ disputed: '0.00', lost: '25.00' })
  expect(await books()).toMatchObject({ card_clearing: 1500, commission: -375, disputed: 0 })
})

describe('a campaign that is cancelled with refunds while a bank decides', () => {
  let id: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    id = await dispute()
  })
  const cancel = () => setStatus(org, season, 'cancelled', { refundAll: true })
  const told = async () => {
    await runJobs()
    const [mail] = await app.deps.db.query<{ textBody: string }>(
      sql`select text_body from mails where kind = 'campaign_cancelled'`,
    )
    return mail?.textBody
  }

  it('tells that supporter that a bank decides, and promises no refund that may not be made', async () => {
    await cancel()
    expect(await told()).toContain('If the bank does not return the $40.00 to you, we refund it')
    expect(await told()).not.toContain('We are refunding')
  })

  it('and keeps what was collected, if a won dispute gives it back', async () => {
    await setStatus(org, season, 'cancelled', { refundAll: false })
    await decide(id, 'won')
    expect(await words()).toEqual([])
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('does not say that nothing was paid after the bank returned it', async () => {
    await decide(id, 'lost')
    await cancel()
    expect(await told()).toContain('was cancelled')
    expect(await told()).not.toMatch(/We are refunding|paid nothing|A bank is reviewing/)
  })

  it.each(['won', 'lost, and won on appeal'])(
    'refunds it if the dispute is %s and a person says so',
    async (how) => {
      await cancel()
      if (how !== 'won') await decide(id, 'lost')
      await decide(id, 'won')
      expect(await words()).toEqual(['dispute_not_owed 40.00'])
      await refundAgain()
      expect(await charge()).toMatchObject({ refunded: '40.00' })
      expect(await books()).toMatchObject({ card_clearing: 0, organization_payable: 0, commission: 0 })
    },
  )
})

describe('a refund at Stripe after a dispute was won there', () => {
  const LEFT = { card_clearing: 3000, commission: -750, organization_payable: -2250, disputed: 0 }
  it.each([
    ['even if Stripe reports it first', () => stripe.events().length],
    ['with the late event that it was won', () => 0],
  ])('is posted after the disputed money came back, %s', async (_, lose) => {
    payment = await chargeGift({ app, org, season, stripe })
    const id = await dispute()
    stripe.books.moveDispute(id, 'won')
    lose()
    stripe.books.makeRefund({ payment_intent: payment, amount: '1000' })
    await deliver(app, stripe.events().reverse())
    app.clock.advance({ days: 1 })
    await runDueJobs(app.deps)
    expect(await books()).toEqual(LEFT)
  })
})
