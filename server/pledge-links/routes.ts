import { z } from 'zod'
import { LinkedPledge, LinkRenewal, LinkToken } from '#domain/schemas/pledge-link.ts'
import { clientAddress } from '#server/adapters/identity-guards.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { readByLink, renewLink } from './actions.reading.ts'
import { revokeLinks } from './actions.ts'

export const pledgeLinkRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/pledge-links/{token}',
    who: 'anyone',
    summary: 'The one pledge that a link in an e-mail shows; changes nothing',
    rules: 'R44',
    params: z.object({ token: LinkToken }),
    response: LinkedPledge,
    handle: async ({ deps, params, c }) => {
      c.header('cache-control', 'private, no-store')
      c.header('referrer-policy', 'no-referrer')
      c.header('x-robots-tag', 'noindex, nofollow')
      return readByLink(deps, params.token)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/pledge-links/renewals',
    who: 'anyone',
    summary: 'Mail a new link to the address on file; answers the same whatever is found',
    rules: 'R28, R44',
    body: LinkRenewal,
    handle: async ({ deps, transact, body, c }) => {
      await deps.limits.take('contact', clientAddress(c))
      await renewLink(deps, transact, body.token)
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/pledges/{id}/links',
    who: 'signed-in',
    summary: 'No link mailed so far opens one’s own pledge any more',
    rules: 'R44',
    params: IdParams,
    handle: ({ deps, transact, actor, params }) => revokeLinks(deps, transact, actor, params.id),
  }),
]
