import { z } from 'zod'
import {
  AmbassadorCounts,
  InvitationsForm,
  InvitationsPreview,
  InvitationsPreviewForm,
  Invited,
  MailedAmbassador,
  Nudged,
  NudgeForm,
} from '#domain/schemas/ambassador.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { invitationsAgainAt } from '#server/messaging/mails/index.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { inviteAll, previewInvitations } from './actions.import.ts'
import { nudgeAll, nudgeAmbassador } from './actions.nudge.ts'
import { countByKind } from './store.ts'

export const AmbassadorParams = IdParams.extend({ ambassadorId: z.uuid('Not an id') })

/** Invites many ambassadors at once, and nudges those without supporters. */
export const managementRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/ambassadors/counts',
    who: 'owner',
    summary: 'How many ambassadors there are, have not joined, and have joined but have no supporter',
    rules: 'R24, R42, R51',
    params: IdParams,
    response: AmbassadorCounts,
    handle: async ({ deps, actor, params: { id } }) => {
      const { organizationId } = await accessWith(deps.db, actor, id, 'canManageAmbassadors')
      const [counts, again] = await Promise.all([
        countByKind(deps.db, id),
        invitationsAgainAt(deps.db, deps.clock.now(), { by: actor.userId, organizationId }),
      ])
      return { ...counts, invitationsAgainAt: again?.toISOString() ?? null }
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/imports/preview',
    who: 'owner',
    summary:
      'Read pasted addresses or a file of contacts: what inviting them would do, line by line; changes nothing',
    rules: 'R24, R42',
    params: IdParams,
    body: InvitationsPreviewForm,
    response: InvitationsPreview,
    handle: ({ transact, actor, params, body }) => previewInvitations(transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/imports',
    who: 'owner',
    summary: 'Invite everyone that the preview listed as new, without those left out, or no one',
    rules: 'R24, R42',
    creates: true,
    params: IdParams,
    body: InvitationsForm,
    response: Invited,
    handle: ({ deps, transact, actor, params, body }) => inviteAll(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/nudges',
    who: 'owner',
    summary: 'Email all who have not joined, or all without a supporter; each at most once an hour',
    rules: 'R24, R42',
    params: IdParams,
    body: NudgeForm,
    response: Nudged,
    handle: ({ deps, transact, actor, params, body }) => nudgeAll(deps, transact, actor, params.id, body.who),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/ambassadors/{ambassadorId}/nudges',
    who: 'owner',
    summary: 'Email one ambassador who has not joined or has no supporter; at most once an hour',
    rules: 'R24, R42',
    params: AmbassadorParams,
    response: MailedAmbassador,
    handle: ({ deps, transact, actor, params }) =>
      nudgeAmbassador(deps, transact, actor, { campaignId: params.id, ambassadorId: params.ambassadorId }),
  }),
]
