/** R32, R34: money that someone refunds at Stripe is not refunded a second time by a refund that still waits. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { RefundRefused } from '#server/money/providers/cards.ts'
import { runRefund } from '#server/money/refunds/actions.ts'
import { runScheduledRefunds } from '#server/money/refunds/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  confirm,
  enterMatch,
  lock,
  openSeason,
  play,
  pledge,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }
let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let supporter: Caller
let eventId: string
/** Stripe's name for the one payment, of $40.00 for twenty goals. */
let payment: string

beforeEach(async () => {
  stripe = await startStripe(() => app?.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe })
  org = await setUpOrganization(app)
  season = await openSeason(org)
  supporter = (await pledge(org, season, { lines: { goals: '2.00' } })).supporter
  eventId = await play(org, season, { ...BAY, goals: 20 })
  await lock(org, season, 'final')
  await runToChargeDate(org)
  payment = [...stripe.books.payments.keys()][0] ?? ''
  stripe.events()
})
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  await stripe.close()
  expect(violations).toEqual([])
  expect(stripe.problems).toEqual([])
})

async function hear(): Promise<void> {
  for (const { payload, signature } of stripe.events()) {
    const headers = { 'stripe-signature': signature }
    expectStatus(await app.visitor.post('/api/webhooks/stripe', payload, headers), 200)
  }
  const waiting = () => app.deps.db.query(sql`select type from card_events where handled_at is null`)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 10_000, interval: 20 })
}
/** Fewer goals than were billed: the difference is a refund, which waits for its job. */
async function correctTo(goals: number): Promise<void> {
  await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals }))
  await lock(org, season, 'final')
}
async function refundAtStripe(cents: number): Promise<string> {
  const { id } = stripe.books.makeRefund({ payment_intent: payment, amount: String(cents) })
  await hear()
  return id
}
async function giveCourtesy(amount: string): Promise<void> {
  const [charge] = await app.deps.db.query<{ id: string }>(sql`select id from charges`)
  const path = `/api/charges/${charge?.id}/refunds`
  expectStatus(await org.representative.post(path, { amount, reason: 'A courtesy' }), 201)
}
const refunds = async () => {
  const rows = await app.deps.db.query<{ kind: string; state: string; amount: number; claimed: number }>(
    sql`select kind, state, amount_cents as amount, claimed_cents as claimed from refunds order by id`,
  )
  return rows.map(({ kind, state, amount, claimed }) => `${kind} ${amount} ${state}, claimed ${claimed}`)
}
const booked = async () => ({ cash: 0, refunds_owed: 0, ...(await accounts(app.deps.db)) })
const mailsTo = (email: string) =>
  app.deps.db.query<{ subject: string; text: string }>(
    sql`select subject, text_body as text from mails where to_address = ${email} and kind = 'refund' order by id`,
  )

