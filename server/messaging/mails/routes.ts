import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import { MailSampleEntry, OutboxMail } from '#domain/schemas/mail.ts'
import { isLoopbackHost } from '#server/platform/config/origins.ts'
import { defineRoute, NO_SNIFFING, type Route } from '#server/platform/http/http.ts'
import { inScheme } from './layout.ts'
import { mailSamples } from './samples.ts'
import { newestMails } from './store.ts'

/** A mail's styles are inline, it runs nothing and loads nothing; only this site's own page may frame it. */
const HEADERS = {
  ...NO_SNIFFING,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
}

/** Only on a local machine: every mail as it looks, with sample data. */
export const mailSampleRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/dev/mail-samples',
    who: 'anyone',
    summary: 'Every mail that the product sends, with sample data',
    response: z.array(MailSampleEntry),
    handle: async () =>
      mailSamples().map(({ mail, template, ...sample }) => ({
        ...sample,
        subject: mail.subject,
        text: mail.text,
        isOptional: mail.unsubscribeUrl !== undefined,
      })) satisfies MailSampleEntry[],
  }),
  defineRoute({
    method: 'get',
    path: '/api/dev/mail-samples/{name}',
    who: 'anyone',
    summary: 'One of them as a page, in light or dark',
    params: z.object({ name: z.string().max(100) }),
    query: z.object({ scheme: z.enum(['light', 'dark']).default('light') }),
    produces: 'text/html',
    handle: async ({ params, query, c }) => {
      const found = mailSamples().find(({ name }) => name === params.name)
      if (!found) throw notFound('Mail')
      return c.body(inScheme(found.mail.html, query.scheme), 200, HEADERS)
    },
  }),
]

const MAX_SHOWN = 100

export const mailRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/dev/mail',
    who: 'anyone',
    summary: 'The outbox, newest first; only on one’s own machine, where no mail server is set',
    response: z.array(OutboxMail),
    handle: async ({ deps, c }) => {
      // The requested host name counts too: a foreign name that resolves to here could be used to read the codes.
      if (!deps.config.devTools || !isLoopbackHost(new URL(c.req.url).hostname)) throw notFound('Page')
      c.header('cache-control', 'no-store')
      const mails = await newestMails(deps.db, MAX_SHOWN)
      return mails.map(({ createdAt, ...mail }) => ({
        ...mail,
        createdAt: createdAt.toISOString(),
      })) satisfies OutboxMail[]
    },
  }),
]
