/** R29, R34, R35, R39: what is due on a card is paid, confirmed or requested only where it can be; otherwise it says why. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import type { ChargeDetail, ChargePayment } from '#domain/schemas/charge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { learnOutcome } from '#server/money/charges/card-events.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CARDS,
  goToChargeDate,
  invoicesOf,
  payment,
  type pledge,
  runToChargeDate,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

const GIFT = { gift: '30.00' }
let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Caller
let pledgeId: string
let link: string

beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterEach(async () => {
  app.deps.checkpoint = () => undefined
  expect(await checkInvariants(app.deps.db)).toEqual([])
})
afterAll(() => app.close())

/** A separate season, with one pledge of $30.00 that is locked. */
async function settled(wish: Partial<Parameters<typeof pledge>[2]>): Promise<void> {
  ;({ season, supporter, pledgeId } = await givenSeason({
    org,
    pledges: [{ lines: GIFT, ...wish }],
    locked: wish.method === 'check' ? 'final' : 'progress',
  }))
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId, campaignId: season.id }),
  )
  link = `/api/pledge-links/${address.split('/p/')[1]}`
}
/** Its charge was attempted once. */
async function charged(card: string = CARDS.good): Promise<Charge> {
  await settled({ card })
  await runToChargeDate(org)
  return charge()
}
const charge = async () =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)[0] as Charge
const pay = (due: object) => app.visitor.post<ChargePayment>(`${link}/payments`, due)
const confirmation = ({ id }: Charge) => supporter.post(`/api/charges/${id}/confirmations`)
const detail = async ({ id }: Charge) =>
  expectStatus(await org.representative.get<ChargeDetail>(`/api/charges/${id}`), 200)
const remind = ({ id }: Charge) => org.representative.post(`/api/charges/${id}/reminders`)
const hold = (isHeld: boolean) =>
  app.deps.db.query(
    sql`update campaigns set billing_held_at = ${isHeld ? app.clock.now() : null}::timestamptz where id = ${season.id}`,
  )
const dieAt = (step: string) => {
  app.deps.checkpoint = (at) => {
    if (at === step) throw new Error('killed')
  }
}
const refusal = (message: string) => ({
  status: 409,
  body: { message: expect.stringContaining(message) },
})
/** While it runs, the server has another card provider. */
async function onSide<T>(side: object, work: () => Promise<T>): Promise<T> {
  const { cards } = app.deps
  app.deps.cards = { ...cards, ...side }
  return work().finally(() => {
    app.deps.cards = cards
  })
}

describe('a payment by link is refused', () => {
  it('for a charge that is paid, that waits for its day, that is void, or that is not there', async () => {
    await settled({})
    const { id: chargeId } = await charge()
    expect(await pay({ chargeId })).toMatchObject(refusal('Nothing is due right now'))
    await setStatus(org, season, 'cancelled')
    expect(await pay({ chargeId })).toMatchObject(refusal('Nothing is due right now'))
    expect((await pay({ chargeId: newId(app.clock) })).status).toBe(404)
    const paid = await charged()
    expect(await pay({ chargeId: paid.id })).toMatchObject(refusal('It is already paid: thank you'))
  })

  it('while the saved card is being charged', async () => {
    await settled({})
    await goToChargeDate(org)
    dieAt('charge.claimed')
    await expect(runDueJobs(app.deps)).rejects.toThrow()
    const { id: chargeId } = await charge()
    expect(await pay({ chargeId })).toMatchObject(refusal('It is being paid right now'))
    app.deps.checkpoint = () => undefined
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    expect(await charge()).toMatchObject({ state: 'succeeded' })
  })

  it('while billing is on hold, or where the campaign does not accept this kind of card', async () => {
    const { id: chargeId } = await charged(CARDS.expired)
    await hold(true)
    expect(await pay({ chargeId })).toMatchObject(refusal('Payments for this team are on hold'))
    await hold(false)
    expect(await onSide({ moneyMode: 'live' }, () => pay({ chargeId }))).toMatchObject(
      refusal('does not accept this kind of card'),
    )
    expectStatus(await pay({ chargeId }), 201)
  })
})

