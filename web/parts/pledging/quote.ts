import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Quote } from '#domain/schemas/pledge.ts'
import { ApiError, isRateLimited } from '#web/api-error.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { api } from '#web/query-client.ts'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import type { PledgePayload } from './selection.ts'

/** The server refused it with a reason: asking again changes nothing. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !isRateLimited(error)

/** What a pledge would add up to: the server calculates it. */
export const quoteQuery = (campaignId: string, payload: PledgePayload) =>
  queryOptions<Quote>({
    queryKey: [...campaignKey(campaignId), 'quote', payload],
    queryFn: ({ signal }) =>
      api.ask(`/api/campaigns/${campaignId}/pledges/quote`, payload, signal) as Promise<Quote>,
    enabled: payload.pledgeStatistics.length > 0,
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 3 && !isRefused(error) && !isRateLimited(error),
  })

/** One request a second is enough while somebody types. */
const PAUSE_MS = 250

type QuoteNow = {
  /** The newest figures available: until `isCurrent`, those of the previous selection. */
  quote: Quote | undefined
  /** They belong to exactly the current selection. */
  isCurrent: boolean
  /** Why there are none, in words. */
  problem: string | undefined
}

export function useQuote(campaignId: string, payload: PledgePayload): QuoteNow {
  const debounced = useDebouncedValue(payload, PAUSE_MS)
  return quoteNow(useQuery(quoteQuery(campaignId, debounced)), { asked: debounced, payload })
}

type Answer = { data: Quote | undefined; error: Error | null; isPlaceholderData: boolean }

/** Without an amount there is nothing to owe: the figures of what was picked before are not shown. */
export function quoteNow(
  { data, error, isPlaceholderData }: Answer,
  { asked, payload }: { asked: PledgePayload; payload: PledgePayload },
): QuoteNow {
  if (payload.pledgeStatistics.length === 0) return { quote: undefined, isCurrent: false, problem: undefined }
  const isCurrent =
    data !== undefined && !isPlaceholderData && !error && JSON.stringify(asked) === JSON.stringify(payload)
  const problem = isRefused(error)
    ? (Object.values(error.fields)[0] ?? error.message)
    : 'The figures could not be calculated just now. Try again in a moment.'
  return { quote: data, isCurrent, problem: error ? problem : undefined }
}
