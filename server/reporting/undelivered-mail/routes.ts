import { UndeliveredMail } from '#domain/schemas/undelivered-mail.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { dismissUndelivered, listUndelivered, sendUndeliveredAgain } from './actions.ts'

export const undeliveredMailRoutes = [
  ...pagedRoute({
    path: '/api/undelivered-mails',
    who: 'representative',
    summary: 'Mail that could not be delivered, newest first',
    rules: 'R44',
    row: UndeliveredMail,
    open: ({ deps, actor }) => listUndelivered(deps.db, actor),
  }),
  defineRoute({
    method: 'post',
    path: '/api/undelivered-mails/{id}/retry',
    who: 'representative',
    summary:
      'Send an undelivered email again, to the recipient’s current address and with a full set of attempts',
    rules: 'R44',
    params: IdParams,
    handle: async ({ deps, transact, actor, params: { id } }) => {
      await sendUndeliveredAgain(deps, transact, actor, id)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/undelivered-mails/{id}/dismissal',
    who: 'representative',
    summary: 'Take an undelivered email off the list: it is not sent again',
    rules: 'R44',
    params: IdParams,
    handle: async ({ deps, transact, actor, params: { id } }) => {
      await dismissUndelivered(deps, transact, actor, id)
    },
  }),
]