describe('an invoice', () => {
  const paidByCheck = async (amount: string): Promise<{ id: string; number: string }> => {
    await settled({ method: 'check' })
    await runToChargeDate(org)
    const invoice = (await invoicesOf(org, season))[0] ?? { id: '', number: '' }
    const form = { ...payment(invoice, amount, app), reference: '1042' }
    expectStatus(await org.representative.post(`${season.path}/payments`, form), 201)
    return invoice
  }

  it('of less than $0.50 is not paid by card, and one of $0.50 is', async () => {
    const { id: invoiceId } = await paidByCheck('29.51')
    expect(await pay({ invoiceId })).toMatchObject(refusal('Less than $0.50 cannot be paid by card'))
    const other = await paidByCheck('29.50')
    expect(expectStatus(await pay({ invoiceId: other.id }), 201).amount).toBe('0.50')
  })

  it('that is paid has nothing due, and one that is not there is not found', async () => {
    const { id: invoiceId, number } = await paidByCheck('30.00')
    expect(await pay({ invoiceId })).toMatchObject(refusal(`Nothing is due on invoice ${number}`))
    expect((await pay({ invoiceId: newId(app.clock) })).status).toBe(404)
  })

  it('on hold is not moved into a charge', async () => {
    await settled({ method: 'check' })
    await runToChargeDate(org)
    const [invoice] = await invoicesOf(org, season)
    await hold(true)
    expect(await pay({ invoiceId: invoice?.id })).toMatchObject(refusal('Payments for this team are on hold'))
    await hold(false)
    expect(await invoicesOf(org, season)).toMatchObject([{ open: '30.00', state: 'open' }])
  })
})

it('the outcome of a payment that was never started is not found', async () => {
  await settled({})
  const path = `${link}/payments/${newId(app.clock)}/outcome`
  expect((await app.visitor.post(path)).status).toBe(404)
})

it('what was paid by link is so in the audit log, and what a saved card paid is not', async () => {
  const audited = async ({ id }: Charge) =>
    (
      await app.deps.db.query<{ after: object }>(sql`
        select after from audit_log where subject_id = ${id} and action = 'charge.succeeded'`)
    ).map(({ after }) => after)
  expect(await audited(await charged())).toEqual([{ amountCents: 3000, code: null }])
  const due = await charged(CARDS.expired)
  const { clientSecret } = expectStatus(await pay({ chargeId: due.id }), 201)
  const card = { number: CARDS.good, expMonth: 12, expYear: 2030, cvc: '123' }
  expectStatus(await app.visitor.post('/api/sandbox/card-payments', { clientSecret, ...card }), 204)
  expectStatus(await app.visitor.post(`${link}/payments/${due.id}/outcome`), 200)
  expect(await audited(due)).toEqual([{ amountCents: 3000, code: null, byLink: true }])
})

it('a refund waits while the bank decides about a dispute', async () => {
  const paid = await charged()
  const dispute = (cents: number) =>
    app.deps.db.query(sql`update charges set disputed_cents = ${cents} where id = ${paid.id}`)
  await dispute(1)
  const form = { amount: '1.00', reason: 'A courtesy' }
  expect(await org.representative.post(`/api/charges/${paid.id}/refunds`, form)).toMatchObject(
    refusal('The bank must decide a dispute first'),
  )
  await dispute(0)
  expect((await detail(paid)).cannotRefundReason).toBeNull()
})

describe('a confirmation is refused', () => {
  it.each([
    ['a charge that is paid', CARDS.good],
    ['a charge that only another card can pay', CARDS.expired],
  ])('of %s', async (_, card) => {
    expect(await confirmation(await charged(card))).toMatchObject(refusal('does not need your confirmation'))
  })

  it('while it is paid by link', async () => {
    const waiting = await charged(CARDS.authentication)
    expectStatus(await pay({ chargeId: waiting.id }), 201)
    expect(await confirmation(waiting)).toMatchObject(refusal('It is being paid right now'))
  })

  it('while billing is on hold', async () => {
    const waiting = await charged(CARDS.authentication)
    await hold(true)
    expect(await confirmation(waiting)).toMatchObject(refusal('Payments for this team are on hold'))
    await hold(false)
    expectStatus(await confirmation(waiting), 201)
  })

  it.each([{ provider: 'stripe' }, { moneyMode: 'live' }])(
    'where the card was saved with another card provider than %o',
    async (side) => {
      const waiting = await charged(CARDS.authentication)
      expect(await onSide(side, () => confirmation(waiting))).toMatchObject(
        refusal('That card was saved with another card provider'),
      )
    },
  )
})

