/** What the tests of Stripe's webhook events share: a season whose cards are the stand-in's, and how events arrive. */
import { expect, vi } from 'vitest'
import type { Dispute } from '#domain/schemas/dispute.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  goToChargeDate,
  lock,
  openSeason,
  pledge,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { type SignedEvent, type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

export type StripeSeason = { app: TestApp; org: TestOrganization; season: Season; stripe: StripeStandIn }

export async function openStripeSeason(env: Record<string, string> = {}): Promise<StripeSeason> {
  const start = '2026-09-10T16:00:00Z'
  let app: TestApp | null = null
  const stripe = await startStripe(() => app?.clock.now() ?? new Date(start))
  app = await createTestApp({ now: start, stripe, env })
  const org = await setUpOrganization(app)
  return { app, org, season: await openSeason(org), stripe }
}

export async function closeStripeSeason({
  app,
  stripe,
}: Pick<StripeSeason, 'app' | 'stripe'>): Promise<void> {
  await closeWithBooksInOrder(app).finally(stripe.close)
  expect(stripe.problems).toEqual([])
}

export const GIFT = { lines: { gift: '40.00' } } as const
/** The books after a charge of $40. */
export const COLLECTED = { cash: 4000, commission: -1000, organization_payable: -3000 }

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

type Billed = Pick<StripeSeason, 'org' | 'season'>
export const chargesOf = async ({ org, season }: Billed) =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
export const disputesOf = async ({ org, season }: Billed) =>
  expectStatus(await org.representative.get<Dispute[]>(`${season.path}/disputes`), 200)

export const mailsTo = (app: TestApp, { email }: Caller) =>
  app.deps.db.query<{ subject: string; textBody: string }>(
    sql`select subject, text_body from mails where to_address = ${email} order by id`,
  )

/** A charge of $40 that succeeded, and what Stripe calls its payment. */
export async function chargeGift({ org, season, stripe }: StripeSeason): Promise<string> {
  await pledge(org, season, GIFT)
  await lock(org, season, 'progress')
  await runToChargeDate(org)
  expect(await chargesOf({ org, season })).toMatchObject([{ state: 'succeeded' }])
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