describe('a refund at Stripe while a correction’s refund waits', () => {
  it('of what is left of the charge leaves the waiting one as it is', async () => {
    await correctTo(15)
    await refundAtStripe(3000)
    expect(await refunds()).toEqual([
      'correction 1000 scheduled, claimed 0',
      'goodwill 3000 succeeded, claimed 0',
    ])
    await runScheduledRefunds(app.deps)
    expect(await booked()).toMatchObject({ cash: 0, organization_payable: 0 })
  })

  it('of more than is left claims the excess from the waiting one, which refunds only the rest', async () => {
    await correctTo(15)
    await refundAtStripe(3500)
    expect(await refunds()).toEqual([
      'correction 500 claimed, claimed 0',
      'goodwill 3500 succeeded, claimed 500',
      'correction 500 scheduled, claimed 0',
    ])
    await runScheduledRefunds(app.deps)
    expect(await booked()).toMatchObject({ cash: 0, organization_payable: 0 })
  })

  it('of the whole charge leaves nothing of the waiting one', async () => {
    await correctTo(15)
    await refundAtStripe(4000)
    expect(await refunds()).toEqual([
      'correction 1000 claimed, claimed 0',
      'goodwill 4000 succeeded, claimed 1000',
    ])
    await runScheduledRefunds(app.deps)
    expect(await booked()).toMatchObject({ cash: 0, organization_payable: 0 })
  })

  it('takes from the newest that waits first, and no more than it needs', async () => {
    await correctTo(15)
    await giveCourtesy('6.00')
    await refundAtStripe(2800)
    expect(await refunds()).toEqual([
      'correction 1000 scheduled, claimed 0',
      'goodwill 400 failed, claimed 0',
      'goodwill 2800 succeeded, claimed 0',
      'goodwill 200 scheduled, claimed 0',
    ])
  })

  it('notifies the supporter that it was refunded, to the card', async () => {
    await refundAtStripe(1500)
    const [mail, ...others] = await mailsTo(supporter.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('We refunded $15.00 from Fall Season')
    expect(mail?.text).toContain('To the card: ending in 4242')
  })

  it('notifies the representatives of the amount and of nothing above it', async () => {
    await refundAtStripe(1500)
    const [mail] = await mailsTo(org.representative.email)
    expect(mail?.subject).toBe('$15.00 was refunded outside Pledgeraiser')
    expect(mail?.text).not.toContain('more than was paid')
    const [entry] = await app.deps.db.query<{ after: object }>(
      sql`select after from audit_log where action = 'refund.outside'`,
    )
    expect(entry?.after).toEqual({ amountCents: 1500 })
  })
})

describe('a correction’s refund that the bank sent back', () => {
  /** Stripe counts it as never made: its dashboard offers the whole $40.00 again. */
  async function sentBack(): Promise<void> {
    await correctTo(15)
    await runDueJobs(app.deps)
    stripe.events()
    stripe.books.failRefund([...stripe.books.refunds.keys()][0] ?? '')
    await hear()
  }

  it('is owed, and the supporter’s money is out of the cash no more', async () => {
    await sentBack()
    expect(await refunds()).toEqual(['correction 1000 owed, claimed 0'])
    expect(await booked()).toMatchObject({ cash: 4000, refunds_owed: -1000 })
  })

  it('is owed in part after some of it was refunded at Stripe', async () => {
    await sentBack()
    await refundAtStripe(3500)
    expect(await refunds()).toEqual([
      'correction 500 claimed, claimed 0',
      'goodwill 3500 succeeded, claimed 500',
      'correction 500 owed, claimed 0',
    ])
    expect(await booked()).toMatchObject({ cash: 500, refunds_owed: -500 })
  })
})

it('a refund at Stripe that failed before we heard of it is none', async () => {
  const { id } = stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
  stripe.books.failRefund(id)
  await hear()
  expect(await refunds()).toEqual([])
  expect(await booked()).toMatchObject({ cash: 4000 })
})

it('a refund that was made is not made again by a worker that comes late', async () => {
  await correctTo(15)
  const [row] = await app.deps.db.query<{ id: string }>(sql`select id from refunds`)
  expect(await runRefund(app.deps, row?.id ?? '')).toBe('refunded')
  expect(await runRefund(app.deps, row?.id ?? '')).toBe('not_due')
  expect(await booked()).toMatchObject({ cash: 3000 })
})

describe('two refunds at Stripe that are heard of together', () => {
  it('are recorded in the order in which they were made', async () => {
    for (const amount of ['1000', '2500']) stripe.books.makeRefund({ payment_intent: payment, amount })
    await hear()
    expect(await refunds()).toEqual([
      'goodwill 1000 succeeded, claimed 0',
      'goodwill 2500 succeeded, claimed 0',
    ])
  })
})

describe('a waiting refund that Stripe refuses', () => {
  const unheard = (cents: number) =>
    stripe.books.makeRefund({ payment_intent: payment, amount: String(cents) })

  it('because more was refunded there than we knew is replaced by that refund, and the rest is refunded', async () => {
    await correctTo(15)
    unheard(3500)
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual([
      'correction 500 claimed, claimed 0',
      'goodwill 3500 succeeded, claimed 500',
      'correction 500 succeeded, claimed 0',
    ])
    expect(await booked()).toMatchObject({ cash: 0, refunds_owed: 0, organization_payable: 0 })
  })

  it('since all was refunded there is not owed as well', async () => {
    await correctTo(15)
    unheard(4000)
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual([
      'correction 1000 claimed, claimed 0',
      'goodwill 4000 succeeded, claimed 1000',
    ])
    expect(await booked()).toMatchObject({ cash: 0, refunds_owed: 0 })
  })

  it('because the bank is deciding a dispute waits for its decision, and nothing is owed', async () => {
    await correctTo(15)
    stripe.books.openDispute(payment)
    stripe.events()
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual(['correction 1000 waiting, claimed 0'])
    expect(await booked()).toMatchObject({ cash: 4000, disputed: -4000, refunds_owed: 0 })
    expect(await mailsTo(supporter.email)).toEqual([])
  })

  it('because of a dispute that cannot be found is owed, and the supporter is notified', async () => {
    await correctTo(15)
    app.deps.cards.refund = () => Promise.resolve({ outcome: 'disputed', reference: null })
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual(['correction 1000 owed, claimed 0'])
    expect(await mailsTo(supporter.email)).toMatchObject([{ subject: 'We owe you $10.00 from Fall Season' }])
  })

  it('for another reason is reported, and tried again', async () => {
    await correctTo(15)
    const { refund } = app.deps.cards
    app.deps.cards.refund = () => Promise.reject(new RefundRefused('Not now'))
    await expect(runScheduledRefunds(app.deps)).rejects.toThrow('some refunds got no answer')
    expect(await refunds()).toEqual(['correction 1000 processing, claimed 0'])
    app.deps.cards.refund = refund
    app.clock.advance({ minutes: 6 })
    await runScheduledRefunds(app.deps)
    expect(await refunds()).toEqual(['correction 1000 succeeded, claimed 0'])
  })
})

describe('a refund whose answer was lost', () => {
  async function lostAt(step: string): Promise<void> {
    await correctTo(15)
    app.deps.checkpoint = (at) => {
      if (at === step) throw new Error('killed')
    }
    await expect(runScheduledRefunds(app.deps)).rejects.toThrow()
    app.deps.checkpoint = () => undefined
    stripe.asked.length = 0
  }
  const asked = () => stripe.asked.map(({ call }) => call).filter((call) => call.includes('refunds'))

  it('is requested again under the same key, and refunded once', async () => {
    await lostAt('refund.answered')
    app.clock.advance({ hours: 19 })
    await runScheduledRefunds(app.deps)
    expect(asked()).toEqual(['post /v1/refunds'])
    expect(await booked()).toMatchObject({ cash: 3000 })
    expect(stripe.books.refunds.size).toBe(1)
  })

  it('is looked up at Stripe before it is made again, once it is a day old', async () => {
    await lostAt('refund.answered')
    app.clock.advance({ hours: 30 })
    await runScheduledRefunds(app.deps)
    expect(asked()).toEqual(['get /v1/refunds'])
    expect(await booked()).toMatchObject({ cash: 3000 })
    expect(stripe.books.refunds.size).toBe(1)
  })

  it('a day ago and never made, is made', async () => {
    await lostAt('refund.claimed')
    app.clock.advance({ hours: 30 })
    await runScheduledRefunds(app.deps)
    expect(asked()).toEqual(['get /v1/refunds', 'post /v1/refunds'])
    expect(await booked()).toMatchObject({ cash: 3000 })
  })

  it('is recorded as soon as Stripe says that it was made', async () => {
    await lostAt('refund.answered')
    await hear()
    expect(await refunds()).toEqual(['correction 1000 succeeded, claimed 0'])
    expect(await booked()).toMatchObject({ cash: 3000 })
  })

  it('stays processing while Stripe responds with errors', async () => {
    await correctTo(15)
    stripe.books.makeRefund({ payment_intent: payment, amount: '3500' })
    stripe.faults.push(500, 500, 500)
    await expect(runScheduledRefunds(app.deps)).rejects.toThrow('some refunds got no answer')
    expect(await refunds()).toEqual(['correction 1000 processing, claimed 0'])
    await hear()
  })
})
