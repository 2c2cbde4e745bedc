/** R27: every route, for every kind of user, in one table. A route that is missing from it fails the test. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { ownMachineRoutes, routes } from '#server/app.ts'
import { sql } from '#server/db/database.ts'
import { unsubscribeLinks } from '#server/mail-choices/actions.ts'
import { pledgeLink } from '#server/pledge-links/actions.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CAMPAIGN,
  type House,
  invoicesOf,
  lock,
  openDraft,
  openHouse,
  openSeason,
  payment,
  play,
  pledge,
  pledgeBody,
  runToChargeDate,
  type Season,
  STATISTICS,
} from '#tests/fixtures.ts'
import { setDestination } from '#tests/payout-fixtures.ts'

const KINDS = [
  'visitor',
  'signed-in',
  'scorer',
  'owner',
  'other owner',
  'ambassador',
  'representative',
] as const
type Kind = (typeof KINDS)[number]

type World = House & {
  /** Active, with an ambassador. */
  season: Season
  draft: Season
  /** Its final settlement is locked and closed, and money was received. */
  ended: Season
  /** The other organisation's. */
  foreign: Season
  other: House
  supporter: Caller
  pledgeId: string
  eventId: string
  rewardId: string
  commentId: string
  ambassadorId: string
  settlementId: string
  chargeId: string
  people: Record<Kind, Caller>
}
let world: World
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  world = await openWorld()
}, 120_000)
afterAll(() => app.close())

const EVENT = { name: 'Picnic', eventType: 'fundraiser', startTime: '2026-10-03T16:00:00Z' }
const REWARD = {
  title: 'Signed ball',
  description: 'By the whole team',
  type: 'milestone_maker',
  threshold: 5,
}
const PROFILE = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  phone: '555 0100',
  streetAddress1: '1 Harbor Street',
  city: 'Boston',
  state: 'MA',
  zip: '02101',
}
const anEvent = async () => {
  const { path } = world.season
  return expectStatus(await world.representative.post<{ id: string }>(`${path}/events`, EVENT), 201).id
}
const RATES = { lines: { gift: '25.00' } } as const

async function openWorld(): Promise<World> {
  const house = await openHouse(app)
  const other = await openHouse(app, 'Ridgeview Boosters')
  const ended = await openSeason(house)
  const { supporter } = await pledge(house, ended, { lines: { gift: '100.00' }, method: 'check' })
  await pledge(house, ended, { lines: { gift: '40.00' }, method: 'check' })
  await pledge(house, ended, { lines: { gift: '50.00' }, method: 'auto_bill_end' })
  const { id: settlementId } = await lock(house, ended, 'final')
  await runToChargeDate(house)

  const [charge] = expectStatus(
    await house.representative.get<{ id: string }[]>(`${ended.path}/charges`),
    200,
  )
  const chargeId = charge?.id ?? ''

  const season = await openSeason(house)
  const first = await pledge(house, season, RATES)
  const eventId = await play(house, season, { opponent: 'Bay', startTime: '2026-09-02T18:00:00Z', goals: 2 })
  const make = async (path: string, body: unknown) =>
    expectStatus(await house.owner.post<{ id: string }>(`${season.path}${path}`, body), 201).id
  const rewardId = await make('/rewards', { ...REWARD, statisticId: season.statistics.goals.id })
  const commentId = await make('/comments', { message: 'Go!' })
  const ambassador = await app.user({ firstName: 'Amber' })
  const invited = await invite(house, season, ambassador.email)
  expectStatus(await ambassador.post(`${season.path}/ambassadors/join`, { token: invited.token }), 200)
  return {
    ...house,
    ...{ season, ended, settlementId, chargeId, other, supporter, eventId, rewardId, commentId },
    draft: await openDraft(house),
    foreign: await openSeason(other),
    pledgeId: first.pledge.id,
    ambassadorId: invited.id,
    people: {
      visitor: app.visitor,
      'signed-in': await app.user(),
      scorer: house.scorer,
      owner: house.owner,
      'other owner': other.owner,
      ambassador,
      representative: house.representative,
    },
  }
}

/** An invitation, and the secret of its link. */
async function invite(
  { owner }: House,
  { path }: Season,
  email: string,
): Promise<{ id: string; token: string }> {
  const { id } = expectStatus(await owner.post<Ambassador>(`${path}/ambassadors`, { email }), 201)
  const [row] = await app.deps.db.query<{ joinToken: string }>(
    sql`select join_token from ambassadors where id = ${id}`,
  )
  return { id, token: row?.joinToken ?? '' }
}

const aPicture = () =>
  sharp({ create: { width: 480, height: 240, channels: 3, background: '#12704a' } })
    .jpeg()
    .toBuffer()

/** The secret of a link that was mailed to a supporter. */
async function aLink(): Promise<string> {
  const { pledgeId, season } = world
  const url = await pledgeLink(app.deps, app.deps.db, { pledgeId, campaignId: season.id })
  return url.split('/').at(-1) ?? ''
}

/** The secret of a link to a pledge whose card was charged. */
async function aReceiptToken(): Promise<string> {
  const [charge] = await app.deps.db.query<{ pledgeId: string; campaignId: string }>(
    sql`select pledge_id, campaign_id from charges where id = ${world.chargeId}`,
  )
  if (!charge) throw new Error('no charge')
  return (await pledgeLink(app.deps, app.deps.db, charge)).split('/').at(-1) ?? ''
}

async function anInvoicePrint(how: 'by link' | 'of the pledge'): Promise<string> {
  const [invoice] = await invoicesOf(world, world.ended)
  const { pledgeId = '', number = '' } = invoice ?? {}
  const url = await pledgeLink(app.deps, app.deps.db, { pledgeId, campaignId: world.ended.id })
  const of = how === 'by link' ? `pledge-links/${url.split('/').at(-1)}` : `pledges/${pledgeId}`
  return `/api/${of}/invoices/${number}/print.pdf`
}

async function anUnsubscribeToken(): Promise<string> {
  const link = await unsubscribeLinks(app.deps, app.deps.db)
  return link(world.supporter.userId, 'results_digest').split('/').at(-1) ?? ''
}

