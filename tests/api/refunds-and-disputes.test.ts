/** R66: a refund that meets a dispute. What the books call cash is what Stripe's account holds, without its fees. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge-detail.ts'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { disputeSteps } from '#tests/disputed-season.ts'
import {
  confirm,
  enterMatch,
  lock,
  play,
  pledge,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { cashAt, cashOf } from '#tests/stripe-cash.ts'
import {
  COLLECTED,
  chargeGift,
  closeStripeSeason,
  deliver,
  disputesOf,
  openStripeSeason,
} from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
/** Stripe's name for the one payment. */
let payment: string

beforeEach(async () => {
  ;({ app, org, season, stripe } = await openStripeSeason())
})
afterEach(async () => {
  expect(await cashOf(app.deps.db)).toBe(cashAt(stripe))
  await closeStripeSeason({ app, stripe })
})

const { hear, charge, books, refunds, giveBack, decide, disputeMails } = disputeSteps(() => ({
  ...{ app, org, season, stripe },
}))
const owed = async () => expectStatus(await org.representative.get<RefundOwed[]>('/api/repayments/owed'), 200)

describe('a refund that waits for its job when a dispute is opened', () => {
  let dispute: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    await giveBack('15.00')
    dispute = stripe.books.openDispute(payment).id
    await hear()
  })

  it('waits for the bank, which takes all of the charge', async () => {
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual(['goodwill 1500 waiting'])
    expect(await charge()).toMatchObject({ refunded: '0.00', disputed: '40.00' })
    expect((await disputeMails()).at(-1)?.textBody).toContain(
      'A refund of $15.00 waits until the bank decides.',
    )
    const detail = await org.representative.get<ChargeDetail>(`/api/charges/${(await charge())?.id}`)
    expect(expectStatus(detail, 200).refunds).toMatchObject([{ state: 'waiting', amount: '15.00' }])
  })

  it('is dropped once the dispute is lost, because the bank gave the money back', async () => {
    await decide(dispute, 'lost')
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual(['goodwill 1500 dropped'])
    expect(await owed()).toEqual([])
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0, disputed: 0 })
    expect((await disputeMails()).at(-1)?.textBody).toContain(
      'A refund of $15.00 will not be made, because the bank gave the money back.',
    )
  })

  it('goes to the card once the dispute is won', async () => {
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual(['goodwill 1500 succeeded'])
    expect(await books()).toMatchObject({ cash: 2500, commission: -625, disputed: 0 })
    expect((await disputeMails()).at(-1)?.textBody).toContain('A refund of $15.00 goes to the card now.')
    await hear()
  })

  it('goes to the card if a lost dispute is won on appeal', async () => {
    await decide(dispute, 'lost')
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual(['goodwill 1500 succeeded'])
    expect(await books()).toMatchObject({ cash: 2500 })
    await hear()
  })
})

describe('a refund that Stripe refuses because of a dispute of which no event came yet', () => {
  let dispute: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    dispute = stripe.books.openDispute(payment).id
    const late = stripe.events()
    await giveBack('40.00')
    await runDueJobs(app.deps)
    expect(await refunds()).toEqual(['goodwill 4000 waiting'])
    await deliver(app, late)
  })

  it('is not owed, and the dispute takes all of the charge', async () => {
    expect(await owed()).toEqual([])
    expect(await charge()).toMatchObject({ refunded: '0.00', disputed: '40.00' })
  })

  it('is never paid if the dispute is lost', async () => {
    await decide(dispute, 'lost')
    await runDueJobs(app.deps)
    expect(await owed()).toEqual([])
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0, disputed: 0 })
  })

  it('goes to the card if the dispute is won', async () => {
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    await hear()
    expect(await charge()).toMatchObject({ refunded: '40.00', disputed: '0.00' })
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0 })
  })
})

describe('a pending refund that a dispute stops', () => {
  let dispute: string
  let refund: string
  const stop = async () => {
    stripe.books.failRefund(refund, 'charge_for_pending_refund_disputed')
    await hear()
  }
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    await giveBack('15.00')
    await runDueJobs(app.deps)
    await hear()
    refund = [...stripe.books.refunds.keys()][0] ?? ''
    dispute = stripe.books.openDispute(payment).id
    await hear()
  })

  it('is dropped if the dispute is lost afterwards', async () => {
    await stop()
    expect(await refunds()).toEqual(['goodwill 1500 waiting'])
    expect(await charge()).toMatchObject({ refunded: '0.00', disputed: '40.00' })
    await decide(dispute, 'lost')
    expect(await refunds()).toEqual(['goodwill 1500 dropped'])
    expect(await owed()).toEqual([])
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0, disputed: 0 })
  })

  it('is dropped if the dispute was lost before', async () => {
    await decide(dispute, 'lost')
    expect(await books()).toMatchObject({ cash: -1500, supporter_credit: 1500 })
    await stop()
    expect(await refunds()).toEqual(['goodwill 1500 dropped'])
    expect(await owed()).toEqual([])
    expect(await books()).toMatchObject({ cash: 0, supporter_credit: 0, disputed: 0 })
  })

  it('is made again if the dispute is won', async () => {
    await stop()
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    await hear()
    expect(await refunds()).toEqual(['goodwill 1500 failed', 'goodwill 1500 succeeded'])
    expect(await books()).toMatchObject({ cash: 2500, commission: -625, disputed: 0 })
  })
})

