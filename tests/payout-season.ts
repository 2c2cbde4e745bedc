/** What the payout tests share: a season with $65 collected, and the calls that a payout needs (R38). */
import type { Payout, PayoutStatement, PayoutsPage } from '#domain/schemas/payout.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  invoicesOf,
  lock,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
  startSeason,
  type TestOrganization,
} from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

export async function openPayoutSeason(
  stripe?: StripeStandIn,
): Promise<{ app: TestApp; org: TestOrganization; season: Season }> {
  // What is deposited can be paid out on the same day.
  const env = { CHECK_CLEARING_DAYS: '0' }
  return startSeason({ now: '2026-09-01T16:00:00Z', env, ...(stripe ? { stripe } : {}) })
}

export const SENT = { reference: '20417', paidOn: '2026-09-04' }
export const BAY = { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z' }

/** Two pledges of goals by card, $40 together once ten are scored, and a check of $25 that is deposited. */
export async function collect(org: TestOrganization, season: Season): Promise<string> {
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await pledge(org, season, { lines: { goals: '3.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { goals: '1.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  await lock(org, season, 'final')
  await runToChargeDate(org)
  const [invoice] = await invoicesOf(org, season)
  const form = payment(invoice ?? { id: '' }, '25.00', org.app)
  const { id } = expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
  await depositPayments(org, [id], '25.00', form.receivedOn)
  return eventId
}

export async function depositPayments(
  { representative }: TestOrganization,
  paymentIds: string[],
  amount: string,
  depositedOn: string,
): Promise<void> {
  expectStatus(await representative.post('/api/deposits', { paymentIds, amount, depositedOn }), 201)
}

export async function correctGoals(
  org: TestOrganization,
  season: Season,
  eventId: string,
  goals: number,
): Promise<void> {
  await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals }))
}

export const preparePayout = async ({ representative }: TestOrganization, { path }: Season, amount: string) =>
  expectStatus(await representative.post<Payout>(`${path}/payouts`, { amount }), 201)

const call = ({ second }: TestOrganization, { campaignId, id }: Payout, step: string, form: object) =>
  second.post<Payout>(`/api/campaigns/${campaignId}/payouts/${id}/${step}`, form)
export const approvePayout = (org: TestOrganization, payout: Payout, form: object = {}) =>
  call(org, payout, 'approval', form)
export const sendPayout = (org: TestOrganization, payout: Payout, form: object = SENT) =>
  call(org, payout, 'dispatch', form)
export const confirmArrival = (org: TestOrganization, payout: Payout, form: object = {}) =>
  call(org, payout, 'arrival', form)
export const returnPayout = (org: TestOrganization, payout: Payout, form: object = { reason: 'Moved' }) =>
  call(org, payout, 'return', form)

export const statementOf = async ({ representative }: TestOrganization, { id }: Payout) =>
  expectStatus(await representative.get<PayoutStatement>(`/api/payouts/${id}`), 200)
export const overviewOf = async ({ representative }: TestOrganization, query = '') =>
  expectStatus(await representative.get<PayoutsPage>(`/api/payouts?${query}`), 200)

type Balance = { owed: string; paidOut: string; collected: string; commission: string }
export const balanceOf = async ({ owner }: TestOrganization, { path }: Season) =>
  expectStatus(await owner.get<Balance>(`${path}/balance`), 200)
