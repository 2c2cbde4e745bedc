import { z } from 'zod'
import { Success } from '#domain/schemas/identity.ts'
import { ThanksChoice, ThanksDecision, ThanksPage, ThanksSearch } from '#domain/schemas/thanks.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { chooseThanks, decideThanks, listThanks } from './actions.thanks.ts'

export const thanksRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/thanks/searches',
    who: 'representative',
    summary: 'Names of supporters who want to be thanked by name, newest first; each name shown is logged',
    rules: 'R26, R51',
    status: 200,
    params: IdParams,
    body: ThanksSearch,
    response: ThanksPage,
    handle: ({ deps, transact, actor, params, body }) =>
      listThanks(deps, transact, actor, { ...body, campaignId: params.id }),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/thanks/{pledgeId}',
    who: 'representative',
    summary: 'Show a name that was checked on the campaign’s page, or do not',
    rules: 'R26',
    params: IdParams.extend({ pledgeId: z.uuid('Not an id') }),
    body: ThanksDecision,
    response: Success,
    handle: async ({ deps, transact, actor, params, body }) => {
      await decideThanks(deps, transact, actor, {
        ...body,
        campaignId: params.id,
        pledgeId: params.pledgeId,
      })
      return { success: true }
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/pledges/{id}/thanks',
    who: 'signed-in',
    summary: 'Want to be thanked by name for a pledge of one’s own, or no longer',
    rules: 'R26',
    params: IdParams,
    body: ThanksChoice,
    response: Success,
    handle: async ({ deps, transact, actor, params, body }) => {
      await chooseThanks(deps, transact, actor, { ...body, pledgeId: params.id })
      return { success: true }
    },
  }),
]