describe('a dispute of what was refunded', () => {
  async function refunded(amount: string): Promise<string> {
    payment = await chargeGift({ app, org, season, stripe })
    await giveBack(amount)
    await runDueJobs(app.deps)
    await hear()
    const { id } = stripe.books.openDispute(payment)
    await hear()
    return id
  }

  it('moves nothing while the bank decides, and representatives are told', async () => {
    await refunded('40.00')
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0 })
    const { textBody } = (await disputeMails()).at(-1) ?? { textBody: '' }
    expect(textBody).toContain('$40.00 had already been returned to the supporter.')
    expect(textBody).not.toContain('no longer counts as collected')
  })

  it('and lost is owed by the supporter, and is no loss of the organization', async () => {
    await decide(await refunded('40.00'), 'lost')
    expect(await books()).toMatchObject({ cash: -4000, organization_payable: 0, supporter_credit: 4000 })
    const { textBody } = (await disputeMails()).at(-1) ?? { textBody: '' }
    expect(textBody).toContain('Ask the supporter to return $40.00')
    expect(textBody).not.toContain('written off')
    expect(await app.deps.db.query(sql`select id from adjustments`)).toEqual([])
  })

  it('in part and lost takes what was left, and the rest is owed by the supporter', async () => {
    await decide(await refunded('15.00'), 'lost')
    expect(await books()).toMatchObject({ cash: -1500, organization_payable: 0, supporter_credit: 1500 })
    const { textBody } = (await disputeMails()).at(-1) ?? { textBody: '' }
    expect(textBody).toContain('$25.00 is written off')
    expect(textBody).toContain('Ask the supporter to return $15.00')
  })

  it('and won, also on appeal, leaves the refund as it was', async () => {
    const id = await refunded('15.00')
    await decide(id, 'lost')
    await decide(id, 'won')
    expect(await books()).toMatchObject({ cash: 2500, commission: -625, supporter_credit: 0, disputed: 0 })
  })
})

describe('two disputes of one charge', () => {
  const RECORDED = { cash: 0, commission: 0, organization_payable: 0, disputed: 0 }

  it('have the same result when the second is reported before the first is known to be won', async () => {
    payment = await chargeGift({ app, org, season, stripe })
    const first = stripe.books.openDispute(payment)
    await hear()
    stripe.books.moveDispute(first.id, 'won')
    const late = stripe.events()
    const second = stripe.books.openDispute(payment)
    await hear()
    expect(await charge()).toMatchObject({ disputed: '40.00' })
    await decide(second.id, 'lost')
    await deliver(app, late)
    expect(await books()).toEqual(RECORDED)
    expect((await disputesOf({ org, season })).map(({ state }) => state)).toEqual(['lost', 'won'])
  })

  it('of parts that overlap: the second takes what the first gives back', async () => {
    payment = await chargeGift({ app, org, season, stripe })
    const first = stripe.books.openDispute(payment, 'needs_response', 3000)
    const second = stripe.books.openDispute(payment, 'needs_response', 2500)
    await hear()
    expect(await charge()).toMatchObject({ disputed: '40.00' })
    await decide(second.id, 'lost')
    await decide(first.id, 'won')
    expect(await charge()).toMatchObject({ disputed: '0.00', lost: '25.00' })
    expect(await books()).toMatchObject({ cash: 1500, commission: -375, disputed: 0 })
  })
})

describe('a refund of a correction', () => {
  const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }
  let dispute: string
  beforeEach(async () => {
    await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
    const eventId = await play(org, season, { ...BAY, goals: 20 })
    await lock(org, season, 'final')
    await runToChargeDate(org)
    payment = [...stripe.books.payments.keys()][0] ?? ''
    stripe.events()
    await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals: 15 }))
    await lock(org, season, 'final')
    dispute = stripe.books.openDispute(payment, 'needs_response', 600).id
    await hear()
  })

  it('goes to the card for what a lost dispute of a part did not return', async () => {
    expect(await refunds()).toEqual(['correction 1000 waiting'])
    await decide(dispute, 'lost')
    expect(await refunds()).toEqual(['correction 600 dropped', 'correction 400 scheduled'])
    expect(await books()).toMatchObject({ cash: 3400 })
  })

  it('goes to the card in full once the dispute of a part is won', async () => {
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    await hear()
    expect(await books()).toMatchObject({
      ...COLLECTED,
      cash: 3000,
      commission: -750,
      organization_payable: -2250,
    })
  })
})
