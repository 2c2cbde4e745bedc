/** What the tests of Stripe's webhook events share: a season whose cards are the stand-in's, and how events arrive. */
import { expect, vi } from 'vitest'
import type { Dispute } from '#domain/schemas/dispute.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  bill,
  chargesOf,
  goToChargeDate,
  lock,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'

export type StripeSeason = { app: TestApp; org: TestOrganization; season: Season; stripe: StripeStandIn }

export const GIFT = { lines: { gift: '40.00' } } as const
/** The books after a charge of $40. */
export const COLLECTED = { card_clearing: 4000, commission: -1000, organization_payable: -3000 }

export const postEvent = (app: TestApp, body: string, headers: Record<string, string> = {}) =>
  app.visitor.post<{ message: string }>('/api/webhooks/stripe', body, headers)
export const sendEvent = (app: TestApp, { payload, signature }: SignedEvent) =>
  postEvent(app, payload, { 'stripe-signature': signature })

/** How many events are being handled, rather than done or waiting for their next attempt. */
export async function eventsInHand(db: Db): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(sql`
    select count(*) as waiting from card_events where handled_at is null and attempts = 0
        or (handled_at is null and next_attempt_at = received_at + interval '5 minutes')`)
  return row?.waiting ?? 0
}

export const untilHandled = (db: Db) =>
  vi.waitFor(async () => expect(await eventsInHand(db)).toBe(0), { timeout: 30_000, interval: 20 })

export async function deliver(app: TestApp, events: SignedEvent[]): Promise<void> {
  for (const event of events) expectStatus(await sendEvent(app, event), 200)
  await untilHandled(app.deps.db)
}

export const disputesOf = async ({ org, season }: Pick<StripeSeason, 'org' | 'season'>) =>
  expectStatus(await org.representative.get<Dispute[]>(`${season.path}/disputes`), 200)

export const mailsTo = (app: TestApp, { email }: Caller) =>
  app.deps.db.query<{ subject: string; textBody: string }>(
    sql`select subject, text_body from mails where to_address = ${email} order by id`,
  )

/** A charge of $40 that succeeded, and what Stripe calls its payment. */
export async function chargeGift({ org, season, stripe }: StripeSeason): Promise<string> {
  await pledge(org, season, GIFT)
  await bill(org, season, 'progress')
  expect(await chargesOf(org, season)).toMatchObject([{ state: 'succeeded' }])
  stripe.events()
  const [payment = ''] = stripe.books.payments.keys()
  return payment
}

/** A charge is due; Stripe processes it, and its answer never arrives. */
export async function loseAnswerToCharge({ app, org, season, stripe }: StripeSeason): Promise<void> {
  await lock(org, season, 'progress')
  await goToChargeDate(org)
  stripe.faults.push('lost answer', 'lost answer', 'lost answer')
  await expect(runDueCharges(app.deps)).rejects.toThrow()
}

/** Without Stripe's fees. */
export function cashAt({ books: { payments, refunds, disputes } }: StripeStandIn): number {
  const amounts = [
    ...[...payments.values()].filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
    ...[...refunds.values()].filter(({ status }) => status !== 'failed').map(({ amount }) => -amount),
    ...[...disputes.values()].flatMap((one) => one.balance_transactions.map(({ amount }) => amount)),
  ]
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Disputed money leaves Stripe's account at once, our books’ card clearing only once it is lost (R35, R66). */
export async function cashOf(db: Db): Promise<number> {
  const { card_clearing: clearing = 0, disputed = 0 } = await accounts(db)
  const [undecided] = await db.query<{ excess: number }>(
    sql`select coalesce(sum(amount_cents - taken_cents), 0)::bigint as excess from disputes where state = 'open'`,
  )
  return clearing + disputed - (undecided?.excess ?? 0)
}

export async function refundRows(db: Db): Promise<string[]> {
  const rows = await db.query<{ kind: string; state: string; amount: number }>(
    sql`select kind, state, amount_cents as amount from refunds order by id`,
  )
  return rows.map(({ kind, state, amount }) => `${kind} ${amount} ${state}`)
}

/** `current`: the season of the test that runs; each test opens its own. */
export function disputeSteps(current: () => StripeSeason) {
  const hear = () => deliver(current().app, current().stripe.events())
  const charge = async () => (await chargesOf(current().org, current().season))[0]
  const representative = (): Caller => current().org.representative
  return {
    hear,
    charge,
    books: () => accounts(current().app.deps.db),
    refunds: () => refundRows(current().app.deps.db),
    giveBack: async (amount: string): Promise<void> => {
      const path = `/api/charges/${(await charge())?.id}/refunds`
      expectStatus(await representative().post(path, { amount, reason: 'Sorry' }), 201)
    },
    decide: async (id: string, status: 'won' | 'lost'): Promise<void> => {
      current().stripe.books.moveDispute(id, status)
      await hear()
    },
    disputeMails: async () =>
      (await mailsTo(current().app, representative())).filter(({ subject }) => /dispute/i.test(subject)),
  }
}