/** Something to be done away with: a new one for every caller. */
const anAddress = () => `${randomUUID()}@example.org`
const anEntry = async (): Promise<string> => {
  const body = { statisticId: world.season.statistics.wins.id, quantity: 1 }
  return expectStatus(await world.scorer.post<ResultEntry>(`${world.season.path}/results`, body), 201).id
}
/** Entered by another owner's hand, so that everybody who may do it is a second person. */
const aForeignEntry = async (): Promise<string> => {
  const body = { statisticId: world.season.statistics.wins.id, quantity: 1 }
  return expectStatus(await world.second.post<ResultEntry>(`${world.season.path}/results`, body), 201).id
}
/** Confirmed, and the scorer asks to void it: the scorer may take that back, whoever may confirm declines it (R18). */
const aVoidAskedFor = async (): Promise<string> => {
  const id = await aForeignEntry()
  const { path } = world.season
  expectStatus(await world.owner.post(`${path}/results/confirmations`, { resultIds: [id] }), 201)
  expectStatus(await world.scorer.post(`${path}/results/${id}/void`, { reason: 'Counted twice' }), 201)
  return id
}
const aMember = async (): Promise<Caller> => {
  const member = await app.user()
  const path = `/api/organizations/${world.organizationId}/members`
  expectStatus(await world.owner.post(path, { email: member.email, role: 'scorer' }), 201)
  return member
}
async function aMembersInvitation(owner = world.owner, organizationId = world.organizationId) {
  const path = `/api/organizations/${organizationId}/invitations`
  const body = { email: anAddress(), role: 'scorer' }
  const { id } = expectStatus(await owner.post<{ id: string }>(path, body), 201)
  const [row] = await app.deps.db.query<{ token: string }>(
    sql`select token from organization_invitations where id = ${id}`,
  )
  return { id, token: row?.token ?? '' }
}
const DESTINATION = { method: 'check', payeeName: 'Harbor Boosters', mailingAddress: '1 Harbor Street' }
async function noDestinationWaits(): Promise<void> {
  const path = `/api/organizations/${world.organizationId}`
  const { proposedDestination } = expectStatus(await world.second.get<ManagedOrganization>(path), 200)
  if (proposedDestination)
    expectStatus(await world.second.delete(`${path}/payout-destinations/${proposedDestination.id}`), 204)
}
/** Proposed by the second representative, so that the first one is a second person. */
async function aDestination(): Promise<string> {
  await noDestinationWaits()
  const path = `/api/organizations/${world.organizationId}/payout-destinations`
  return expectStatus(await world.second.post<{ id: string }>(path, DESTINATION), 201).id
}
async function aPayout(): Promise<string> {
  const path = `${world.ended.path}/payouts`
  for (const { id, state } of expectStatus(await world.second.get<Payout[]>(path), 200)) {
    if (state === 'prepared' || state === 'approved')
      expectStatus(await world.second.delete(`${path}/${id}`), 200)
  }
  return expectStatus(await world.second.post<Payout>(path, { amount: '1.00' }), 201).id
}

const TODAY = (): string => app.clock.now().toISOString().slice(0, 10)
/** A dollar of the invoice, posted by the second representative. */
async function aPayment(): Promise<string> {
  const [invoice] = await invoicesOf(world, world.ended)
  const form = payment(invoice ?? { id: randomUUID() }, '1.00', app)
  return expectStatus(await world.second.post<{ id: string }>(`${world.ended.path}/payments`, form), 201).id
}
async function aDeposit(): Promise<string> {
  const form = { paymentIds: [await aPayment()], amount: '1.00', depositedOn: TODAY() }
  return expectStatus(await world.second.post<{ id: string }>('/api/deposits', form), 201).id
}
/** Prepared by the second representative, approved by the first one. */
async function anApprovedPayout(): Promise<string> {
  await noDestinationWaits()
  await setDestination(world)
  const id = await aPayout()
  expectStatus(await world.representative.post(`${world.ended.path}/payouts/${id}/approval`, {}), 201)
  return id
}
let paidPayout: string | null = null
async function aPaidPayout(): Promise<string> {
  paidPayout ??= await aSentPayout()
  return paidPayout
}
async function aSentPayout(): Promise<string> {
  const id = await anApprovedPayout()
  const path = `${world.ended.path}/payouts/${id}/dispatch`
  expectStatus(await world.representative.post(path, { reference: '1041' }), 201)
  return id
}
/** One that nobody has confirmed yet. */
async function anUnconfirmedPayout(): Promise<string> {
  const made = expectStatus(await world.second.get<Payout[]>(`${world.ended.path}/payouts`), 200)
  return made.find(({ id, next }) => next === 'confirm' && id !== paidPayout)?.id ?? aSentPayout()
}

/** The active season's money has not moved yet: its calls go to the one that has ended. */
const withMoney = (path: string): string => (path === world.season.path ? world.ended.path : path)

type Call = { path: string; body?: unknown }
type Row = {
  /** In the order of KINDS. */
  expected: string
  call: (me: Caller, at: Season) => Call | Promise<Call>
}
const row = (expected: string, call: Row['call']): Row => ({ expected, call })
const to = (path: string, body?: unknown): Call => ({ path, ...(body === undefined ? {} : { body }) })

const ALL_READ = '200 200 200 200 200 200 200'
const SIGNED_IN = '401 200 200 200 200 200 200'
const SIGNED_IN_CREATES = '401 201 201 201 201 201 201'
const REPRESENTATIVE = '401 403 403 403 403 403 200'
const REPRESENTATIVE_CREATES = '401 403 403 403 403 403 201'
const MANAGES = '401 403 403 200 403 403 200'
const MANAGES_CREATES = '401 403 403 201 403 403 201'
const MANAGES_REMOVES = '401 403 403 204 403 403 204'
/** None of them is the one whose it is. */
const OWN_ONLY = '401 404 404 404 404 404 404'
const ALL_DONE = '204 204 204 204 204 204 204'
const NOBODY_ELSES = '401 404 404 404 404 404 404'
const OWNS = '401 404 404 200 404 404 200'
const OPENS_PLEDGES = '401 404 404 403 404 404 200'
const SCORES = '401 403 200 200 403 403 200'
const SCORES_CREATES = '401 403 201 201 403 403 201'

const CSV = () =>
  `date,opponent,goals\n2026-08-${String(15 + (csvs++ % 14)).padStart(2, '0')},Team ${csvs},1\n`
let csvs = 0

const csvRow = (table: string, expected: string): Record<string, Row> => ({
  [`get /api/dashboard/campaigns/{id}/${table}.csv`]: row(expected, (_, { id }) =>
    to(`/api/dashboard/campaigns/${id}/${table}.csv`),
  ),
})

