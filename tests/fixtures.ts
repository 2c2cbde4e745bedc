/** What the API tests start from: people, a campaign with every kind of statistic, and how a season moves on. */

import { dateIn } from '#domain/places/zone.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { type Cancellation, confirmationOf } from '#domain/schemas/cancellation.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import type { Charge, Invoice, Settlement } from '#domain/schemas/settlement.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sendWaitingMails } from '#server/messaging/mails/send.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { type Answer, type Caller, expectStatus, type TestApp } from './app.ts'
import { connectBankAccount } from './bank-accounts.ts'
import { joinOrganization } from './join-organization.ts'
import { lock } from './locks.ts'

export type TestOrganization = {
  app: TestApp
  organizationId: string
  owner: Caller
  scorer: Caller
  representative: Caller
  second: Caller
}

/** An organization with an owner and a scorer, and two representatives: rules that need two people have no exception. */
export async function setUpOrganization(
  app: TestApp,
  name = 'Harbor High Boosters',
): Promise<TestOrganization> {
  const owner = await app.user({ firstName: 'Olive' })
  const scorer = await app.user({ firstName: 'Sam' })
  const organization = expectStatus(
    await owner.post<{ id: string }>('/api/organizations', {
      name,
      description: 'Parents and neighbors',
      website: '',
      city: 'Boston',
      state: 'MA',
      organizationType: 'school',
    }),
    201,
  )
  await joinOrganization(app, organization.id, scorer)
  const representative = await app.representative('Morgan')
  const second = await app.representative('Riley')
  return { app, organizationId: organization.id, owner, scorer, representative, second }
}

export const CAMPAIGN = {
  name: 'Fall Season',
  aboutThisCampaign: 'Pledge on every goal',
  howThisCampaignHelps: { description: 'Floodlights' },
  goal: 10000,
  startDate: '2026-08-15',
  endDate: '2026-12-15',
  campaignType: 'athletic',
  template: 'soccer',
}

export const STATISTICS = {
  goals: {
    name: 'Goals',
    type: 'per_increment',
    icon: 'faFutbol',
    lastYearResult: 40,
    pledgeAmountOptions: [1, 2, 5],
  },
  wins: {
    name: 'Wins',
    type: 'per_increment',
    icon: 'faTrophy',
    expectedMax: 20,
    pledgeAmountOptions: [5, 10, 25],
  },
  champions: {
    name: 'Champions',
    type: 'per_achievement',
    icon: 'faMedal',
    pledgeAmountOptions: [25, 50, 100],
  },
  gift: { name: 'Gift', type: 'one_time', icon: 'faGift', pledgeAmountOptions: [25, 50, 100] },
} as const
export type StatisticKey = keyof typeof STATISTICS

export type Season = {
  id: string
  path: string
  campaign: Campaign
  statistics: Record<StatisticKey, Statistic>
}

export async function openDraft({ owner, organizationId }: TestOrganization): Promise<Season> {
  const campaign = expectStatus(
    await owner.post<Campaign>('/api/campaigns', { ...CAMPAIGN, organizationId }),
    201,
  )
  const path = `/api/campaigns/${campaign.id}`
  const made: Partial<Record<StatisticKey, Statistic>> = {}
  for (const [key, statistic] of Object.entries(STATISTICS)) {
    made[key as StatisticKey] = expectStatus(
      await owner.post<Statistic>(`${path}/statistics`, statistic),
      201,
    )
  }
  return { id: campaign.id, path, campaign, statistics: made as Season['statistics'] }
}

export async function openSeason(org: TestOrganization): Promise<Season> {
  const season = await openDraft(org)
  await setStatus(org, season, 'active')
  return season
}

/** Cancelling confirms the amounts as they are shown at this moment (R21). */
export async function tryToSetStatus(
  { representative }: TestOrganization,
  { path }: Season,
  status: Campaign['status'],
  { refundAll = false }: { refundAll?: boolean } = {},
): Promise<Answer<Campaign>> {
  if (status !== 'cancelled') return representative.put<Campaign>(path, { status })
  const shown = expectStatus(await representative.get<Cancellation>(`${path}/cancellation`), 200)
  const cancellation = confirmationOf(shown, refundAll)
  return representative.put<Campaign>(path, { status, cancellation })
}
export const setStatus = async (...given: Parameters<typeof tryToSetStatus>) =>
  expectStatus(await tryToSetStatus(...given), 200)

/** The card network's published test numbers, by how the sandbox answers them. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000341',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  authentication: '4000002760003184',
} as const

export async function saveCard(caller: Caller, number: string = CARDS.good): Promise<string> {
  const setup = expectStatus(await caller.post<{ clientSecret: string }>('/api/cards/setups'), 201)
  const card = { number, expMonth: 12, expYear: 2030 }
  if (caller.stripe) return caller.stripe.books.confirmSetup(setup.clientSecret, card).payment_method ?? ''
  const form = { clientSecret: setup.clientSecret, ...card, cvc: '123' }
  const path = '/api/sandbox/card-setups/confirm'
  return expectStatus(await caller.post<{ stripePaymentMethodId: string }>(path, form), 201)
    .stripePaymentMethodId
}

export type PledgeWish = {
  /** Of a test bank account. */
  account?: string
  lines: Partial<Record<StatisticKey, string>>
  method?: Pledge['paymentMethod']
  most?: string
  card?: string
  /** Which results count; by default those of the whole season (R58). */
  counts?: { from: 'season' | 'now' | 'match'; eventId?: string }
}

