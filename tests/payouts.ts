/** How an organization is paid in tests: a destination that two people agreed to, what was collected, and the calls that a payout needs (R38). */
import type { Destination, ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Payout, PayoutStatement, PayoutsPage } from '#domain/schemas/payout.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  bill,
  invoicesOf,
  payment,
  play,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'

export const CHECK_DESTINATION = {
  method: 'check',
  payeeName: 'Harbor High Boosters',
  mailingAddress: '12 Harbor Street, Boston, MA 02110',
}

/** The organization's own account at Stripe, which an owner starts. */
export const STRIPE_DESTINATION = { method: 'stripe' }

/** Two representatives agree on where the organization is paid (R25). Returns the destination's id. */
export async function setDestination(
  org: TestOrganization,
  form: object = CHECK_DESTINATION,
): Promise<string> {
  const { organizationId, representative, second } = org
  const path = `/api/organizations/${organizationId}/payout-destinations`
  if (form === STRIPE_DESTINATION) {
    const { id } = await proposeStripe(org)
    expectStatus(await representative.post(`${path}/${id}/approval`), 201)
    return id
  }
  const { id } = expectStatus(await second.post<{ id: string }>(path, form), 201)
  expectStatus(await representative.post(`${path}/${id}/approval`), 201)
  return id
}

/** An owner starts to be paid by Stripe and fills in the form; a representative proposes it where a destination is set. */
export async function proposeStripe({
  app,
  organizationId,
  owner,
  second,
}: TestOrganization): Promise<Destination> {
  const path = `/api/organizations/${organizationId}`
  expectStatus(await owner.post(`${path}/stripe-account`), 200)
  if (app.deps.cards.provider === 'sandbox') {
    const form = { accountNumber: '000123456789' }
    expectStatus(await owner.post(`/api/sandbox/organizations/${organizationId}/stripe-account`, form), 200)
    expectStatus(await owner.post(`${path}/stripe-account`), 200)
  }
  expectStatus(await second.post(`${path}/stripe-account`), 200)
  const { proposedDestination } = expectStatus(await second.get<ManagedOrganization>(path), 200)
  if (!proposedDestination) throw new Error('no Stripe account was proposed')
  return proposedDestination
}

/** Approved by one who did not prepare it, then sent by check (R38). Returns the response to the sending. */
export async function approveAndSend(
  { second }: TestOrganization,
  { id }: Pick<Payout, 'id'>,
  sent: object = { reference: '1042' },
): Promise<Payout> {
  const path = `/api/payouts/${id}`
  expectStatus(await second.post<Payout>(`${path}/approval`, {}), 201)
  return expectStatus(await second.post<Payout>(`${path}/dispatch`, sent), 201)
}

/** For a season in which what is deposited can be paid out on the same day. */
export const CLEARED = { now: '2026-09-01T16:00:00Z', env: { CHECK_CLEARING_DAYS: '0' } } as const

export const SENT = { reference: '20417', paidOn: '2026-09-04' }
export const BAY = { opponent: 'Bay', startTime: '2026-08-20T20:00:00Z' }

/** Two pledges of goals by card, $40 together once ten are scored, and a check of $25 that is deposited. */
export async function collect(org: TestOrganization, season: Season): Promise<string> {
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await pledge(org, season, { lines: { goals: '3.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { goals: '1.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  await bill(org, season, 'final')
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

type Payee = Pick<TestOrganization, 'organizationId'>
/** The lines of a payout: an amount for each campaign. */
export const linesFor = (...lines: [season: { id: string }, amount: string][]) =>
  lines.map(([{ id: campaignId }, amount]) => ({ campaignId, amount }))

/** The answer to preparing a payout with one line. */
export const tryToPrepare = <Answer = Payout>(
  { organizationId }: Payee,
  season: { id: string },
  amount: string,
  { by, note }: { by: Caller; note?: string },
) =>
  by.post<Answer>(`/api/organizations/${organizationId}/payouts`, {
    lines: linesFor([season, amount]),
    ...(note ? { note } : {}),
  })

export const preparePayout = async (
  org: Payee & Pick<TestOrganization, 'representative'>,
  season: { id: string },
  amount: string,
  note?: string,
) =>
  expectStatus(
    await tryToPrepare(org, season, amount, { by: org.representative, ...(note ? { note } : {}) }),
    201,
  )

/** The same with several lines. */
export const prepareLines = async (
  { organizationId, representative }: TestOrganization,
  ...lines: Parameters<typeof linesFor>
) =>
  expectStatus(
    await representative.post<Payout>(`/api/organizations/${organizationId}/payouts`, {
      lines: linesFor(...lines),
    }),
    201,
  )

const call = ({ second }: TestOrganization, { id }: Payout, step: string, form: object) =>
  second.post<Payout>(`/api/payouts/${id}/${step}`, form)
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
/** With its campaigns in one list, each with what is true of its organization. */
export const overviewOf = async (
  { representative }: Pick<TestOrganization, 'representative'>,
  query = '',
) => {
  const page = expectStatus(await representative.get<PayoutsPage>(`/api/payouts?${query}`), 200)
  const campaigns = page.organizations.flatMap((organization) =>
    organization.campaigns.map((one) => ({ ...organization, ...one })),
  )
  return { ...page, campaigns }
}

type Balance = { owed: string; paidOut: string; collected: string; commission: string }
export const balanceOf = async ({ owner }: TestOrganization, { path }: Season) =>
  expectStatus(await owner.get<Balance>(`${path}/balance`), 200)