const TABLE: Record<string, Row> = {
  'get /api/auth/user': row(SIGNED_IN, () => to('/api/auth/user')),
  'get /api/auth/user/data': row(SIGNED_IN, () => to('/api/auth/user/data')),
  'put /api/auth/user': row(SIGNED_IN, () => to('/api/auth/user', { phone: '555 0199' })),
  'post /api/users': row(SIGNED_IN_CREATES, ({ email }) => to('/api/users', { ...PROFILE, email })),
  'get /api/user/campaigns': row(SIGNED_IN, () => to('/api/user/campaigns')),
  'get /api/representatives': row(REPRESENTATIVE, () => to('/api/representatives')),
  'get /api/representatives.csv': row(REPRESENTATIVE, () => to('/api/representatives.csv')),
  'post /api/representatives': row(REPRESENTATIVE_CREATES, async () =>
    to('/api/representatives', { email: (await app.user()).email }),
  ),
  'delete /api/representatives/{id}': row('401 403 403 403 403 403 204', async () =>
    to(`/api/representatives/${(await app.representative('Third')).userId}`),
  ),

  'get /api/organizations/all': row(SIGNED_IN, () => to('/api/organizations/all')),
  'post /api/organizations': row(SIGNED_IN_CREATES, () => {
    const body = { name: 'A', description: 'B', city: 'C', state: 'TX', organizationType: 'school' }
    return to('/api/organizations', body)
  }),
  'put /api/organizations/{id}': row(MANAGES, () =>
    to(`/api/organizations/${world.organizationId}`, { description: 'Neighbours and parents' }),
  ),
  'post /api/organizations/{id}/members': row(MANAGES_CREATES, async () => {
    const body = { email: (await app.user()).email, role: 'scorer' }
    return to(`/api/organizations/${world.organizationId}/members`, body)
  }),
  'delete /api/organizations/{id}/members/{userId}': row(MANAGES_REMOVES, async () =>
    to(`/api/organizations/${world.organizationId}/members/${(await aMember()).userId}`),
  ),

  'get /api/organizations/{id}': row(MANAGES, () => to(`/api/organizations/${world.organizationId}`)),
  'get /api/organizations/{id}/people.csv': row(MANAGES, () =>
    to(`/api/organizations/${world.organizationId}/people.csv`),
  ),
  'post /api/organizations/{id}/invitations': row(MANAGES_CREATES, () =>
    to(`/api/organizations/${world.organizationId}/invitations`, { email: anAddress(), role: 'scorer' }),
  ),
  'put /api/organizations/{id}/invitations/{invitationId}': row(MANAGES, async () =>
    to(`/api/organizations/${world.organizationId}/invitations/${(await aMembersInvitation()).id}`, {
      resendEmail: true,
    }),
  ),
  'delete /api/organizations/{id}/invitations/{invitationId}': row(MANAGES_REMOVES, async () =>
    to(`/api/organizations/${world.organizationId}/invitations/${(await aMembersInvitation()).id}`),
  ),
  // Whoever holds the link may look at it, and accept it once signed in (R44).
  'get /api/organization-invitations/{token}': row(ALL_READ, async () =>
    to(`/api/organization-invitations/${(await aMembersInvitation()).token}`),
  ),
  'post /api/organization-invitations/acceptances': row(SIGNED_IN, async () => {
    const body = { name: 'A', description: 'B', city: 'C', state: 'TX', organizationType: 'school' }
    const apart = expectStatus(await world.other.owner.post<{ id: string }>('/api/organizations', body), 201)
    const { token } = await aMembersInvitation(world.other.owner, apart.id)
    return to('/api/organization-invitations/acceptances', { token })
  }),
  'put /api/organizations/{id}/standing': row(REPRESENTATIVE, () =>
    to(`/api/organizations/${world.organizationId}/standing`, { sizeTier: 'medium' }),
  ),
  'post /api/organizations/{id}/payout-destinations': row(REPRESENTATIVE_CREATES, async () => {
    await noDestinationWaits()
    return to(`/api/organizations/${world.organizationId}/payout-destinations`, DESTINATION)
  }),
  'post /api/organizations/{id}/payout-destinations/{destinationId}/approval': row(
    REPRESENTATIVE_CREATES,
    async () =>
      to(`/api/organizations/${world.organizationId}/payout-destinations/${await aDestination()}/approval`),
  ),
  'delete /api/organizations/{id}/payout-destinations/{destinationId}': row(
    '401 403 403 403 403 403 204',
    async () => to(`/api/organizations/${world.organizationId}/payout-destinations/${await aDestination()}`),
  ),

  'get /api/campaigns': row(ALL_READ, () => to('/api/campaigns')),
  'get /api/campaigns/demo': row(ALL_READ, () => to('/api/campaigns/demo')),
  'get /api/campaigns/summary': row(ALL_READ, () => to('/api/campaigns/summary')),
  'post /api/campaigns': row(MANAGES_CREATES, () =>
    to('/api/campaigns', { ...CAMPAIGN, organizationId: world.organizationId }),
  ),
  'post /api/campaigns/{id}/copies': row(MANAGES_CREATES, (_, { path, statistics }) => {
    const dates = { startDate: '2027-08-15', endDate: '2027-12-15' }
    const what = { statisticIds: [statistics.goals.id], scheduleWeeks: 52 }
    return to(`${path}/copies`, { name: 'Next Fall', goal: 9000, ...dates, ...what })
  }),
  'get /api/campaigns/{id}': row(ALL_READ, (_, { path }) => to(path)),
  'get /api/campaigns/{id}/live': row(ALL_READ, (_, { path }) => to(`${path}/live`)),
  'put /api/campaigns/{id}': row('401 403 403 403 403 403 200', (_, { path }) => to(path, { name: 'Fall' })),
  'get /api/campaigns/{id}/cancellation': row(REPRESENTATIVE, (_, { path }) => to(`${path}/cancellation`)),
  'get /api/desk/steps': row(REPRESENTATIVE, () => to('/api/desk/steps')),
  'get /api/desk/campaigns': row(REPRESENTATIVE, () => to('/api/desk/campaigns')),
  'get /api/collections': row(REPRESENTATIVE, () => to('/api/collections')),
  'get /api/collections/campaigns': row(REPRESENTATIVE, () => to('/api/collections/campaigns')),
  'get /api/collections/ambassadors': row(REPRESENTATIVE, () => to('/api/collections/ambassadors')),
  'get /api/collections/items': row(REPRESENTATIVE, () => to('/api/collections/items')),
  'post /api/collections/names': row(REPRESENTATIVE, () =>
    to('/api/collections/names', { pledgeIds: [world.pledgeId] }),
  ),
  'get /api/collections/campaigns.csv': row(REPRESENTATIVE, () => to('/api/collections/campaigns.csv')),
  'get /api/collections/ambassadors.csv': row(REPRESENTATIVE, () => to('/api/collections/ambassadors.csv')),
  'get /api/collections/items.csv': row(REPRESENTATIVE, () => to('/api/collections/items.csv')),
  'get /api/review-requests': row(REPRESENTATIVE, () => to('/api/review-requests')),
  'get /api/campaigns/{id}/review-requests': row(MANAGES, (_, { path }) => to(`${path}/review-requests`)),
  // What is active needs no review; a draft of one's own does.
  'post /api/campaigns/{id}/review-requests': row('401 403 403 409 403 403 409', (_, { path }) =>
    to(`${path}/review-requests`),
  ),
  'get /api/dashboard/campaigns/{id}': row(SCORES, (_, { id }) => to(`/api/dashboard/campaigns/${id}`)),

  'post /api/campaigns/{id}/statistics': row(MANAGES_CREATES, (_, { path }) =>
    to(`${path}/statistics`, STATISTICS.goals),
  ),
  'post /api/campaigns/{id}/statistics/batches': row(MANAGES_CREATES, (_, { path }) =>
    to(`${path}/statistics/batches`, { statistics: [STATISTICS.goals] }),
  ),
  'put /api/campaigns/{id}/statistics/{statisticId}': row(MANAGES, (_, { path, statistics }) =>
    to(`${path}/statistics/${statistics.goals.id}`, { description: 'All of them' }),
  ),
  'post /api/campaigns/{id}/events': row(REPRESENTATIVE_CREATES, (_, { path }) =>
    to(`${path}/events`, EVENT),
  ),
  'put /api/campaigns/{id}/events/{eventId}': row(REPRESENTATIVE, (_, { path }) =>
    to(`${path}/events/${world.eventId}`, { location: 'Main field' }),
  ),
  'delete /api/campaigns/{id}/events/{eventId}': row(REPRESENTATIVE, async (_, { path }) =>
    to(`${path}/events/${await anEvent()}`),
  ),
  'post /api/campaigns/{id}/events/{eventId}/merge': row(MANAGES, async (_, { path }) =>
    to(`${path}/events/${await anEvent()}/merge`, { into: await anEvent() }),
  ),
  'post /api/campaigns/{id}/events/imports/preview': row(REPRESENTATIVE, (_, { path }) =>
    to(`${path}/events/imports/preview`, { text: CSV() }),
  ),
  'post /api/campaigns/{id}/events/imports': row(REPRESENTATIVE_CREATES, (_, { path }) =>
    to(`${path}/events/imports`, { text: CSV() }),
  ),
  'get /api/campaigns/{id}/schedule.ics': row(ALL_READ, (_, { path }) => to(`${path}/schedule.ics`)),

  'get /api/campaigns/{id}/results': row(SCORES, (_, { path }) => to(`${path}/results`)),
  'post /api/campaigns/{id}/results': row(SCORES_CREATES, (_, { path, statistics }) =>
    to(`${path}/results`, { statisticId: statistics.goals.id, quantity: 1 }),
  ),
  'post /api/campaigns/{id}/results/matches': row(SCORES_CREATES, (_, { path, statistics }) => {
    const event = { name: 'vs. Cove', startTime: '2026-08-30T18:00:00Z' }
    return to(`${path}/results/matches`, { event, rows: [{ statisticId: statistics.goals.id, quantity: 2 }] })
  }),
  'get /api/campaigns/{id}/results/matches': row(SCORES, (_, { path }) => to(`${path}/results/matches`)),
  'post /api/campaigns/{id}/results/imports/columns': row(SCORES, (_, { path }) =>
    to(`${path}/results/imports/columns`, { csv: CSV() }),
  ),
  'post /api/campaigns/{id}/results/imports/preview': row(SCORES, (_, { path }) =>
    to(`${path}/results/imports/preview`, { csv: CSV() }),
  ),
  'post /api/campaigns/{id}/results/imports': row(SCORES_CREATES, (_, { path }) =>
    to(`${path}/results/imports`, { csv: CSV() }),
  ),
  'post /api/campaigns/{id}/results/confirmations': row(MANAGES_CREATES, async (_, { path }) =>
    to(`${path}/results/confirmations`, { resultIds: [await aForeignEntry()] }),
  ),
  'post /api/campaigns/{id}/results/{resultId}/void': row(SCORES_CREATES, async (_, { path }) =>
    to(`${path}/results/${await anEntry()}/void`, { reason: 'Counted twice' }),
  ),
  'delete /api/campaigns/{id}/results/{resultId}/void': row(SCORES, async (_, { path }) =>
    to(`${path}/results/${await aVoidAskedFor()}/void`),
  ),

  'post /api/campaigns/{id}/pledges': row(SIGNED_IN_CREATES, async (me, season) => {
    const wish = { ...RATES, method: 'check' } as const
    return to(`${season.path}/pledges`, await pledgeBody(me, season, wish))
  }),
  'post /api/campaigns/{id}/pledges/quote': row(ALL_READ, (_, { path, statistics }) => {
    const pledgeStatistics = [{ statisticId: statistics.goals.id, pledgeAmount: '2.00' }]
    return to(`${path}/pledges/quote`, { pledgeStatistics })
  }),
  'get /api/campaigns/{id}/pledges': row(ALL_READ, (_, { path }) => to(`${path}/pledges`)),
  'get /api/user/pledges': row(SIGNED_IN, () => to('/api/user/pledges')),
  // Somebody else's pledge is not there, not even for those who run the campaign (R26).
  'get /api/pledges/{id}': row('401 404 404 404 404 404 200', () => to(`/api/pledges/${world.pledgeId}`)),
  // Only the supporter changes a pledge (R14).
  'put /api/pledges/{id}': row(NOBODY_ELSES, () =>
    to(`/api/pledges/${world.pledgeId}`, { maximumAmount: '25.00' }),
  ),
  'post /api/pledges/{id}/cancellation': row(NOBODY_ELSES, () =>
    to(`/api/pledges/${world.pledgeId}/cancellation`, {}),
  ),

  // The link is the proof, whoever holds it (R44).
  'get /api/pledge-links/{token}/invoices/{number}/print.pdf': row(ALL_READ, async () =>
    to(await anInvoicePrint('by link')),
  ),
  // A representative's look at it is in the audit log (R26).
  'get /api/pledges/{id}/invoices/{number}/print.pdf': row('401 404 404 404 404 404 200', async () =>
    to(await anInvoicePrint('of the pledge')),
  ),
  'get /api/pledge-links/{token}': row(ALL_READ, async () => to(`/api/pledge-links/${await aLink()}`)),
  'post /api/pledge-links/renewals': row(ALL_DONE, async () =>
    to('/api/pledge-links/renewals', { token: await aLink() }),
  ),
  // A link pays what its own pledge owes, whoever holds it: this charge is another one's.
  'post /api/pledge-links/{token}/payments': row('404 404 404 404 404 404 404', async () =>
    to(`/api/pledge-links/${await aLink()}/payments`, { chargeId: world.chargeId }),
  ),
  'post /api/pledge-links/{token}/payments/{chargeId}/outcome': row('404 404 404 404 404 404 404', async () =>
    to(`/api/pledge-links/${await aLink()}/payments/${world.chargeId}/outcome`),
  ),
  // The secret of the payment is the permission (R28).
  'post /api/sandbox/card-payments': row('400 400 400 400 400 400 400', () =>
    to('/api/sandbox/card-payments', {
      ...{ clientSecret: 'nobody’s', number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
    }),
  ),
  'delete /api/pledges/{id}/links': row(NOBODY_ELSES, () => to(`/api/pledges/${world.pledgeId}/links`)),
  'post /api/charge-lookups': row(ALL_DONE, () => {
    const asked = { amount: '12.00', chargedOn: '2026-09-01', last4: '4242' }
    return to('/api/charge-lookups', { email: anAddress(), ...asked })
  }),

  'get /api/campaigns/{id}/comments': row(ALL_READ, (_, { path }) => to(`${path}/comments`)),
  'post /api/campaigns/{id}/comments': row(SIGNED_IN_CREATES, (_, { path }) =>
    to(`${path}/comments`, { message: 'Go!' }),
  ),
  'get /api/campaigns/{id}/comments/reports': row(MANAGES, (_, { path }) => to(`${path}/comments/reports`)),
  'post /api/campaigns/{id}/comments/{commentId}/reports': row('201 201 201 201 201 201 201', (_, { path }) =>
    to(`${path}/comments/${world.commentId}/reports`, { reason: 'Not kind' }),
  ),
  'post /api/campaigns/{id}/comments/{commentId}/hidden': row(MANAGES, (_, { path }) =>
    to(`${path}/comments/${world.commentId}/hidden`, { hidden: true }),
  ),

  'post /api/campaigns/{id}/rewards': row(MANAGES_CREATES, (_, { path, statistics }) =>
    to(`${path}/rewards`, { ...REWARD, statisticId: statistics.goals.id }),
  ),
  'put /api/campaigns/{id}/rewards/{rewardId}': row(MANAGES, (_, { path }) =>
    to(`${path}/rewards/${world.rewardId}`, { title: 'A signed ball' }),
  ),
  'delete /api/campaigns/{id}/rewards/{rewardId}': row(MANAGES_REMOVES, async (_, { path }) => {
    const { id: statisticId } = world.season.statistics.goals
    const made = await world.owner.post<{ id: string }>(`${world.season.path}/rewards`, {
      ...REWARD,
      statisticId,
    })
    return to(`${path}/rewards/${expectStatus(made, 201).id}`)
  }),
  'get /api/campaigns/{id}/rewards/standings': row(MANAGES, (_, { path }) => to(`${path}/rewards/standings`)),
  // Nobody has won yet: the season runs.
  'post /api/campaigns/{id}/rewards/{rewardId}/handouts': row('401 403 403 409 403 403 409', (_, { path }) =>
    to(`${path}/rewards/${world.rewardId}/handouts`, { pledgeId: world.rewardId }),
  ),
  'delete /api/campaigns/{id}/rewards/{rewardId}/handouts/{pledgeId}': row(
    '401 403 403 404 403 403 404',
    (_, { path }) => to(`${path}/rewards/${world.rewardId}/handouts/${world.rewardId}`),
  ),

  'get /api/campaigns/{id}/ambassadors': row(ALL_READ, (_, { path }) => to(`${path}/ambassadors`)),
  'post /api/campaigns/{id}/ambassadors': row(MANAGES_CREATES, (_, { path }) =>
    to(`${path}/ambassadors`, { email: anAddress() }),
  ),
  'put /api/campaigns/{id}/ambassadors/{ambassadorId}': row(MANAGES, async (_, { path }) =>
    to(`${path}/ambassadors/${(await invite(world, world.season, anAddress())).id}`, { resendEmail: true }),
  ),
  'delete /api/campaigns/{id}/ambassadors/{ambassadorId}': row(MANAGES_REMOVES, async (_, { path }) =>
    to(`${path}/ambassadors/${(await invite(world, world.season, anAddress())).id}`),
  ),
  'get /api/dashboard/campaigns/{id}/ambassadors/counts': row(MANAGES, (_, { id }) =>
    to(`/api/dashboard/campaigns/${id}/ambassadors/counts`),
  ),
  'post /api/campaigns/{id}/ambassadors/imports/preview': row(MANAGES, (_, { path }) =>
    to(`${path}/ambassadors/imports/preview`, { text: anAddress() }),
  ),
  'post /api/campaigns/{id}/ambassadors/imports': row(MANAGES_CREATES, (_, { path }) =>
    to(`${path}/ambassadors/imports`, { text: anAddress(), invited: 1 }),
  ),
  'post /api/campaigns/{id}/ambassadors/nudges': row(MANAGES, (_, { path }) =>
    to(`${path}/ambassadors/nudges`, { who: 'not_joined' }),
  ),
  'post /api/campaigns/{id}/ambassadors/{ambassadorId}/nudges': row(MANAGES, async (_, { path }) =>
    to(`${path}/ambassadors/${(await invite(world, world.season, anAddress())).id}/nudges`),
  ),
  'get /api/campaigns/{id}/audit-log': row(MANAGES, (_, { path }) => to(`${path}/audit-log`)),
  // One person is one ambassador of a campaign, so that everybody joins the other organisation's (R42).
  'post /api/campaigns/{id}/ambassadors/join': row(SIGNED_IN, async () => {
    const { token } = await invite(world.other, world.foreign, anAddress())
    return to(`${world.foreign.path}/ambassadors/join`, { token })
  }),
  'get /api/campaigns/{id}/leaderboard': row(ALL_READ, (_, { path }) => to(`${path}/leaderboard`)),
  'get /api/user/ambassadorships': row(SIGNED_IN, () => to('/api/user/ambassadorships')),
  // Whether they are named is their own choice, and not even an owner's (R27).
  'put /api/user/ambassadorships/{id}': row('401 404 404 404 404 200 404', () =>
    to(`/api/user/ambassadorships/${world.ambassadorId}`, { onLeaderboard: true }),
  ),

  'post /api/cards/setups': row(SIGNED_IN_CREATES, () => to('/api/cards/setups', {})),
  'get /api/card-refusals': row(REPRESENTATIVE, () => to('/api/card-refusals')),
  // Nobody has saved it.
  'post /api/cards': row(OWN_ONLY.replaceAll('404', '400'), () =>
    to('/api/cards', { stripePaymentMethodId: 'pm_of_nobody' }),
  ),
  'post /api/sandbox/card-setups/confirm': row(SIGNED_IN_CREATES, async (me) => {
    const { body } = await me.post<{ clientSecret: string }>('/api/cards/setups')
    const clientSecret = body.clientSecret ?? 'none'
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' }
    return to('/api/sandbox/card-setups/confirm', { clientSecret, ...card })
  }),

  'post /api/sandbox/charge-confirmations': row(OWN_ONLY.replaceAll('404', '400'), () =>
    to('/api/sandbox/charge-confirmations', { clientSecret: 'another one’s' }),
  ),
  // Its signature is its permission, and here cards are the sandbox's (R28).
  'post /api/webhooks/stripe': row('404 404 404 404 404 404 404', () => to('/api/webhooks/stripe', {})),
  'get /api/disputes': row(REPRESENTATIVE, () => to('/api/disputes')),
  'get /api/campaigns/{id}/disputes': row(REPRESENTATIVE, (_, { path }) => to(`${path}/disputes`)),
  'get /api/charges/{id}': row(REPRESENTATIVE, () => to(`/api/charges/${world.chargeId}`)),
  // What was taken is not due any more.
  'post /api/charges/{id}/reminders': row('401 403 403 403 403 403 409', () =>
    to(`/api/charges/${world.chargeId}/reminders`),
  ),
  'post /api/charges/{id}/evidence': row(REPRESENTATIVE, () => to(`/api/charges/${world.chargeId}/evidence`)),
  'post /api/charges/{id}/refunds': row(REPRESENTATIVE_CREATES, () =>
    to(`/api/charges/${world.chargeId}/refunds`, { amount: '1.00', reason: 'As a courtesy' }),
  ),
  'post /api/charges/{id}/confirmations': row(OWN_ONLY, () =>
    to(`/api/charges/${world.chargeId}/confirmations`),
  ),
  'post /api/charges/{id}/confirmations/outcome': row(OWN_ONLY, () =>
    to(`/api/charges/${world.chargeId}/confirmations/outcome`),
  ),

  'get /api/campaigns/{id}/settlements': row(REPRESENTATIVE, (_, { path }) => to(`${path}/settlements`)),
  'get /api/campaigns/{id}/settlements/preview': row(REPRESENTATIVE, (_, { path }) =>
    to(`${path}/settlements/preview?kind=progress`),
  ),
  'get /api/campaigns/{id}/settlements/schedule': row(REPRESENTATIVE, (_, { path }) =>
    to(`${path}/settlements/schedule`),
  ),
  'get /api/dashboard/campaigns/{id}/settlement-preview.csv': row(REPRESENTATIVE, (_, { id }) =>
    to(`/api/dashboard/campaigns/${id}/settlement-preview.csv?kind=progress`),
  ),
  'post /api/campaigns/{id}/settlements': row(REPRESENTATIVE_CREATES, (_, { path }) =>
    to(`${path}/settlements`, { kind: 'progress', version: 1 }),
  ),
  'get /api/campaigns/{id}/settlements/{settlementId}': row(REPRESENTATIVE, (_, { path }) =>
    to(`${withMoney(path)}/settlements/${world.settlementId}`),
  ),
  'get /api/campaigns/{id}/charges': row(REPRESENTATIVE, (_, { path }) => to(`${path}/charges`)),
  'get /api/campaigns/{id}/invoices': row(REPRESENTATIVE, (_, { path }) => to(`${path}/invoices`)),
  'get /api/campaigns/{id}/payments': row(REPRESENTATIVE, (_, { path }) => to(`${path}/payments`)),
  'post /api/campaigns/{id}/payments': row(REPRESENTATIVE_CREATES, async (_, { path }) => {
    const [invoice] = await invoicesOf(world, world.ended)
    return to(`${withMoney(path)}/payments`, payment(invoice ?? { id: randomUUID() }, '1.00', app))
  }),
  'post /api/invoices/searches': row(REPRESENTATIVE, () =>
    to('/api/invoices/searches', { search: 'INV-2026-000001' }),
  ),
  'get /api/payments': row(REPRESENTATIVE, () => to('/api/payments')),
  'get /api/payments/totals': row(REPRESENTATIVE, () => to('/api/payments/totals')),
  'post /api/campaigns/{id}/payments/{paymentId}/reversal': row(REPRESENTATIVE_CREATES, async (_, { path }) =>
    to(`${withMoney(path)}/payments/${await aPayment()}/reversal`, { why: 'bounced', on: TODAY() }),
  ),
  'get /api/deposits': row(REPRESENTATIVE, () => to('/api/deposits')),
  'post /api/deposits': row(REPRESENTATIVE_CREATES, async () =>
    to('/api/deposits', { paymentIds: [await aPayment()], amount: '1.00', depositedOn: TODAY() }),
  ),
  'get /api/deposits/{id}/slip.pdf': row(REPRESENTATIVE, async () =>
    to(`/api/deposits/${await aDeposit()}/slip.pdf`),
  ),
  'get /api/repayments': row(REPRESENTATIVE, () => to('/api/repayments')),
  'get /api/repayments/owed': row(REPRESENTATIVE, () => to('/api/repayments/owed')),
  // Nothing is owed: whoever may give back is told so, and nobody else is.
  'post /api/campaigns/{id}/repayments': row('401 403 403 403 403 403 409', (_, { path }) =>
    to(`${withMoney(path)}/repayments`, {
      ...{ kind: 'overpayment', sourceId: randomUUID(), method: 'cash', givenOn: TODAY() },
    }),
  ),
  'get /api/shortfalls': row(REPRESENTATIVE, () => to('/api/shortfalls')),
  'get /api/shortfalls.csv': row(REPRESENTATIVE, () => to('/api/shortfalls.csv')),
  // Nothing is missing: whoever may write off finds none, and nobody else is told so.
  'post /api/campaigns/{id}/shortfalls/{invoiceId}/write-offs': row(
    '401 403 403 403 403 403 404',
    (_, { path }) => to(`${withMoney(path)}/shortfalls/${randomUUID()}/write-offs`, { reason: 'Moved away' }),
  ),
  'post /api/campaigns/{id}/shortfalls/{invoiceId}/write-offs/{writeOffId}/approval': row(
    '401 403 403 403 403 403 404',
    (_, { path }) => to(`${withMoney(path)}/shortfalls/${randomUUID()}/write-offs/${randomUUID()}/approval`),
  ),
  'delete /api/campaigns/{id}/shortfalls/{invoiceId}/write-offs/{writeOffId}': row(
    '401 403 403 403 403 403 404',
    (_, { path }) => to(`${withMoney(path)}/shortfalls/${randomUUID()}/write-offs/${randomUUID()}`),
  ),
  'get /api/payouts': row(REPRESENTATIVE, () => to('/api/payouts')),
  'get /api/organizations/{id}/payouts': row(MANAGES, () =>
    to(`/api/organizations/${world.organizationId}/payouts`),
  ),
  // To everybody else there is no such payout; owners see totals, and no pledges (R38).
  'get /api/payouts/{id}': row(OWNS, async () => to(`/api/payouts/${await aPaidPayout()}`)),
  'get /api/payouts/{id}/statement.pdf': row(OWNS, async () =>
    to(`/api/payouts/${await aPaidPayout()}/statement.pdf`),
  ),
  'get /api/payouts/{id}/statement.csv': row(OWNS, async () =>
    to(`/api/payouts/${await aPaidPayout()}/statement.csv`),
  ),
  'get /api/payouts/{id}/entries': row(OPENS_PLEDGES, async () =>
    to(`/api/payouts/${await aPaidPayout()}/entries`),
  ),
  'get /api/payouts/{id}/entries.csv': row(OPENS_PLEDGES, async () =>
    to(`/api/payouts/${await aPaidPayout()}/entries.csv`),
  ),
  'get /api/campaigns/{id}/payouts': row(REPRESENTATIVE, (_, { path }) => to(`${path}/payouts`)),
  'post /api/campaigns/{id}/payouts': row(REPRESENTATIVE_CREATES, async (me, { path }) => {
    const prepared = await aPayout()
    expectStatus(await world.second.delete(`${world.ended.path}/payouts/${prepared}`), 200)
    return to(`${withMoney(path)}/payouts`, { amount: '1.00', note: me.email })
  }),
  'post /api/campaigns/{id}/payouts/{payoutId}/approval': row(REPRESENTATIVE_CREATES, async (_, { path }) => {
    await noDestinationWaits()
    await setDestination(world)
    return to(`${withMoney(path)}/payouts/${await aPayout()}/approval`, { reference: '1042' })
  }),
  'post /api/campaigns/{id}/payouts/{payoutId}/dispatch': row(REPRESENTATIVE_CREATES, async (_, { path }) =>
    to(`${withMoney(path)}/payouts/${await anApprovedPayout()}/dispatch`, { reference: '1042' }),
  ),
  'post /api/campaigns/{id}/payouts/{payoutId}/arrival': row(REPRESENTATIVE_CREATES, async (_, { path }) =>
    to(`${withMoney(path)}/payouts/${await anUnconfirmedPayout()}/arrival`, {}),
  ),
  'post /api/campaigns/{id}/payouts/{payoutId}/return': row(REPRESENTATIVE_CREATES, async (_, { path }) =>
    to(`${withMoney(path)}/payouts/${await anUnconfirmedPayout()}/return`, { reason: 'Moved' }),
  ),
  'delete /api/campaigns/{id}/payouts/{payoutId}': row(REPRESENTATIVE, async (_, { path }) =>
    to(`${withMoney(path)}/payouts/${await aPayout()}`),
  ),
  'get /api/campaigns/{id}/journal': row(REPRESENTATIVE, (_, { path }) => to(`${path}/journal`)),
  'get /api/receipts/{id}': row('401 404 404 404 404 404 200', () => to(`/api/receipts/${world.chargeId}`)),
  'get /api/receipts/{id}/receipt.pdf': row('401 404 404 404 404 404 200', () =>
    to(`/api/receipts/${world.chargeId}/receipt.pdf`),
  ),
  'get /api/pledge-links/{token}/receipts/{receiptId}': row(ALL_READ, async () =>
    to(`/api/pledge-links/${await aReceiptToken()}/receipts/${world.chargeId}`),
  ),
  'get /api/pledge-links/{token}/receipts/{receiptId}/receipt.pdf': row(ALL_READ, async () =>
    to(`/api/pledge-links/${await aReceiptToken()}/receipts/${world.chargeId}/receipt.pdf`),
  ),
  'get /api/giving/{year}': row(SIGNED_IN, () => to('/api/giving/2026')),
  'get /api/giving/{year}/statement.pdf': row(SIGNED_IN, () => to('/api/giving/2026/statement.pdf')),
  'get /api/organizations/{id}/receipts.zip': row(REPRESENTATIVE, () =>
    to(`/api/organizations/${world.organizationId}/receipts.zip`),
  ),
  'get /api/campaigns/{id}/balance': row(MANAGES, (_, { path }) => to(`${path}/balance`)),

  'post /api/campaigns/{id}/image': row(REPRESENTATIVE_CREATES, async (_, { path }) =>
    to(`${path}/image`, await aPicture()),
  ),
  'delete /api/campaigns/{id}/image': row('401 403 403 403 403 403 204', (_, { path }) =>
    to(`${path}/image`),
  ),
  'get /api/campaigns/{id}/share.png': row(ALL_READ, (_, { path }) => to(`${path}/share.png`)),
  'get /api/share.png': row(ALL_READ, () => to('/api/share.png')),
  'get /api/campaigns/{id}/qr.svg': row(ALL_READ, (_, { path }) => to(`${path}/qr.svg`)),
  'get /api/campaigns/{id}/qr.png': row(ALL_READ, (_, { path }) => to(`${path}/qr.png`)),
  'get /api/campaigns/{id}/flyer.pdf': row(ALL_READ, (_, { path }) => to(`${path}/flyer.pdf`)),

  'get /api/dashboard/campaigns/{id}/pledges': row(MANAGES, (_, { id }) =>
    to(`/api/dashboard/campaigns/${id}/pledges`),
  ),
  'get /api/dashboard/campaigns/{id}/ambassadors': row(MANAGES, (_, { id }) =>
    to(`/api/dashboard/campaigns/${id}/ambassadors`),
  ),
  // Each table as a file asks what the table asks.
  'get /api/desk/campaigns.csv': row(REPRESENTATIVE, () => to('/api/desk/campaigns.csv')),
  'get /api/user/campaigns.csv': row(SIGNED_IN, () => to('/api/user/campaigns.csv')),
  'get /api/user/pledges.csv': row(SIGNED_IN, () => to('/api/user/pledges.csv')),
  'get /api/card-refusals.csv': row(REPRESENTATIVE, () => to('/api/card-refusals.csv')),
  'get /api/disputes.csv': row(REPRESENTATIVE, () => to('/api/disputes.csv')),
  'get /api/payouts.csv': row(REPRESENTATIVE, () => to('/api/payouts.csv')),
  ...csvRow('supporters', MANAGES),
  ...csvRow('rewards', MANAGES),
  ...csvRow('ambassadors', MANAGES),
  ...csvRow('comments', MANAGES),
  ...csvRow('statistics', SCORES),
  ...csvRow('events', SCORES),
  ...csvRow('results', SCORES),
  ...csvRow('settlements', REPRESENTATIVE),
  ...csvRow('charges', REPRESENTATIVE),
  ...csvRow('journal', REPRESENTATIVE),
  'get /api/dashboard/campaigns/{id}/season-report.pdf': row(MANAGES, (_, { id }) =>
    to(`/api/dashboard/campaigns/${id}/season-report.pdf`),
  ),
  'get /api/reports/month': row(REPRESENTATIVE, () => to('/api/reports/month')),
  'get /api/reports/month.pdf': row(REPRESENTATIVE, () => to('/api/reports/month.pdf')),
  'get /api/reports/month.csv': row(REPRESENTATIVE, () => to('/api/reports/month.csv')),
  'get /api/reports/journal.csv': row(REPRESENTATIVE, () => to('/api/reports/journal.csv')),
  'get /api/reports/charges.csv': row(REPRESENTATIVE, () => to('/api/reports/charges.csv')),

  'post /api/contact': row('201 201 201 201 201 201 201', ({ email }) =>
    to('/api/contact', { name: 'Dana', email: email || 'dana@example.org', message: 'Please call us.' }),
  ),

  'get /api/user/mail-choices': row(SIGNED_IN, () => to('/api/user/mail-choices')),
  'put /api/user/mail-choices': row(SIGNED_IN, () =>
    to('/api/user/mail-choices', { kind: 'weekly_digest', isOn: true }),
  ),
  // The signature of the link is the permission, whoever holds it (R28).
  'get /api/unsubscribe-links/{token}': row(ALL_READ, async () =>
    to(`/api/unsubscribe-links/${await anUnsubscribeToken()}`),
  ),
  'post /api/unsubscribe-links/{token}': row(ALL_READ, async () =>
    to(`/api/unsubscribe-links/${await anUnsubscribeToken()}`, { isOn: false }),
  ),
  'post /unsubscribe/{token}': row(ALL_DONE, async () =>
    to(`/unsubscribe/${await anUnsubscribeToken()}`, 'List-Unsubscribe=One-Click'),
  ),

  // Only on one's own machine; there the outbox is for whoever sits at it.
  'get /api/dev/mail': row(ALL_READ, () => to('http://localhost:3000/api/dev/mail')),
  'get /api/dev/mail-samples': row(ALL_READ, () => to('/api/dev/mail-samples')),
  'get /api/dev/mail-samples/{name}': row(ALL_READ, () => to('/api/dev/mail-samples/statement')),
  'post /api/dev/clock': row(REPRESENTATIVE, () => to('/api/dev/clock', { days: 0 })),
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const walked = [...routes, ...ownMachineRoutes]

function send(me: Caller, method: string, { path, body }: Call): Promise<Answer<{ message?: string }>> {
  if (method === 'get') return me.get(path)
  if (method === 'delete') return me.delete(path)
  return method === 'put' ? me.put(path, body) : me.post(path, body)
}

it('the table names every route, and no other', () => {
  expect(Object.keys(TABLE).sort()).toEqual(walked.map(nameOf).sort())
})

describe.each(walked.map((route) => ({ ...route, name: nameOf(route) })))(
  '$name',
  ({ method, name, who }) => {
    const { expected, call } = TABLE[name] ?? { expected: '', call: () => ({ path: '' }) }

    it(`for ${who}: ${expected}`, async () => {
      const answered: string[] = []
      for (const kind of KINDS) {
        const me = world.people[kind]
        const { status } = await send(me, method, await call(me, world.season))
        answered.push(String(status))
      }
      const columns = (statuses: string[]) =>
        Object.fromEntries(KINDS.map((kind, at) => [kind, statuses[at]]))
      expect(columns(answered)).toEqual(columns(expected.split(' ')))
    })
  },
)

describe('a draft is not there for strangers (R23)', () => {
  const inCampaign = walked.filter(({ path }) => /^\/api\/(dashboard\/)?campaigns\/\{id\}/.test(path))
  it.each(inCampaign.map((route) => ({ ...route, name: nameOf(route) })))(
    '$name',
    async ({ method, name, who }) => {
      const { call } = TABLE[name] ?? { call: () => ({ path: '' }) }
      for (const kind of ['visitor', 'signed-in', 'scorer', 'other owner', 'ambassador'] as const) {
        const me = world.people[kind]
        const made = await call(me, world.draft)
        const { path } = name.endsWith('/join') ? { path: `${world.draft.path}/ambassadors/join` } : made
        const { status } = await send(me, method, { ...made, path })
        expect({ kind, status }).toEqual({ kind, status: who !== 'anyone' && kind === 'visitor' ? 401 : 404 })
      }
    },
  )

  it('and is there for its owner and representatives, who may change it; only the latter activate it', async () => {
    for (const me of [world.owner, world.representative]) {
      expect((await me.get(world.draft.path)).status).toBe(200)
      expect((await me.put(world.draft.path, { name: 'Not yet' })).status).toBe(200)
    }
    expect((await world.owner.put(world.draft.path, { status: 'active' })).status).toBe(403)
    const listed = async (me: Caller) =>
      expectStatus(await me.get<{ campaigns: { id: string } }[]>('/api/campaigns'), 200).map(
        (one) => one.campaigns.id,
      )
    expect(await listed(world.owner)).toContain(world.draft.id)
    expect(await listed(world.representative)).toContain(world.draft.id)
    for (const kind of ['visitor', 'signed-in', 'scorer', 'other owner', 'ambassador'] as const)
      expect(await listed(world.people[kind])).not.toContain(world.draft.id)
  })
})

describe('what is somebody else’s', () => {
  it('a thing of another campaign is not found through one’s own (R27)', async () => {
    const { foreign, season, owner, representative } = world
    const statistic = foreign.statistics.goals.id
    const calls: [Caller, string, Call][] = [
      [owner, 'put', to(`${foreign.path}/statistics/${season.statistics.goals.id}`, { name: 'Mine' })],
      [
        world.other.owner,
        'put',
        to(`${foreign.path}/statistics/${season.statistics.goals.id}`, { name: 'Mine' }),
      ],
      [representative, 'put', to(`${foreign.path}/events/${world.eventId}`, { name: 'Mine' })],
      [world.other.owner, 'put', to(`${foreign.path}/rewards/${world.rewardId}`, { title: 'Mine' })],
      [world.other.owner, 'delete', to(`${foreign.path}/rewards/${world.rewardId}`)],
      [
        world.other.owner,
        'post',
        to(`${foreign.path}/rewards/${world.rewardId}/handouts`, { pledgeId: world.rewardId }),
      ],
      [
        world.other.owner,
        'put',
        to(`${foreign.path}/ambassadors/${world.ambassadorId}`, { resendEmail: true }),
      ],
      [world.other.owner, 'delete', to(`${foreign.path}/ambassadors/${world.ambassadorId}`)],
      [world.other.owner, 'post', to(`${foreign.path}/ambassadors/${world.ambassadorId}/nudges`)],
      [world.other.owner, 'post', to(`${foreign.path}/comments/${world.commentId}/hidden`, { hidden: true })],
      [world.other.owner, 'post', to(`${foreign.path}/comments/${world.commentId}/reports`, {})],
      [world.other.owner, 'post', to(`${foreign.path}/results/${await anEntry()}/void`, { reason: 'No' })],
      [world.other.owner, 'delete', to(`${foreign.path}/results/${await aVoidAskedFor()}/void`)],
      [
        world.other.owner,
        'post',
        to(`${foreign.path}/results/confirmations`, { resultIds: [await anEntry()] }),
      ],
      [representative, 'get', to(`${foreign.path}/settlements/${world.settlementId}`)],
      [
        representative,
        'post',
        to(`${foreign.path}/payouts/${await aPayout()}/approval`, { reference: '1042' }),
      ],
      [representative, 'delete', to(`${foreign.path}/payouts/${await aPayout()}`)],
    ]
    const [first, ...rest] = calls
    expect((await send(...(first as [Caller, string, Call]))).status).toBe(403)
    for (const [me, method, call] of rest) {
      const { status } = await send(me, method, call)
      expect({ call: call.path, status }).toEqual({ call: call.path, status: 404 })
    }
    const other = `/api/organizations/${world.other.organizationId}`
    const foreignPeople: [Caller, string, Call][] = [
      [
        world.other.owner,
        'put',
        to(`${other}/invitations/${(await aMembersInvitation()).id}`, { resendEmail: true }),
      ],
      [world.other.owner, 'delete', to(`${other}/invitations/${(await aMembersInvitation()).id}`)],
      [world.other.owner, 'delete', to(`${other}/members/${(await aMember()).userId}`)],
      [representative, 'post', to(`${other}/payout-destinations/${await aDestination()}/approval`)],
      [representative, 'delete', to(`${other}/payout-destinations/${await aDestination()}`)],
    ]
    for (const [me, method, call] of foreignPeople) {
      const { status } = await send(me, method, call)
      expect({ call: call.path, status }).toEqual({ call: call.path, status: 404 })
    }
    const [invoice] = await invoicesOf(world, world.ended)
    const paid = await representative.post(
      `${foreign.path}/payments`,
      payment(invoice ?? { id: '' }, '1.00', app),
    )
    expect(paid.status).toBe(404)
    // Named in a body, it is a wrong field.
    const rows = [{ statisticId: statistic, quantity: 1 }]
    for (const body of [
      { rows, eventId: world.eventId },
      { rows: [{ statisticId: season.statistics.goals.id, quantity: 1 }], eventId: randomUUID() },
    ])
      expect((await owner.post(`${season.path}/results/matches`, body)).status).toBe(400)
  })

  it('one’s own pledges and profile are the only ones in one’s lists', async () => {
    const { supporter, people } = world
    const mine = expectStatus(await supporter.get<{ campaignId: string }[]>('/api/user/pledges'), 200)
    expect(mine.map(({ campaignId }) => campaignId)).toEqual([world.ended.id])
    const theirs = {
      ...(await pledgeBody(supporter, world.season, { ...RATES, method: 'check' })),
      pledgerId: supporter.userId,
    }
    expect((await people['signed-in'].post(`${world.season.path}/pledges`, theirs)).status).toBe(403)
    const profile = await people['signed-in'].post('/api/users', { ...PROFILE, email: supporter.email })
    expect(profile).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } })
  })

  it('an ambassador sees their own link and figures, and nobody else’s', async () => {
    const own = await world.people.ambassador.get<{ campaignId: string }[]>('/api/user/ambassadorships')
    expect(own.body.map(({ campaignId }) => campaignId)).toContain(world.season.id)
    const nobody = await app.user()
    expect((await nobody.get('/api/user/ambassadorships')).body).toEqual([])
    const shown = expectStatus(await app.visitor.get<object[]>(`${world.season.path}/ambassadors`), 200)
    for (const one of shown)
      expect(Object.keys(one).sort()).toEqual(['ambassadorReferralCode', 'firstName', 'id', 'lastInitial'])
  })

  it('supporters have no names for anybody but themselves and representatives (R26)', async () => {
    const { email } = world.supporter
    for (const kind of KINDS) {
      for (const path of [
        world.ended.path,
        `${world.ended.path}/pledges`,
        `/api/dashboard/campaigns/${world.ended.id}`,
      ]) {
        const { body } = await world.people[kind].get(path)
        expect(JSON.stringify(body)).not.toContain(email)
        expect(JSON.stringify(body)).not.toContain(world.supporter.userId)
      }
    }
  })
})

