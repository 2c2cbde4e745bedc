import { queryOptions } from '@tanstack/react-query'
import type { Giving, LinkedGiving, Receipt } from '#domain/schemas/receipt.ts'
import { retryUnlessMissing } from '#web/api-error.ts'

const receiptPath = (id: string) => `/api/receipts/${encodeURIComponent(id)}`
const linkedPath = ({ token, id }: { token: string; id: string }) =>
  `/api/pledge-links/${encodeURIComponent(token)}/receipts/${encodeURIComponent(id)}`
const linkedGivingPath = ({ token, year }: { token: string; year: string }) =>
  `/api/pledge-links/${encodeURIComponent(token)}/giving/${encodeURIComponent(year)}`
/** Without a year: the newest with a payment. */
const givingPath = (year: string) => (year ? `/api/giving/${encodeURIComponent(year)}` : '/api/giving')
/** `supporter`: for representatives. `pledge`: in the name on it, where pledges of one account have several. */
type Asked = { supporter?: string | null | undefined; pledge?: string | null | undefined }
/** The end of the address of a year that is not simply one's own. */
export const givingOf = (asked: Asked): string => {
  const given = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

export const receiptFile = (id: string): string => `${receiptPath(id)}/receipt.pdf`
export const linkedReceiptFile = (key: { token: string; id: string }): string =>
  `${linkedPath(key)}/receipt.pdf`
export const givingFile = (year: string, of: string): string => `${givingPath(year)}/statement.pdf${of}`
export const linkedGivingFile = (key: { token: string; year: string }): string =>
  `${linkedGivingPath(key)}/statement.pdf`
export const receiptsArchive = (organizationId: string, year?: string): string =>
  `/api/organizations/${organizationId}/receipts.zip${year ? `?year=${year}` : ''}`

export const receiptQuery = (id: string) =>
  queryOptions<Receipt>({
    queryKey: ['receipts', id],
    meta: { path: receiptPath(id) },
    retry: retryUnlessMissing,
  })

/** By the link of its pledge. */
export const linkedReceiptQuery = (key: { token: string; id: string }) =>
  queryOptions<Receipt>({
    queryKey: ['pledge-links', key.token, 'receipts', key.id],
    meta: { path: linkedPath(key) },
    retry: retryUnlessMissing,
  })

export const givingQuery = (year: string, of = '') =>
  queryOptions<Giving>({
    queryKey: ['giving', year, of],
    meta: { path: `${givingPath(year)}${of}` },
    retry: retryUnlessMissing,
  })

/** Of the one pledge that a link shows. */
export const linkedGivingQuery = (key: { token: string; year: string }) =>
  queryOptions<LinkedGiving>({
    queryKey: ['pledge-links', key.token, 'giving', key.year],
    meta: { path: linkedGivingPath(key) },
    retry: retryUnlessMissing,
  })
