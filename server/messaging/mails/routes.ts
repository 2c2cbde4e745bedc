import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import { OutboxMail } from '#domain/schemas/mail.ts'
import { isLoopbackHost } from '#server/platform/config/origins.ts'
import { defineRoute, type Route } from '#server/platform/http/http.ts'
import { newestMails } from './store.ts'

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
