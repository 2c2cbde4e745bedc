import { queryOptions } from '@tanstack/react-query'
import { MoneyMode, Month, PeriodMonths, type ProviderMonth } from '#domain/schemas/report.ts'
import { ApiError } from '#web/api-error.ts'

/** What the page's address says: the server decides where nothing is chosen, or nothing that can be. */
type MonthFilter = { month: string; months: string; money: string; page: string }

/** Nothing for one month, as without a choice. */
const monthsIn = (typed: string | null): string => {
  const months = typed === null ? 1 : (PeriodMonths.safeParse(typed).data ?? 1)
  return months === 1 ? '' : String(months)
}

export const monthFilterOf = (params: URLSearchParams): MonthFilter => ({
  month: Month.safeParse(params.get('month')).data ?? '',
  months: monthsIn(params.get('months')),
  money: MoneyMode.safeParse(params.get('money')).data ?? '',
  page: params.get('page') ?? '',
})
export const monthSearch = (look: Partial<MonthFilter>): string => {
  const chosen = Object.entries(look).filter(([, value]) => value !== '')
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`
}

export const providerMonthQuery = (look: MonthFilter) =>
  queryOptions<ProviderMonth>({
    queryKey: ['reports', 'month', look],
    meta: { path: `/api/reports/month${monthSearch(look)}` },
    retry: (failures, error) =>
      failures < 3 && !(error instanceof ApiError && [400, 401, 403].includes(error.status)),
  })

type MonthFile =
  | 'month.pdf'
  | 'month.csv'
  | 'organizations.csv'
  | 'balances.csv'
  | 'bank.csv'
  | 'journal.csv'
  | 'charges.csv'
  | 'books.zip'
type Shown = Pick<ProviderMonth, 'month' | 'months' | 'moneyMode'>
/** The same months and money as are shown. */
export const searchOf = ({ month, months, moneyMode }: Shown): Partial<MonthFilter> => ({
  month,
  months: months === 1 ? '' : String(months),
  money: moneyMode,
})
export const monthFile = (file: MonthFile, shown: Shown): string =>
  `/api/reports/${file}${monthSearch(searchOf(shown))}`

/** For owners, treasurers and representatives: totals, without names. */
export const seasonReport = (campaignId: string): string =>
  `/api/dashboard/campaigns/${campaignId}/season-report.pdf`
