import { queryOptions } from '@tanstack/react-query'
import type { OrganizationYear } from '#domain/schemas/year.ts'
import { retryUnlessMissing } from '#web/api-error.ts'
import { organizationPath } from './organizations.ts'

/** What the page's address says besides the year: the server decides where nothing is chosen. */
type YearFilter = { from: string; money: string; page: string }

export const yearFilterOf = (params: URLSearchParams): YearFilter => ({
  from: params.get('from') ?? '',
  money: params.get('money') ?? '',
  page: params.get('page') ?? '',
})
export const yearSearch = (look: Partial<YearFilter>): string => {
  const chosen = Object.entries(look).filter(([, value]) => value !== '')
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`
}

const yearPath = (organizationId: string, year: number | string): string =>
  `${organizationPath(organizationId)}/years/${encodeURIComponent(year)}`

/** An organization's year, for its owners and the representatives. */
export const organizationYearQuery = (organizationId: string, year: string, look: YearFilter) =>
  queryOptions<OrganizationYear>({
    queryKey: ['organizations', organizationId, 'years', year, look],
    meta: { path: `${yearPath(organizationId, year)}${yearSearch(look)}` },
    retry: retryUnlessMissing,
  })

/** The month is always in it: a link stays the same year when the organization's fiscal year changes. */
export const yearFile = (
  file: 'year.pdf' | 'year.csv',
  { organizationId, year, from, moneyMode }: OrganizationYear,
): string => `${yearPath(organizationId, year)}/${file}${yearSearch({ from, money: moneyMode })}`
