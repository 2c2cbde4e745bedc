import { queryOptions } from '@tanstack/react-query'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import { ApiError } from '#web/api-error.ts'

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status)
const retry = (failures: number, error: unknown): boolean => failures < 3 && !isRefused(error)

const receiptPath = (id: string) => `/api/receipts/${encodeURIComponent(id)}`
const linkedPath = ({ token, id }: { token: string; id: string }) =>
  `/api/pledge-links/${encodeURIComponent(token)}/receipts/${encodeURIComponent(id)}`
const givingPath = (year: string) => `/api/giving/${encodeURIComponent(year)}`
const ofSupporter = (supporter: string | null): string =>
  supporter ? `?${new URLSearchParams({ supporter })}` : ''

export const receiptFile = (id: string): string => `${receiptPath(id)}/receipt.pdf`
export const linkedReceiptFile = (key: { token: string; id: string }): string =>
  `${linkedPath(key)}/receipt.pdf`
export const givingFile = (year: string, supporter: string | null): string =>
  `${givingPath(year)}/statement.pdf${ofSupporter(supporter)}`
export const receiptsArchive = (organizationId: string): string =>
  `/api/organizations/${organizationId}/receipts.zip`

export const receiptQuery = (id: string) =>
  queryOptions<Receipt>({ queryKey: ['receipts', id], meta: { path: receiptPath(id) }, retry })

/** By the link of its pledge (R44). */
export const linkedReceiptQuery = (key: { token: string; id: string }) =>
  queryOptions<Receipt>({
    queryKey: ['pledge-links', key.token, 'receipts', key.id],
    meta: { path: linkedPath(key) },
    retry: false,
  })

export const givingQuery = (year: string, supporter: string | null) =>
  queryOptions<Giving>({
    queryKey: ['giving', year, supporter],
    meta: { path: `${givingPath(year)}${ofSupporter(supporter)}` },
    retry,
  })
