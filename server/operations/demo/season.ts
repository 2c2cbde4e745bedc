/**
 * Leicester City's 2015-16 season as a campaign, played through the program's own API: from the first pledge to the
 * last cent. The story test and `npm run season` both run it from here.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isByCard } from '#domain/billing/instruments.ts'
import { dollars, formatUsd, sum, toDecimal } from '#domain/money.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Imported, ImportPreview } from '#domain/schemas/import.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { PledgeForm } from '#domain/schemas/pledge.ts'
import type { Balance, Invoice, Payment, Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'

/** One person at the API: returns the body, throws refusals. */
export type Person = {
  userId: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body?: unknown): Promise<T>
}

/** What the season is played with: people, a clock, and the jobs that follow from it. */
export type World = {
  owner: Person
  scorer: Person
  representative: Person
  second: Person
  supporter(index: number): Promise<Person>
  /** The scorer accepts an invitation. */
  joinAsScorer(organizationId: string): Promise<void>
  setClock(to: string): void
  runJobs(): Promise<void>
  /** Called for each thing that happened, in order. */
  say(line: string): void
}

const usd = (amount: string): string => formatUsd(dollars(amount))

const PLEDGES = 240

/** Deterministic and well distributed: every run plays the same season. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const readSeason = (name: '2014-15' | '2015-16'): Promise<string> =>
  readFile(join(import.meta.dirname, `leicester-city-${name}.csv`), 'utf8')

type Statistics = Record<'goals' | 'wins' | 'cleanSheets' | 'champions' | 'gift', Statistic>

const STATISTICS = {
  goals: {
    name: 'Goals',
    type: 'per_increment',
    icon: 'faFutbol',
    unitName: 'goal',
    expectedTarget: 50,
    lastYearResult: 46,
    pledgeAmountOptions: [1, 2.5, 5],
  },
  wins: {
    name: 'Wins',
    type: 'per_increment',
    icon: 'faTrophy',
    unitName: 'win',
    expectedMax: 20,
    expectedTarget: 14,
    lastYearResult: 11,
    pledgeAmountOptions: [5, 10, 25],
  },
  cleanSheets: {
    name: 'Clean sheets',
    type: 'per_increment',
    icon: 'faShieldAlt',
    unitName: 'clean sheet',
    expectedTarget: 12,
    lastYearResult: 10,
    pledgeAmountOptions: [2, 5, 10],
  },
  champions: {
    name: 'Champions',
    type: 'per_achievement',
    icon: 'faMedal',
    pledgeAmountOptions: [25, 50, 100],
  },
  gift: { name: 'A one-time gift', type: 'one_time', icon: 'faDonate', pledgeAmountOptions: [25, 50, 100] },
} as const

/** The organization, the campaign and its statistics; activated by a representative. */
async function openCampaign(world: World): Promise<{ campaign: Campaign; statistics: Statistics }> {
  const { owner, representative } = world
  const organization = await owner.post<{ id: string }>('/api/organizations', {
    name: 'Leicester City Supporters Club',
    description: 'Supporters who put their money on goals.',
    website: '',
    city: 'Leicester',
    state: 'MA',
    organizationType: 'sports_club',
  })
  const campaign = await owner.post<Campaign>('/api/campaigns', {
    name: 'Leicester City 2015-16',
    aboutThisCampaign: 'Five thousand to one. Pledge on every goal, win and clean sheet.',
    howThisCampaignHelps: { description: 'Half of it buys floodlights, half travel for the youth team.' },
    goal: 30000,
    startDate: '2015-08-01T00:00',
    endDate: '2016-05-20T00:00',
    campaignType: 'athletic',
    organizationId: organization.id,
    template: 'soccer',
  })
  const made = {} as Record<string, Statistic>
  for (const [key, statistic] of Object.entries(STATISTICS)) {
    made[key] = await owner.post<Statistic>(`/api/campaigns/${campaign.id}/statistics`, statistic)
  }
  await world.joinAsScorer(organization.id)
  await representative.put(`/api/campaigns/${campaign.id}`, { status: 'active' })
  return { campaign, statistics: made as Statistics }
}

const METHODS = ['auto_bill_progress', 'auto_bill_end', 'check', 'cash'] as const
const RATES = {
  goals: ['1.00', '2.50', '5.00', '0.75', '3.33'],
  wins: ['5.00', '10.00', '25.00', '7.77'],
  cleanSheets: ['2.00', '5.00', '10.00', '1.05'],
  champions: ['25.00', '50.00', '100.00', '1000.00'],
  gift: ['25.00', '50.00', '100.00', '12.34'],
}

