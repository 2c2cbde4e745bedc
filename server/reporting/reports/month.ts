/** The provider's month, from the journal and nothing else. Representatives only. */

import { type FiscalYear, yearSpan } from '#domain/billing/fiscal-year.ts'
import { lastMonthOf, monthAfter, type Period, type PeriodMonths } from '#domain/billing/period.ts'
import { dateIn, earliestDay, latestDay } from '#domain/places/zone.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import type { MonthFigures, ProviderMonth } from '#domain/schemas/report.ts'
import type { OrganizationYear, YearCampaign, YearFigures } from '#domain/schemas/year.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { readsMoneyOf } from '#server/accounts/organizations/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Actor } from '#server/platform/deps.ts'
import { newestBankLines } from './bank-store.ts'
import * as store from './store.ts'
import { monthCampaigns, monthTotals } from './store.ts'
import { type Counts, countsOf, organizationHasMoney, type YearKey, yearsOf } from './year-store.ts'

/** An organization's year, for its owners and the representatives: totals, and nobody by name. */
const YEAR_PAGE_SIZE = 50

type Reading = Pick<Deps, 'db' | 'clock' | 'config'>
type AskedYear = {
  organizationId: string
  year: number
  /** Without one, the month that the organization set. */
  from?: string | undefined
  money?: 'live' | 'sandbox' | undefined
}

const figuresOf = (one: MonthFigures, counts: Counts): YearFigures => ({
  collected: one.collected,
  refunds: one.refunds,
  disputes: one.disputes,
  bounced: one.bounced,
  net: one.net,
  commission: one.commission,
  paidOut: one.paidOut,
  owedBefore: one.owedBefore,
  owed: one.owed,
  ...counts,
})

/** The year is a month of twelve: the same queries, from its first day to the day after its last. */
function keyOf({ config }: Reading, { organizationId, money, ...asked }: AskedYear & FiscalYear): YearKey {
  const { firstDay, nextDay } = yearSpan(asked)
  return { from: firstDay, to: nextDay, moneyMode: money ?? config.moneyMode, organizationId }
}

async function campaignsOf(
  { db }: Reading,
  key: YearKey,
  page: { limit: number; page: number },
): Promise<{ campaigns: YearCampaign[]; count: number; totalCounts: Counts }> {
  const [{ campaigns, count }, countsIn] = await Promise.all([
    monthCampaigns(db, key, page),
    countsOf(db, key),
  ])
  return {
    count,
    totalCounts: countsIn(null),
    campaigns: campaigns.map((one) => ({
      campaignId: one.campaignId,
      campaignName: one.campaignName,
      ...figuresOf(one, countsIn(one.campaignId)),
    })),
  }
}

const yearIn = (
  organization: Pick<OwnOrganization, 'fiscalYearFrom'>,
  { year, from }: AskedYear,
): FiscalYear => ({ year, from: from ?? organization.fiscalYearFrom })

/** A day of it has begun somewhere, and not all of it is over everywhere. */
function progressOf(now: Date, { firstDay, lastDay }: { firstDay: string; lastDay: string }) {
  if (firstDay > latestDay(now)) return 'ahead'
  return lastDay >= earliestDay(now) ? 'running' : 'over'
}

export async function readYear(
  deps: Reading,
  actor: Actor,
  { page, ...asked }: AskedYear & { page: number },
  pageSize = YEAR_PAGE_SIZE,
): Promise<OrganizationYear> {
  const { organization } = await readsMoneyOf(deps.db, actor, asked.organizationId)
  const { year, from } = yearIn(organization, asked)
  const key = keyOf(deps, { ...asked, from })
  const { firstDay, lastDay } = yearSpan({ year, from })
  const now = deps.clock.now()
  const other = key.moneyMode === 'live' ? 'sandbox' : 'live'
  const [totals, { campaigns, count, totalCounts }, years, hasOther] = await Promise.all([
    monthTotals(deps.db, key),
    campaignsOf(deps, key, { limit: pageSize, page }),
    yearsOf(deps.db, key, { from, today: earliestDay(now) }),
    organizationHasMoney(deps.db, { ...key, moneyMode: other }),
  ])
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    timeZone: organization.timeZone,
    year,
    from,
    fiscalYearFrom: organization.fiscalYearFrom,
    firstDay,
    lastDay,
    progress: progressOf(now, { firstDay, lastDay }),
    years,
    moneyMode: key.moneyMode,
    hasOther,
    totals: figuresOf(totals, totalCounts),
    campaigns,
    campaignsCount: count,
    page,
    pages: Math.max(1, Math.ceil(count / pageSize)),
  }
}

