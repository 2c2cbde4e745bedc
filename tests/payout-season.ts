/** What the payout tests share: a season with $65 collected, and the calls that a payout needs (R38). */
import type { Payout, PayoutStatement, PayoutsPage } from '#domain/schemas/payout.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  type House,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'

export async function openPayoutSeason(
  stripe?: StripeStandIn,
): Promise<{ app: TestApp; house: House; season: Season }> {
  const app = await createTestApp({ now: '2026-09-01T16:00:00Z', ...(stripe ? { stripe } : {}) })
  const house = await openHouse(app)
  return { app, house, season: await openSeason(house) }
}

export const SENT = { reference: '20417', paidOn: '2026-09-04' }
export const BAY = { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z' }

/** Two pledges of goals by card, $40 together once ten are scored, and a check of $25. */
export async function collect(house: House, season: Season): Promise<string> {
  const eventId = await play(house, season, { ...BAY, goals: 10 })
  await pledge(house, season, { lines: { goals: '3.00' }, method: 'auto_bill_end' })
  await pledge(house, season, { lines: { goals: '1.00' }, method: 'auto_bill_end' })
  await pledge(house, season, { lines: { gift: '25.00' }, method: 'check' })
  await lock(house, season, 'final')
  await runToChargeDate(house)
  const [invoice] = await invoicesOf(house, season)
  const form = payment(invoice ?? { id: '' }, '25.00', house.app)
  expectStatus(await house.representative.post(`${season.path}/payments`, form), 201)
  return eventId
}

export async function correctGoals(
  house: House,
  season: Season,
  eventId: string,
  goals: number,
): Promise<void> {
  await confirm(house.owner, season, await enterMatch(house, season, { ...BAY, eventId, goals }))
}

export const preparePayout = async ({ representative }: House, { path }: Season, amount: string) =>
  expectStatus(await representative.post<Payout>(`${path}/payouts`, { amount }), 201)

const call = ({ second }: House, { campaignId, id }: Payout, step: string, form: object) =>
  second.post<Payout>(`/api/campaigns/${campaignId}/payouts/${id}/${step}`, form)
export const approvePayout = (house: House, payout: Payout, form: object = SENT) =>
  call(house, payout, 'approval', form)
export const sendPayout = (house: House, payout: Payout, form: object = SENT) =>
  call(house, payout, 'dispatch', form)
export const confirmArrival = (house: House, payout: Payout, form: object = {}) =>
  call(house, payout, 'arrival', form)
export const returnPayout = (house: House, payout: Payout, form: object = { reason: 'Moved' }) =>
  call(house, payout, 'return', form)

export const statementOf = async ({ representative }: House, { id }: Payout) =>
  expectStatus(await representative.get<PayoutStatement>(`/api/payouts/${id}`), 200)
export const overviewOf = async ({ representative }: House, query = '') =>
  expectStatus(await representative.get<PayoutsPage>(`/api/payouts?${query}`), 200)

type Balance = { owed: string; paidOut: string; collected: string; commission: string }
export const balanceOf = async ({ owner }: House, { path }: Season) =>
  expectStatus(await owner.get<Balance>(`${path}/balance`), 200)
