/** The provider's month, from the journal and nothing else (R5, R38). Representatives only. */
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { dateIn, earliestDay, latestDay } from '#domain/zone.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

const PAGE_SIZE = 50

/** The first day of the next month: December is followed by January. */
function firstAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

type Asked = { month?: string | undefined; money?: 'live' | 'sandbox' | undefined }

export function monthKey(
  deps: Pick<Deps, 'clock' | 'config'>,
  { month, money }: Asked,
): store.MonthKey & { month: string } {
  // The month that has begun in every campaign's zone (R22).
  const chosen = month ?? earliestDay(deps.clock.now()).slice(0, 7)
  return {
    month: chosen,
    from: `${chosen}-01`,
    to: firstAfter(chosen),
    moneyMode: money ?? deps.config.moneyMode,
  }
}

/** The day that has begun for every campaign with entries so far; those of one zone have the same (R22). */
export async function monthDrawnOn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { month, moneyMode }: Pick<ProviderMonth, 'month' | 'moneyMode'>,
): Promise<string> {
  const now = deps.clock.now()
  const zones = await store.zonesOf(deps.db, monthKey(deps, { month, money: moneyMode }))
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
  const { month, ...key } = monthKey(deps, query)
  const now = deps.clock.now()
  const [totals, accounts, { campaigns, count }, hasOther, earlier, first] = await Promise.all([
    store.monthTotals(deps.db, key),
    store.monthAccounts(deps.db, key),
    store.monthCampaigns(deps.db, key, { limit: pageSize, page: query.page }),
    store.hasMoney(deps.db, key.moneyMode === 'live' ? 'sandbox' : 'live'),
    store.receivedEarlier(deps.db, key),
    store.firstMonth(deps.db, key.moneyMode),
  ])
  const lastMonth = latestDay(now).slice(0, 7)
  return {
    ...(month >= earliestDay(now).slice(0, 7) ? { isRunning: true as const } : {}),
    firstMonth: first ?? lastMonth,
    lastMonth,
    month,
    moneyMode: key.moneyMode,
    hasOther,
    totals,
    ...earlier,
    accounts,
    campaigns,
    campaignsCount: count,
    page: query.page,
    pages: Math.max(1, Math.ceil(count / pageSize)),
  }
}