export type YearRow = YearCampaign & { organizationName: string }

/** The year's campaigns page by page, for a file. Refused before the first row. */
export async function yearRows(deps: Reading, actor: Actor, asked: AskedYear) {
  const { organization } = await readsMoneyOf(deps.db, actor, asked.organizationId)
  const { year, from } = yearIn(organization, asked)
  const key = keyOf(deps, { ...asked, from })
  return {
    year: { year, from },
    name: organization.name,
    timeZone: organization.timeZone,
    moneyMode: key.moneyMode,
    read: async (page: { limit: number; page: number }): Promise<YearRow[]> =>
      (await campaignsOf(deps, key, page)).campaigns.map((one) => ({
        ...one,
        organizationName: organization.name,
      })),
  }
}

const PAGE_SIZE = 50

/** As many as a screen lists; the files have all. */
const MAX_ORGANIZATIONS = 200
const MAX_BANK_LINES = 200

/** In every campaign's zone: entries have the time at which they are recorded, so its figures stay. */
export const isOver = (month: string, now: Date): boolean => month < earliestDay(now).slice(0, 7)

type Asked = {
  month?: string | undefined
  months: PeriodMonths
  money?: 'live' | 'sandbox' | undefined
}

export function monthKey(
  deps: Pick<Deps, 'clock' | 'config'>,
  { month, months, money }: Asked,
): store.MonthKey & Period {
  // The month that has begun in every campaign's zone.
  const chosen = month ?? earliestDay(deps.clock.now()).slice(0, 7)
  return {
    month: chosen,
    months,
    from: `${chosen}-01`,
    to: `${monthAfter(chosen, months)}-01`,
    moneyMode: money ?? deps.config.moneyMode,
  }
}

/** The day that has begun for every campaign with entries so far; those of one zone have the same. */
export async function monthDrawnOn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { month, months, moneyMode }: Pick<ProviderMonth, 'month' | 'months' | 'moneyMode'>,
): Promise<string> {
  const now = deps.clock.now()
  const zones = await store.zonesOf(deps.db, monthKey(deps, { month, months, money: moneyMode }))
  const [first] = zones.map((zone) => dateIn(zone, now)).sort()
  return first ?? earliestDay(now)
}

export async function readMonth(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  query: Asked & { page: number },
  pageSize = PAGE_SIZE,
): Promise<ProviderMonth> {
  await demandRepresentative(deps.db, actor)
  const { month, months, ...key } = monthKey(deps, query)
  const now = deps.clock.now()
  const [totals, accounts, { campaigns, count }, listed, bank, hasOther, earlier, first] = await Promise.all([
    store.monthTotals(deps.db, key),
    store.monthAccounts(deps.db, key),
    store.monthCampaigns(deps.db, key, { limit: pageSize, page: query.page }),
    store.monthOrganizations(deps.db, key, { limit: MAX_ORGANIZATIONS, page: 1 }),
    newestBankLines(deps.db, key, MAX_BANK_LINES),
    store.hasMoney(deps.db, key.moneyMode === 'live' ? 'sandbox' : 'live'),
    store.receivedEarlier(deps.db, key),
    store.firstMonth(deps.db, key),
  ])
  const lastMonth = latestDay(now).slice(0, 7)
  return {
    ...(isOver(lastMonthOf({ month, months }), now) ? {} : { isRunning: true as const }),
    firstMonth: first ?? lastMonth,
    lastMonth,
    month,
    months,
    moneyMode: key.moneyMode,
    hasOther,
    totals,
    ...earlier,
    accounts,
    campaigns,
    campaignsCount: count,
    organizations: listed.organizations,
    organizationsCount: listed.count,
    bank: bank.lines,
    bankCount: bank.count,
    page: query.page,
    pages: Math.max(1, Math.ceil(count / pageSize)),
  }
}