export async function pledgeBody(caller: Caller, { statistics }: Season, wish: PledgeWish) {
  const { lines, method = 'auto_bill_progress', most = null, card, counts } = wish
  const isCard = method.startsWith('auto_bill')
  const account = method === 'bank_account' ? await connectBankAccount(caller, wish.account) : null
  return {
    paymentMethod: method,
    stripePaymentMethodId: isCard ? await saveCard(caller, card) : account,
    maximumAmount: most,
    isAnonymous: false,
    ...(counts ? { counts } : {}),
    pledgeStatistics: Object.entries(lines).map(([key, pledgeAmount]) => ({
      statisticId: statistics[key as StatisticKey].id,
      pledgeAmount,
    })),
  }
}

/** A new supporter, who pledges. */
export async function pledge(
  { app }: TestOrganization,
  season: Season,
  wish: PledgeWish,
): Promise<{ supporter: Caller; pledge: Pledge }> {
  const supporter = await app.user({ firstName: 'Pat' })
  const body = await pledgeBody(supporter, season, wish)
  return {
    supporter,
    pledge: expectStatus(await supporter.post<Pledge>(`${season.path}/pledges`, body), 201),
  }
}

export type Match = { opponent: string; startTime: string; goals?: number; wins?: number; eventId?: string }

/** The scorer enters a match's totals; no one has confirmed them. */
export async function enterMatch(
  { scorer }: TestOrganization,
  season: Season,
  match: Match,
): Promise<ResultEntry[]> {
  const { opponent, startTime, eventId, goals, wins } = match
  const rows = Object.entries({ goals, wins }).flatMap(([key, quantity]) =>
    quantity === undefined ? [] : [{ statisticId: season.statistics[key as StatisticKey].id, quantity }],
  )
  const event = { name: `vs. ${opponent}`, startTime, opponent, venue: 'home' }
  const body = { ...(eventId ? { eventId } : { event }), rows }
  return expectStatus(await scorer.post<ResultEntry[]>(`${season.path}/results/matches`, body), 201)
}

export const confirm = async (by: Caller, { path }: Season, entries: readonly { id: string }[]) =>
  expectStatus(
    await by.post<ResultEntry[]>(`${path}/results/confirmations`, { resultIds: entries.map(({ id }) => id) }),
    201,
  )

/** Entered by the scorer, confirmed by the owner. Returns the match's event. */
export async function play(org: TestOrganization, season: Season, match: Match): Promise<string> {
  const entries = await enterMatch(org, season, match)
  await confirm(org.owner, season, entries)
  return entries[0]?.eventId as string
}

export const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }

/** The match's goals as they should have been, confirmed. */
export async function correctGoals(
  org: TestOrganization,
  season: Season,
  eventId: string,
  goals: number,
): Promise<void> {
  await play(org, season, { ...BAY, eventId, goals })
}

/** What became of an achievement, confirmed. */
export async function declare(
  org: TestOrganization,
  season: Season,
  kind: 'achieved' | 'withdrawn' | 'not_achieved',
): Promise<void> {
  const body = { statisticId: season.statistics.champions.id, kind }
  const entry = expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, body), 201)
  await confirm(org.owner, season, [entry])
}

export {
  declaredEarly,
  formToLock,
  lock,
  lockWhatIsShown,
  NO_ONES_PREVIEW,
  previewOf,
  tryToLock,
} from './locks.ts'

/** To the charge date: everyone was notified in time, and nothing is charged yet. */
export async function goToChargeDate({ app }: Pick<TestOrganization, 'app'>): Promise<void> {
  await advanceSettlements(app.deps)
  await sendWaitingMails(app.deps)
  app.clock.advance({ days: 3, minutes: 1 })
  await advanceSettlements(app.deps)
}

/** To the charge date and past it: notices, charges, refunds, mails. */
export async function runToChargeDate(org: Pick<TestOrganization, 'app'>): Promise<void> {
  await goToChargeDate(org)
  await runDueJobs(org.app.deps)
}

/** Locked, and past the charge date. */
export async function bill(org: TestOrganization, season: Season, kind: Settlement['kind']) {
  const settlement = await lock(org, season, kind)
  await runToChargeDate(org)
  return settlement
}

export const invoicesOf = async ({ representative }: TestOrganization, { path }: Season) =>
  expectStatus(await representative.get<Invoice[]>(`${path}/invoices?limit=200`), 200)

export const chargesOf = async ({ representative }: TestOrganization, { path }: Season) =>
  expectStatus(await representative.get<Charge[]>(`${path}/charges`), 200)

export const pledgeDetail = async (by: Caller, { id }: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200)

export const payment = (invoice: Pick<Invoice, 'id'>, amount: string, app: TestApp) => ({
  invoiceId: invoice.id,
  amount,
  method: 'check',
  // In the campaign's zone (R37).
  receivedOn: dateIn('America/New_York', app.clock.now()),
})

/** How many rows each table has, in all schemas of the program except the limits' counters. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const tables = await db.query<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'limits') order by 1`)
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as rows from ${name}`)
  const rows = await db.query<{ name: string; rows: number }>(sql.raw(counts.join(' union all ')))
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

/** Every account's sum, in cents. */
export async function accounts(db: Db): Promise<Record<string, number>> {
  const rows = await db.query<{ account: string; amount: number }>(sql`
    select account, sum(amount_cents)::bigint as amount from journal_postings group by account order by account`)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}