describe('a session’s cookie is not a bearer token (R28)', () => {
  it.each(walked.filter(({ who }) => who !== 'anyone').map((route) => ({ ...route, name: nameOf(route) })))(
    '$name answers 401 to a cookie, and to a token that is none',
    async ({ method, path }) => {
      const address = path.replace(/\{\w+\}/g, world.season.id)
      const attempts: Record<string, string>[] = [
        { cookie: await session() },
        { authorization: 'Bearer nonsense' },
        { authorization: `Basic ${world.owner.token}` },
        { authorization: `Bearer ${world.owner.token.slice(0, -3)}abc` },
      ]
      for (const headers of attempts) {
        const init = {
          method: method.toUpperCase(),
          headers: { ...headers, origin: 'http://localhost:3000' },
        }
        const body = method === 'post' || method === 'put' ? { body: '{}' } : {}
        expect((await app.app.request(address, { ...init, ...body })).status).toBe(401)
      }
    },
  )

  it('though with it one asks for a token', async () => {
    const headers = { cookie: await session() }
    const answer = await app.app.request('/api/identity/token', { headers })
    const { token } = (await answer.json()) as { token: string }
    const me = await app.app.request('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
  })

  let cookie = ''
  async function session(): Promise<string> {
    if (cookie) return cookie
    const account = { email: 'cookie@example.org', password: 'a long password' }
    await app.deps.identity.createAccount?.({ ...account, firstName: 'Coo', lastName: 'Kie' })
    const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(account) }
    const answer = await app.app.request('/api/identity/sign-in/email', init)
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect(cookie).toContain('session')
    return cookie
  }
})
