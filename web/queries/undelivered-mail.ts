import { queryOptions } from '@tanstack/react-query'
import type { UndeliveredMail } from '#domain/schemas/undelivered-mail.ts'
import { retryUnlessRefused } from '#web/api-error.ts'
import type { Counted } from '#web/query-client.ts'

export const MAIL_PAGE_SIZE = 20

/** Mail that could not be delivered, newest first; `after` is the page before it. */
export const undeliveredQuery = (after: string | null = null) => {
  const query = new URLSearchParams({ limit: String(MAIL_PAGE_SIZE), ...(after ? { cursor: after } : {}) })
  return queryOptions<Counted<UndeliveredMail>>({
    queryKey: ['undelivered-mail', after],
    meta: { path: `/api/undelivered-mails?${query}`, isCounted: true },
    retry: retryUnlessRefused,
  })
}
