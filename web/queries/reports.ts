import { queryOptions } from '@tanstack/react-query'
import { MoneyMode, Month, type ProviderMonth } from '#domain/schemas/report.ts'
import { ApiError } from '#web/api-error.ts'

/** What the page's address says: the server decides where nothing is chosen, or nothing that can be. */
type MonthFilter = { month: string; money: string; page: string }

export const monthFilterOf = (params: URLSearchParams): MonthFilter => ({
  month: Month.safeParse(params.get('month')).data ?? '',
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

type MonthFile = 'month.pdf' | 'month.csv' | 'journal.csv' | 'charges.csv'
export const monthFile = (file: MonthFile, { month, moneyMode }: ProviderMonth): string =>
  `/api/reports/${file}${monthSearch({ month, money: moneyMode })}`

/** For owners, treasurers and representatives: totals, without names. */
export const seasonReport = (campaignId: string): string =>
  `/api/dashboard/campaigns/${campaignId}/season-report.pdf`
