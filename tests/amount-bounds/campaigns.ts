/** Two campaigns whose amounts are the largest that are allowed: one has ended, one is open (R1, R15). */
import { afterAll, beforeAll, expect } from 'vitest'
import type { Charge, Payment } from '#domain/schemas/settlement.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  BAY,
  bill,
  declare,
  invoicesOf,
  openSeason,
  payment,
  play,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { setDestination } from '#tests/payouts.ts'

export const LARGEST = '1000000.00'
/** Stripe takes a cent less at once (R32). */
export const LARGEST_CHARGE = '999999.99'
export const LARGEST_RATE = '10000.00'
export const LARGEST_TOTAL = '1000000000000.00'

export let app: TestApp
export let org: TestOrganization
/** Its final settlement is locked and closed, with a charge and an invoice of the largest amount. */
export let ended: Season
export let open: Season
export let ids: Record<string, string>
/** Of $4.00 each. */
export const smallInvoices: { id: string }[] = []
export let supporter: Caller

/** Opens both campaigns once, with one of each thing that the requests are about. */
export function setUpLargestAmounts(): void {
  beforeAll(async () => {
    app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
    org = await setUpOrganization(app)
    await setDestination(org)
    ended = await openSeason(org)
    const all = { goals: LARGEST_RATE, wins: LARGEST_RATE, champions: LARGEST_RATE, gift: LARGEST_RATE }
    const made = await pledge(org, ended, { lines: all, method: 'auto_bill_end', most: LARGEST })
    supporter = made.supporter
    await pledge(org, ended, { lines: all, method: 'check', most: LARGEST })
    for (let count = 0; count < 14; count += 1)
      await pledge(org, ended, { lines: { gift: '4.00' }, method: 'check' })
    const match = { ...BAY, goals: 1_000_000, wins: 1_000_000 }
    await play(org, ended, match)
    await declare(org, ended, 'achieved')
    const settlement = await bill(org, ended, 'final')
    open = await openSeason(org)
    const lines = { goals: LARGEST_RATE }
    const changed = await pledge(org, open, { lines, method: 'check', most: LARGEST })
    const reward = await org.owner.post<{ id: string }>(`${open.path}/rewards`, {
      title: 'Ball',
      description: 'Signed',
      type: 'elite_circle',
    })
    const [charge] = expectStatus(await org.representative.get<Charge[]>(`${ended.path}/charges`), 200)
    const invoices = await invoicesOf(org, ended)
    const large = invoices.find(({ amount }) => amount === LARGEST)
    smallInvoices.push(...invoices.filter(({ amount }) => amount === '4.00'))
    if (!(charge && large)) throw new Error('nothing was billed')
    expect([charge.amount, smallInvoices.length]).toEqual([LARGEST_CHARGE, 14])
    ids = {
      chargeId: charge.id,
      settlementId: settlement.id,
      rewardId: expectStatus(reward, 201).id,
      pledgeId: made.pledge.id,
      changedId: changed.pledge.id,
      number: large.number,
      large: large.id,
      statisticId: open.statistics.goals.id,
      token: (await pledgeLink(app.deps, app.deps.db, { pledgeId: made.pledge.id, campaignId: ended.id }))
        .split('/')
        .at(-1) as string,
    }
  }, 120_000)
  afterAll(() => app.close())
}

/** One on which nothing was paid. */
export const takeSmallInvoice = (): { id: string } => smallInvoices.pop() ?? { id: '' }
export const postPayment = (invoice: { id: string }, amount: string) =>
  org.representative.post<Payment>(`${ended.path}/payments`, payment(invoice, amount, app))
export const today = () => app.clock.now().toISOString().slice(0, 10)

const idFor = (path: string, name: string): string => {
  if (name !== 'id') return ids[name] ?? ended.id
  if (path.startsWith('/api/pledges/')) return ids.pledgeId as string
  if (path.startsWith('/api/charges/')) return ids.chargeId as string
  if (path.startsWith('/api/organizations/')) return org.organizationId
  return (path.startsWith('/api/payouts/') && ids.payoutId) || ended.id
}
/** A path with existing ids. */
export const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => idFor(path, name))