/** Pledges of all kinds: one statistic to all five, capped or not, both timings, all four payment methods. */
function pledgeShape(
  index: number,
  statistics: Statistics,
): Omit<PledgeForm, 'stripePaymentMethodId' | 'maximumAmount' | 'pledgeStatistics'> & {
  maximumAmount: string | null
  pledgeStatistics: { statisticId: string; pledgeAmount: string }[]
} {
  const roll = dice(index * 7_919 + 1)
  const keys = Object.keys(RATES) as (keyof typeof RATES)[]
  const chosen = keys.filter((_, at) => at === index % keys.length || roll(3) === 0)
  const paymentMethod = METHODS[index % METHODS.length] ?? 'check'
  const caps = [null, null, '20.00', '75.50', '150.00', '400.00']
  return {
    pledgerId: null,
    ambassadorId: null,
    paymentMethod,
    paymentTiming: paymentMethod === 'auto_bill_progress' ? 'as_season_progresses' : 'end_of_campaign',
    isAnonymous: roll(4) === 0,
    note: roll(5) === 0 ? 'Come on, City!' : null,
    maximumAmount: caps[roll(caps.length)] ?? null,
    pledgeStatistics: chosen.map((key) => ({
      statisticId: statistics[key].id,
      pledgeAmount: RATES[key][roll(RATES[key].length)] ?? '1.00',
    })),
  }
}

const TEST_CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' }

async function saveCard(person: Person): Promise<string> {
  const setup = await person.post<{ clientSecret: string }>('/api/cards/setups')
  const card = await person.post<{ stripePaymentMethodId: string }>('/api/sandbox/card-setups/confirm', {
    ...TEST_CARD,
    clientSecret: setup.clientSecret,
  })
  return card.stripePaymentMethodId
}

/** The campaign in its current state. */
const management = async ({ owner }: World, { id }: Campaign): Promise<Campaign> =>
  (await owner.get<{ campaign: Campaign }>(`/api/dashboard/campaigns/${id}`)).campaign

async function pledge(
  world: World,
  campaign: Campaign,
  statistics: Statistics,
  from: number,
  to: number,
): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const supporter = await world.supporter(index)
    const shape = pledgeShape(index, statistics)
    const stripePaymentMethodId = isByCard(shape.paymentMethod) ? await saveCard(supporter) : null
    await supporter.post(`/api/campaigns/${campaign.id}/pledges`, { ...shape, stripePaymentMethodId })
  }
  const now = await management(world, campaign)
  world.say(`${to - from} pledges locked in: ${usd(now.totalPledged)} pledged so far`)
}

/** Rows `from` to `to` of the season, imported by the scorer and confirmed by the owner. */
async function importMatches(world: World, campaign: Campaign, from: number, to: number): Promise<void> {
  const [header, ...rows] = (await readSeason('2015-16')).trim().split('\n')
  const text = [header, ...rows.slice(from, to)].join('\n')
  const path = `/api/campaigns/${campaign.id}/imports`
  const { previewId } = await world.scorer.post<ImportPreview>(`${path}/preview`, { text })
  const { entered } = await world.scorer.post<Imported>(path, { text, previewId })
  await world.owner.post(`/api/campaigns/${campaign.id}/results/confirmations`, { resultIds: entered })
  world.say(
    `${to - from} matches imported: ${entered.length} results entered by one person, confirmed by another`,
  )
}

async function settle(world: World, campaign: Campaign, kind: 'progress' | 'final'): Promise<Settlement> {
  const path = `/api/campaigns/${campaign.id}/settlements`
  const preview = await world.representative.get<SettlementPreview>(`${path}/preview?kind=${kind}`)
  const settlement = await world.representative.post<Settlement>(path, {
    kind,
    version: preview.version,
    previewId: preview.previewId,
  })
  const { totals } = settlement
  world.say(
    `Version ${settlement.version} (${kind}) locked: ${usd(totals.toBill)} to bill, ${usd(totals.carried)} carried, ${usd(totals.lowered)} lowered`,
  )
  return settlement
}

async function chargeOn(world: World, day: string): Promise<void> {
  await world.runJobs()
  world.setClock(`${day}T20:00:00Z`)
  await world.runJobs()
}

/** Enters one match's goals again with the right figure: the difference is what is confirmed. */
async function correct(
  world: World,
  campaign: Campaign,
  statistics: Statistics,
  quantity: number,
): Promise<void> {
  const { events } = await world.owner.get<{
    events: { id: string; opponent: string | null; startTime: string }[]
  }>(`/api/dashboard/campaigns/${campaign.id}`)
  const match = events.find(({ opponent }) => opponent === 'West Ham United')
  const [entry] = await world.scorer.post<{ id: string }[]>(`/api/campaigns/${campaign.id}/results/matches`, {
    eventId: match?.id,
    rows: [{ statisticId: statistics.goals.id, quantity }],
    note: 'The referee gave an own goal',
  })
  await world.owner.post(`/api/campaigns/${campaign.id}/results/confirmations`, { resultIds: [entry?.id] })
}

