import { queryOptions } from '@tanstack/react-query'
import type { Program } from '#domain/billing/exports/accounts.ts'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import { retryUnlessMissing } from '#web/api-error.ts'
import { organizationPath } from './organizations.ts'
import { monthFilterOf, monthSearch } from './reports.ts'

/** What the page's address says: the server decides where nothing is chosen. */
export function bookkeepingSearch(params: URLSearchParams): string {
  const { month, money } = monthFilterOf(params)
  return monthSearch({ month, money })
}

/** An organization's books, or the provider's. */
const pathOf = (organizationId: string | null): string =>
  `${organizationId === null ? '/api' : organizationPath(organizationId)}/bookkeeping`

export const bookkeepingQuery = (organizationId: string | null, search: string) =>
  queryOptions<Bookkeeping>({
    queryKey: ['bookkeeping', organizationId, search],
    meta: { path: `${pathOf(organizationId)}${search}` },
    retry: retryUnlessMissing,
  })

export const bookkeepingFile = (program: Program, { organization, month, moneyMode }: Bookkeeping): string =>
  `${pathOf(organization?.id ?? null)}/${program}${monthSearch({ month, money: moneyMode })}`

export const accountsPath = ({ organization }: Bookkeeping): string =>
  `${pathOf(organization?.id ?? null)}/accounts`
