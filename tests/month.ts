/**
 * A month of three organizations, with cards at Stripe's stand-in and every kind of entry that the journal has, and what
 * their bank wrote meanwhile. The one paid by Stripe is the last; the first has two campaigns.
 */
import { cents, parseCents, toDecimal, ZERO } from '#domain/money.ts'
import type { NewWebhookSecret } from '#domain/schemas/webhook.ts'
import { countWebhooks, deliverWebhooks } from '#server/accounts/webhook-endpoints/index.ts'
import { runDueJobs } from '#server/jobs.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { dice } from '#server/operations/demo/season.ts'
import { newId } from '#server/platform/base/ids.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { openExceptions } from '#tests/exceptions.ts'
import {
  BAY,
  CARDS,
  correctGoals,
  invoicesOf,
  lock,
  openSeason,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { recordRefund, refundsOwed, todayOf } from '#tests/manual-refunds.ts'
import {
  approveAndSend,
  approvePayout,
  prepareLines,
  STRIPE_DESTINATION,
  setDestination,
} from '#tests/payouts.ts'
import { approve } from '#tests/sign-offs.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver } from '#tests/stripe-season.ts'
import { OK, openWebhookReceiver, type WebhookReceiver } from '#tests/webhook-receiver.ts'

/** What the bank writes; above zero: paid in. */
type Written = { day: string; text: string; amount: string }

type Party = { org: TestOrganization; season: Season; index: number }

export type LivedMonth = {
  app: TestApp
  stripe: StripeStandIn
  /** What the bank wrote, also of the month before. */
  statement: Written[]
  parties: [Party, Party, Party]
  /** The first organization's other campaign. */
  winter: Season
  /** Hears of all organizations, and fails at random. */
  receiver: WebhookReceiver
  secret: string
}

/** In the one before, each organization has a charge. The next one has begun. */
export const MONTHS = ['2026-08', '2026-09', '2026-10'] as const

/** Each organization's cents are its own: by them its payments are told apart at Stripe. */
const own = ({ index }: Party, dollars: number): string => `${dollars}.0${index}`
const inCents = (amount: string) => parseCents(amount) ?? ZERO
/** The number of a check. */
const numberOf = ({ index }: Party, count: number): string => `${1100 + 10 * index + count}`

export async function liveThroughMonth(): Promise<LivedMonth> {
  const env = { CHECK_CLEARING_DAYS: '0' }
  const { app, org, season, stripe } = await givenSeason({ now: '2026-08-20T16:00:00Z', stripe: true, env })
  const winter = await openSeason(org)
  expectStatus(await org.representative.put(winter.path, { name: 'Winter: "Wave", 2026' }), 200)
  const open = async (name: string, index: number): Promise<Party> => {
    const other = await setUpOrganization(app, name)
    return { org: other, season: await openSeason(other), index }
  }
  const bay = await open('Bay: "Boosters", Inc.', 1)
  const parties: LivedMonth['parties'] = [{ org, season, index: 0 }, bay, await open('Chess Club', 2)]
  const receiver = await openWebhookReceiver()
  receiver.answer = failingAtRandom()
  const { url } = receiver
  const endpoint = await org.representative.post<NewWebhookSecret>('/api/webhook-endpoints', { url })
  const { secret } = expectStatus(endpoint, 201)
  const month: LivedMonth = { app, stripe, statement: [], parties, winter, receiver, secret }
  await chargeEarly(month)
  await untilDelivered(month)
  app.clock.set('2026-09-10T16:00:00Z')
  const events = await billSeasons(month)
  const posted = await depositChecks(month)
  await payOut(month)
  await haveTroubleWithCards(month)
  await untilDelivered(month)
  await payToBank(month)
  for (const { org, season, index } of parties) {
    await correctGoals(org, season, events[index] ?? '', 7)
    await lock(org, season, 'final')
  }
  await charge(month)
  for (const party of parties) await returnMoney(month, party, posted[party.index] ?? [])
  await hear(month)
  stripe.books.moveBalance('stripe_fee', -200)
  await payToBank(month)
  await untilDelivered(month)
  app.clock.set('2026-10-10T16:00:00Z')
  return month
}

/** Refuses a third, each run the same. */
function failingAtRandom(): WebhookReceiver['answer'] {
  const roll = dice(7)
  return () =>
    [OK, OK, OK, OK, { status: 503, headers: { 'retry-after': '90' } }, 'close' as const][roll(6)] ?? OK
}

const hear = ({ app, stripe }: LivedMonth) => deliver(app, stripe.events())

/** A day passes, for which webhooks are tried again. */
async function untilDelivered({ app: { deps, clock } }: LivedMonth): Promise<void> {
  const tomorrow = new Date(clock.now().getTime() + 86_400_000)
  while (clock.now() < tomorrow && (await countWebhooks(deps.db)).waiting > 0) {
    await deliverWebhooks(deps)
    clock.advance({ minutes: 5 })
  }
  clock.set(tomorrow)
}

async function charge(month: LivedMonth): Promise<void> {
  await untilDelivered(month)
  await runToChargeDate(month)
  await hear(month)
}

/** A day after it happened. */
function write({ app, statement }: LivedMonth, text: string, amount: string, happened = todayOf(app)): void {
  const day = new Date(Date.parse(happened) + 86_400_000).toISOString().slice(0, 10)
  statement.push({ day, text, amount })
}

/** Stripe pays what is on its account to the bank, and the books read what happened there. */
async function payToBank(month: LivedMonth): Promise<void> {
  const { amount, arrival_date: at } = month.stripe.books.payOut()
  const arrives = new Date(at * 1_000).toISOString().slice(0, 10)
  write(month, 'STRIPE TRANSFER', toDecimal(cents(amount)), arrives)
  await readCardMovements(month.app.deps)
}

async function chargeEarly(month: LivedMonth): Promise<void> {
  const { parties, winter } = month
  for (const { org, season } of [...parties, { ...parties[0], season: winter }]) {
    await pledge(org, season, { lines: { gift: '30.00' } })
    await lock(org, season, 'progress')
  }
  await charge(month)
  await payToBank(month)
}

/** Four cards and three supporters with checks each. Returns the matches' events. */
async function billSeasons(month: LivedMonth): Promise<string[]> {
  const { parties } = month
  const events: string[] = []
  for (const party of parties) {
    const { org, season } = party
    for (const dollars of [40, 50, 60]) await pledge(org, season, { lines: { gift: own(party, dollars) } })
    await pledge(org, season, { lines: { goals: '3.33' }, method: 'auto_bill_end' })
    for (const lines of [{ gift: '250.00' }, { goals: '1.00' }, { goals: '2.00' }])
      await pledge(org, season, { lines, method: 'check' })
    events.push(await play(org, season, { ...BAY, goals: 10 }))
    await lock(org, season, 'final')
  }
  await charge(month)
  return events
}

/** What is open on an invoice, and the check for it: one is of too much, and one invoice is paid by two. */
const CHECKS = { '250.00': '260.00', '10.00': '10.00', '20.00': '12.00', '8.00': '8.00' }

/** All on one slip. Returns each organization's, in this order. */
async function depositChecks(month: LivedMonth): Promise<string[][]> {
  const { app, parties } = month
  const posted: string[][] = []
  for (const party of parties) {
    const { org, season } = party
    const own: string[] = []
    for (const [open, amount] of Object.entries(CHECKS)) {
      const invoice = (await invoicesOf(org, season)).find((one) => one.open === open)
      const form = { ...payment(invoice ?? { id: '' }, amount, app), reference: numberOf(party, own.length) }
      const check = await org.representative.post<{ id: string }>(`${season.path}/payments`, form)
      own.push(expectStatus(check, 201).id)
    }
    posted.push(own)
  }
  const slip = { paymentIds: posted.flat(), amount: '870.00', depositedOn: todayOf(app), reference: '7' }
  expectStatus(await parties[0].org.representative.post('/api/deposits', slip), 201)
  write(month, 'DEPOSIT 12 CHECKS SLIP 7', '870.00')
  return posted
}

const isByStripe = ({ index }: Party) => index === 2

async function payOut(month: LivedMonth): Promise<void> {
  const { app, parties, winter } = month
  for (const party of parties) {
    const { org, season, index } = party
    await setDestination(org, isByStripe(party) ? STRIPE_DESTINATION : undefined)
    const second: [Season, string][] = index === 0 ? [[winter, '20.00']] : []
    const payout = await prepareLines(org, [season, '101.01'], ...second)
    if (isByStripe(party)) expectStatus(await approvePayout(org, payout), 201)
    else {
      const reference = `${2041 + index}`
      await approveAndSend(org, payout, { reference })
      write(month, `CHECK ${reference}`, `-${payout.amount}`)
    }
  }
  await runDueJobs(app.deps)
  await hear(month)
}

/** What Stripe calls the payment of this amount. */
function paymentOf({ stripe }: LivedMonth, party: Party, dollars: number) {
  const amount = inCents(own(party, dollars))
  const found = [...stripe.books.payments.values()].find((one) => one.amount === amount)
  if (!found) throw new Error(`no payment of ${own(party, dollars)}`)
  return found
}

/** Refunds that banks return, and that are made again; payments that nobody asked for, two each; two disputes each. */
async function haveTroubleWithCards(month: LivedMonth): Promise<void> {
  const { app, stripe, parties } = month
  const { representative, second } = parties[0].org
  const refund = (party: Party, dollars: number, amount: number) =>
    stripe.books.makeRefund({ payment_intent: paymentOf(month, party, dollars).id, amount })
  const refunds = parties.map((party) => refund(party, 60, 1_000))
  await hear(month)
  for (const { id } of refunds) stripe.books.failRefund(id)
  await hear(month)
  for (const { id } of await openExceptions(representative))
    expectStatus(await representative.post(`/api/exceptions/${id}/acts`, { act: 'refund_again' }), 201)
  await runDueJobs(app.deps)
  for (const party of parties) {
    const { metadata, customer } = paymentOf(month, party, 60)
    for (const dollars of [33, 44]) {
      const about = { customer, metadata: { ...metadata, attemptId: newId(app.clock) } }
      const again = stripe.books.makePayment({ ...about, amount: inCents(own(party, dollars)) })
      stripe.books.confirmPayment(again.client_secret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    }
    for (const dollars of [40, 50]) stripe.books.openDispute(paymentOf(month, party, dollars).id)
  }
  await hear(month)
  for (const party of parties) refund(party, 44, paymentOf(month, party, 44).amount)
  await hear(month)
  for (const { id } of await openExceptions(representative)) {
    const way = { way: 'returned_by_hand', reason: 'By wire' }
    const prepared = await representative.post<{ id: string }>(`/api/exceptions/${id}/adjustments`, way)
    expectStatus(await approve(second, expectStatus(prepared, 201).id), 201)
  }
  for (const party of parties) write(month, 'OUTGOING WIRE', `-${own(party, 33)}`)
}

/** After a correction: what checks paid too much, a check that bounces, a part of the payout, and the disputes' ends. */
async function returnMoney(month: LivedMonth, party: Party, checks: readonly string[]): Promise<void> {
  const { app, stripe } = month
  const { org, season, index } = party
  const [overpaid, , bounced] = checks
  const owed = (await refundsOwed(org)).filter(({ campaignId }) => campaignId === season.id)
  const above = { kind: 'overpayment', sourceId: overpaid, amount: '10.00' }
  const refund = { kind: 'refund', sourceId: owed.find((one) => one.amount === '3.00')?.id, amount: '3.00' }
  for (const [count, { amount, ...form }] of [above, refund].entries()) {
    const reference = `${3041 + 2 * index + count}`
    expectStatus(await recordRefund(org, season, { ...form, reference }), 201)
    write(month, `CHECK ${reference}`, `-${amount}`)
  }
  const path = `${season.path}/payments/${bounced}/reversal`
  expectStatus(await org.representative.post(path, { why: 'bounced', on: todayOf(app) }), 201)
  write(month, `RETURNED ITEM CHK ${numberOf(party, 2)}`, '-12.00')
  if (isByStripe(party)) stripe.books.reverseTransfer([...stripe.books.transfers.keys()].at(-1) ?? '', 2_000)
  else {
    const [payout] = expectStatus(
      await org.representative.get<{ id: string; reference: string }[]>(`${season.path}/payouts`),
      200,
    )
    const back = { reason: 'Too much', amount: '20.00', isPaidBack: true }
    expectStatus(await org.second.post(`/api/payouts/${payout?.id}/return`, back), 201)
    write(month, `DEPOSIT PAID BACK OF ${payout?.reference}`, '20.00')
  }
  for (const [dollars, outcome] of [
    [40, 'won'],
    [50, 'lost'],
  ] as const)
    for (const { id } of stripe.books.disputesOf(paymentOf(month, party, dollars).id))
      stripe.books.moveDispute(id, outcome)
}