describe('the link to pay is sent again', () => {
  it.each([
    ['failed', CARDS.insufficient],
    ['past_due', CARDS.expired],
    ['requires_action', CARDS.authentication],
  ])('for a charge that is %s', async (state, card) => {
    const due = await charged(card)
    expect(due.state).toBe(state)
    app.clock.advance({ days: 1, minutes: 1 })
    expectStatus(await remind(due), 200)
  })

  it('only to an address that is verified', async () => {
    const due = await charged(CARDS.expired)
    app.clock.advance({ days: 1, minutes: 1 })
    await app.deps.db.query(sql`update users set email_verified_at = null where id = ${supporter.userId}`)
    expect((await detail(due)).cannotRemindReason).toBe('The supporter has no verified email address')
    expect(await remind(due)).toMatchObject(refusal('no verified email address'))
  })

  it('only for a charge that is there', async () => {
    expect((await remind({ id: newId(app.clock) } as Charge)).status).toBe(404)
  })
})

describe('a charge whose answer was lost', () => {
  const payment = {
    reference: 'pi_1',
    chargeId: null,
    pledgeId: null,
    paymentMethodId: null,
    amount: cents(4000),
    isRefunded: false,
  }
  async function lostAt(step: string) {
    await settled({})
    await goToChargeDate(org)
    dieAt(step)
    await expect(runDueJobs(app.deps)).rejects.toThrow()
    app.deps.checkpoint = () => undefined
    return { ask: vi.spyOn(app.deps.cards, 'findCharge'), repeat: vi.spyOn(app.deps.cards, 'charge') }
  }
  afterEach(() => vi.restoreAllMocks())
  /** How often this season's charge was asked about, and how often it was charged. */
  const calls = ({ ask, repeat }: Awaited<ReturnType<typeof lostAt>>) => {
    const ours = repeat.mock.calls.filter(([{ campaignId }]) => campaignId === season.id)
    return [ask.mock.calls.length, ours.length]
  }

  it('is repeated under its key within twenty hours, without asking', async () => {
    const { ask, repeat } = await lostAt('charge.answered')
    app.clock.advance({ hours: 19 })
    await runDueJobs(app.deps)
    expect(calls({ ask, repeat })).toEqual([0, 1])
    expect(await charge()).toMatchObject({ state: 'succeeded', attempts: 1 })
  })

  it('is asked about after a day, and not charged again', async () => {
    const { ask, repeat } = await lostAt('charge.answered')
    app.clock.advance({ hours: 30 })
    await runDueJobs(app.deps)
    expect(calls({ ask, repeat })).toEqual([1, 0])
    expect(await charge()).toMatchObject({ state: 'succeeded', attempts: 1 })
  })

  it('is charged after a day where it never was', async () => {
    const { ask, repeat } = await lostAt('charge.claimed')
    app.clock.advance({ hours: 30 })
    await runDueJobs(app.deps)
    expect(calls({ ask, repeat })).toEqual([1, 1])
    expect(await charge()).toMatchObject({ state: 'succeeded', attempts: 1 })
  })

  it('is taken up by one worker at a time', async () => {
    const { repeat } = await lostAt('charge.claimed')
    app.clock.advance({ minutes: 6 })
    let other: number | null = null
    app.deps.checkpoint = async (at) => {
      if (at !== 'charge.claimed' || other !== null) return
      other = 0
      other = await runDueCharges(app.deps)
    }
    await runDueCharges(app.deps)
    expect(other).toBe(0)
    expect(repeat).toHaveBeenCalledTimes(1)
  })

  it('and that was declined does not count as a declined card form when its event arrives', async () => {
    await lostAt('charge.claimed')
    const [attempt] = await app.deps.db.query<{ id: string }>(sql`
      select a.id from charge_attempts a where a.campaign_id = ${season.id}`)
    const declined = { outcome: 'declined', reference: 'pi_1', code: 'card_declined', isHard: false } as const
    await learnOutcome(
      app.deps,
      { ...payment, idempotencyKey: attempt?.id ?? '', outcome: declined },
      'evt_1',
    )
    expect(await charge()).toMatchObject({ state: 'failed', attempts: 1 })
    const refused = await app.deps.db.query(
      sql`select id from card_refusals where user_id = ${supporter.userId}`,
    )
    expect(refused).toEqual([])
  })

  it('is ignored where its event names another attempt', async () => {
    const succeeded = { outcome: 'succeeded', reference: 'pi_1' } as const
    for (const idempotencyKey of ['theirs', newId(app.clock)]) {
      const facts = { ...payment, idempotencyKey, pledgeId: newId(app.clock), outcome: succeeded }
      await expect(learnOutcome(app.deps, facts, 'evt_1')).resolves.toBeUndefined()
    }
  })

  it('a first attempt is not asked about', async () => {
    const ask = vi.spyOn(app.deps.cards, 'findCharge')
    await charged()
    expect(ask).not.toHaveBeenCalled()
  })
})