async function recordChecks(world: World, campaign: Campaign): Promise<void> {
  let count = 0
  for (;;) {
    const invoices = await world.representative.get<Invoice[]>(
      `/api/campaigns/${campaign.id}/invoices?limit=200`,
    )
    const open = invoices.filter(({ state }) => state === 'open')
    if (open.length === 0) break
    const paymentIds: string[] = []
    for (const invoice of open) {
      const made = await world.representative.post<Payment>(`/api/campaigns/${campaign.id}/payments`, {
        invoiceId: invoice.id,
        amount: invoice.open,
        method: 'check',
        reference: `check ${1000 + count}`,
        receivedOn: '2016-06-10',
      })
      paymentIds.push(made.id)
      count += 1
    }
    await world.representative.post('/api/deposits', {
      paymentIds,
      amount: toDecimal(sum(open.map((invoice) => dollars(invoice.open)))),
      depositedOn: '2016-06-10',
    })
  }
  world.say(`${count} checks and envelopes recorded and deposited`)
}

export type Ending = { campaign: Campaign; balance: Balance; settlements: Settlement[]; pledgeCount: number }

/** The whole season. */
export async function playSeason(world: World): Promise<Ending> {
  world.setClock('2015-08-03T16:00:00Z')
  const { campaign, statistics } = await openCampaign(world)
  await pledge(world, campaign, statistics, 0, PLEDGES - 40)

  world.setClock('2015-11-02T12:00:00Z')
  await importMatches(world, campaign, 0, 11)
  await settle(world, campaign, 'progress')
  await chargeOn(world, '2015-11-06')

  // One goal too many was entered at West Ham, billed, and is now reversed: the next settlements include the correction.
  await correct(world, campaign, statistics, 1)
  world.say('A result that was billed is corrected down by one goal')
  await pledge(world, campaign, statistics, PLEDGES - 40, PLEDGES)

  world.setClock('2016-02-15T12:00:00Z')
  await importMatches(world, campaign, 11, 26)
  await settle(world, campaign, 'progress')
  await chargeOn(world, '2016-02-19')
  await correct(world, campaign, statistics, 2)
  world.say('The video shows that it was a goal after all: corrected back')

  world.setClock('2016-05-16T12:00:00Z')
  await importMatches(world, campaign, 26, 38)
  const title = await world.scorer.post<{ id: string }>(`/api/campaigns/${campaign.id}/results`, {
    statisticId: statistics.champions.id,
    kind: 'achieved',
    note: 'Confirmed on 2 May',
  })
  await world.owner.post(`/api/campaigns/${campaign.id}/results/confirmations`, { resultIds: [title.id] })
  await settle(world, campaign, 'progress')
  await chargeOn(world, '2016-05-21')

  await settle(world, campaign, 'final')
  await chargeOn(world, '2016-06-10')
  await recordChecks(world, campaign)
  await world.runJobs()
  // The checks have cleared.
  world.setClock('2016-06-17T20:00:00Z')

  const owed = await world.representative.get<Balance>(`/api/campaigns/${campaign.id}/balance`)
  const destinations = `/api/organizations/${campaign.organizationId}/payout-destinations`
  const destination = await world.representative.post<{ id: string }>(destinations, {
    method: 'check',
    payeeName: 'Leicester City Supporters',
    mailingAddress: 'PO Box 12, Boston, MA 02110',
  })
  await world.second.post(`${destinations}/${destination.id}/approval`, {})
  const payouts = `/api/organizations/${campaign.organizationId}/payouts`
  const payout = await world.representative.post<Payout>(payouts, {
    lines: [{ campaignId: campaign.id, amount: owed.owed }],
  })
  const ofPayout = `/api/payouts/${payout.id}`
  await world.second.post(`${ofPayout}/approval`, {})
  await world.second.post(`${ofPayout}/dispatch`, { reference: '1042' })
  world.say(`${usd(owed.owed)} paid out to the club: approved by a second person, then sent`)
  return {
    campaign: await management(world, campaign),
    balance: await world.representative.get<Balance>(`/api/campaigns/${campaign.id}/balance`),
    settlements: await world.representative.get<Settlement[]>(`/api/campaigns/${campaign.id}/settlements`),
    pledgeCount: PLEDGES,
  }
}
