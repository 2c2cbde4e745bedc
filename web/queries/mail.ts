import { queryOptions } from '@tanstack/react-query'
import type { LinkedMailChoice, MailChoice, MailSampleEntry } from '#domain/schemas/mail.ts'
import { retryUnlessMissing } from '#web/api-error.ts'

export const mailChoicesQuery = queryOptions<MailChoice[]>({
  queryKey: ['mail-choices'],
  meta: { path: '/api/user/mail-choices' },
  staleTime: 0,
})

/** What the link at the end of a mail would unsubscribe from. */
export const unsubscribeQuery = (token: string) =>
  queryOptions<LinkedMailChoice>({
    queryKey: ['unsubscribe-links', token],
    meta: { path: `/api/unsubscribe-links/${encodeURIComponent(token)}` },
    retry: retryUnlessMissing,
  })

/** Development only: every mail with sample data. */
export const mailSamplesQuery = queryOptions<MailSampleEntry[]>({
  queryKey: ['mail-samples'],
  meta: { path: '/api/dev/mail-samples' },
})
