import { WITHOUT_CARD_COSTS } from '#domain/pledges/guest-limits.ts'
import { OpeningChoice, OpeningLinkForm, OpeningMailForm } from '#domain/schemas/opening.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { askByMail, chooseByLink, chooseOwn, ownChoice } from './tell-me.ts'

export const openingRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/opening-mails',
    who: 'anyone',
    summary:
      'Ask to be told when a campaign opens; a mail asks first, and the answer is the same for every address',
    rules: 'R28, R77',
    params: IdParams,
    body: OpeningMailForm,
    handle: async ({ deps, params, body, c }) => {
      await deps.limits.take('guest_mails', clientAddress(c), WITHOUT_CARD_COSTS)
      await askByMail(deps, params.id, body.email)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/opening-links',
    who: 'anyone',
    summary: 'Confirm it, or take it back, by the link of that mail',
    rules: 'R28, R77',
    params: IdParams,
    body: OpeningLinkForm,
    response: OpeningChoice,
    handle: ({ deps, transact, params, body }) => chooseByLink(deps, transact, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/opening',
    who: 'signed-in',
    summary: 'Whether the caller is told when a campaign opens',
    rules: 'R77',
    params: IdParams,
    response: OpeningChoice,
    handle: ({ deps, actor, params }) => ownChoice(deps.db, actor, params.id),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/opening',
    who: 'signed-in',
    summary: 'Be told when a campaign opens, or not',
    rules: 'R77',
    params: IdParams,
    body: OpeningChoice,
    response: OpeningChoice,
    handle: ({ deps, transact, actor, params, body }) => chooseOwn(deps, transact, actor, params.id, body),
  }),
]
