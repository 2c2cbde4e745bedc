/** R66: disputes that are decided again, in part, after a correction, or after their campaign was cancelled. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import type { TestApp } from '#tests/app.ts'
import { disputeSteps } from '#tests/disputed-season.ts'
import {
  confirm,
  enterMatch,
  lock,
  play,
  pledge,
  runToChargeDate,
  type Season,
  setStatus,
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

describe('a dispute that is decided again', () => {
  let dispute: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    dispute = stripe.books.openDispute(payment).id
    await hear()
    await decide(dispute, 'won')
  })

  it('is lost after it was won, and representatives are told', async () => {
    await decide(dispute, 'lost')
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'lost' }])
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0, disputed: 0 })
    expect((await disputeMails()).map(({ subject }) => subject)).toEqual([
      'A bank disputes $40.00 for Fall Season',
      'Dispute won: $40.00 for Fall Season',
      'Dispute lost: $40.00 for Fall Season',
    ])
  })

  it('is open again after it was won, and then won once more', async () => {
    stripe.books.moveDispute(dispute, 'needs_response')
    await hear()
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'open', closedAt: null }])
    expect(await books()).toMatchObject({ cash: 4000, disputed: -4000, commission: 0 })
    await decide(dispute, 'won')
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('is open again after it was lost', async () => {
    await decide(dispute, 'lost')
    stripe.books.moveDispute(dispute, 'needs_response')
    await hear()
    expect(await books()).toMatchObject({ cash: 4000, disputed: -4000, commission: 0 })
    expect(await charge()).toMatchObject({ disputed: '40.00', lost: '0.00' })
  })

  it('that stopped a refund and is open again after it was lost stops it again', async () => {
    await giveBack('15.00')
    const second = stripe.books.openDispute(payment).id
    await hear()
    await decide(second, 'lost')
    expect(await refunds()).toEqual(['goodwill 1500 dropped'])
    stripe.books.moveDispute(second, 'needs_response')
    await hear()
    expect(await refunds()).toEqual(['goodwill 1500 waiting'])
    await decide(second, 'won')
    expect(await refunds()).toEqual(['goodwill 1500 scheduled'])
  })

  it('is not opened again by a report that is older than what we know', async () => {
    const { events } = app.deps.cards
    const late = { ...stripe.books.dispute(dispute), status: 'needs_response' }
    const { dispute: lookUp } = events ?? {}
    const facts = await lookUp?.(dispute)
    if (!events || !facts) throw new Error('these cards have no events')
    const look = vi.spyOn(events, 'dispute').mockResolvedValueOnce({ ...facts, state: 'open' })
    const payload = JSON.stringify({
      ...{ id: 'evt_late', object: 'event', type: 'charge.dispute.updated', data: { object: late } },
    })
    await deliver(app, [
      { id: 'evt_late', type: 'charge.dispute.updated', payload, signature: stripe.sign(payload) },
    ])
    look.mockRestore()
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won' }])
    expect(await books()).toEqual({ ...COLLECTED, disputed: 0 })
  })

  it('as no bank decides is listed, and moves nothing', async () => {
    stripe.books.dispute(dispute).status = 'warning_under_review'
    stripe.books.moveDispute(dispute, 'warning_under_review')
    await hear()
    const waiting = await app.deps.db.query(sql`select id from card_events where handled_at is null`)
    expect(waiting).toHaveLength(1)
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'won' }])
  })
})

describe('a dispute of which the bank gives a part back', () => {
  let dispute: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    dispute = stripe.books.openDispute(payment).id
    await hear()
  })
  const KEPT = { cash: 1500, commission: -375, organization_payable: -1125, disputed: 0 }

  it('writes off only what is lost', async () => {
    stripe.books.returnPart(dispute, 1500)
    await decide(dispute, 'lost')
    expect(await books()).toEqual(KEPT)
    expect(await charge()).toMatchObject({ lost: '25.00' })
    expect((await disputeMails()).at(-1)?.textBody).toContain('Only $25.00 of it is lost')
  })

  it('after it was lost counts that part as collected again', async () => {
    await decide(dispute, 'lost')
    stripe.books.returnPart(dispute, 1500)
    await hear()
    expect(await books()).toEqual(KEPT)
    expect((await disputeMails()).at(-1)?.textBody).toContain('Only $25.00 of it is lost')
  })

  it('and says that it is won writes off what did not come back', async () => {
    stripe.books.returnPart(dispute, 1500)
    stripe.books.dispute(dispute).status = 'won'
    await hear()
    expect(await books()).toEqual(KEPT)
    expect(await disputesOf({ org, season })).toMatchObject([{ state: 'lost' }])
  })

  it('gives back first what had been refunded before', async () => {
    await decide(dispute, 'won')
    await giveBack('15.00')
    await runDueJobs(app.deps)
    await hear()
    const second = stripe.books.openDispute(payment)
    await decide(second.id, 'lost')
    expect(await books()).toMatchObject({ cash: -1500, supporter_credit: 1500 })
    stripe.books.returnPart(second.id, 1500)
    await hear()
    expect(await books()).toMatchObject({ cash: 0, supporter_credit: 0, organization_payable: 0 })
  })
})

describe('a dispute that is lost before a correction, and then won on appeal', () => {
  const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }

  it('refunds what is above the corrected amount', async () => {
    await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await lock(org, season, 'final')
    await runToChargeDate(org)
    payment = [...stripe.books.payments.keys()][0] ?? ''
    stripe.events()
    const { id } = stripe.books.openDispute(payment)
    await decide(id, 'lost')
    await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals: 7 }))
    await lock(org, season, 'final')
    await decide(id, 'won')
    expect((await disputeMails()).at(-1)?.textBody).toContain('A refund of $6.00 goes to the card now.')
    await runDueJobs(app.deps)
    await hear()
    expect(await refunds()).toEqual(['correction 600 succeeded'])
    expect(await books()).toMatchObject({ cash: 1400, commission: -350, organization_payable: -1050 })
    const written = await app.deps.db.query<{ amount: number }>(
      sql`select sum(amount_cents)::bigint as amount from adjustments`,
    )
    expect(written).toEqual([{ amount: 0 }])
  })
})

describe('a campaign that is cancelled with refunds while a bank decides', () => {
  let dispute: string
  beforeEach(async () => {
    payment = await chargeGift({ app, org, season, stripe })
    dispute = stripe.books.openDispute(payment).id
    await hear()
  })
  const cancel = () => setStatus(org, season, 'cancelled', { refundAll: true })

  const told = async () => {
    await runDueJobs(app.deps)
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

  it('does not say that nothing was paid after the bank returned it', async () => {
    await decide(dispute, 'lost')
    await cancel()
    expect(await told()).toContain('was cancelled')
    expect(await told()).not.toMatch(/We are refunding|paid nothing|A bank is reviewing/)
  })

  it('refunds that supporter once the dispute is won', async () => {
    await cancel()
    expect(await refunds()).toEqual(['correction 4000 waiting'])
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    await hear()
    expect(await charge()).toMatchObject({ refunded: '40.00' })
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0, commission: 0 })
  })

  it('refunds nothing once the dispute is lost, unless it is won on appeal', async () => {
    await cancel()
    await decide(dispute, 'lost')
    expect(await refunds()).toEqual(['correction 4000 dropped'])
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    await hear()
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0 })
  })

  it('refunds what was lost before, if it is won on appeal', async () => {
    await decide(dispute, 'lost')
    await cancel()
    expect(await refunds()).toEqual(['correction 4000 dropped'])
    await decide(dispute, 'won')
    await runDueJobs(app.deps)
    await hear()
    expect(await books()).toMatchObject({ cash: 0, organization_payable: 0 })
  })
})
