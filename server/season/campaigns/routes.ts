import { DomainError } from '#domain/errors.ts'
import { AssignmentForm } from '#domain/schemas/bulk-action.ts'
import {
  Campaign,
  CampaignDetail,
  CampaignForm,
  CampaignUpdate,
  Management,
  NextCampaign,
  ScoreboardForm,
} from '#domain/schemas/campaign.ts'
import { LiveChange } from '#domain/schemas/live.ts'
import { accessTo } from '#server/accounts/access/index.ts'
import { LISTS, publicReads } from '#server/platform/changes/campaign-changes.ts'
import { TAKES_A_PERSON } from '#server/platform/http/api-keys.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { IdParams, NO_SNIFFING } from '#server/platform/http/http.ts'
import { answerPrivately, answerPublicly } from '#server/platform/http/public-answer.ts'
import { defineRoute } from '#server/season/deps.ts'
import { assignCampaign } from './assign.ts'
import { nextCampaign } from './dates.ts'
import { campaignDetail, management, publicCampaign } from './detail.ts'
import { createCampaign, updateCampaign } from './edit.ts'
import { setScoreboard } from './scoreboard-code.ts'

/** No proxy may store or buffer the stream. */
const STREAM_HEADERS = {
  ...NO_SNIFFING,
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

export const campaignRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns',
    who: 'signed-in',
    keys: 'any',
    summary: 'Create a campaign, as a draft',
    rules: 'R4, R22, R24',
    creates: true,
    body: CampaignForm,
    response: Campaign,
    handle: ({ deps, transact, actor, body }) => createCampaign(deps, transact, actor, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}',
    who: 'anyone',
    summary: 'A campaign as the public sees it',
    rules: 'R11, R18, R23, R26',
    params: IdParams,
    response: CampaignDetail,
    handle: async ({ deps, caller, params, c }) => {
      const answer = await publicCampaign(deps, params.id).catch((error) => {
        if (!caller) throw error
        return null
      })
      if (answer) return answerPublicly(c, answer)
      // Not public: a draft, which its owners and representatives see.
      await accessTo(deps.db, caller, params.id)
      return answerPrivately(c, {
        bytes: JSON.stringify(await campaignDetail(deps.db, params.id, deps.clock.now())),
      })
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/next',
    who: 'anyone',
    summary:
      'Where the page of a campaign that is over leads: the organization’s next one, else others of its kind',
    rules: 'R21, R23, R39',
    params: IdParams,
    response: NextCampaign,
    handle: async ({ deps, params: { id }, c }) => {
      const make = async () => ({
        bytes: JSON.stringify(await nextCampaign(publicReads(deps, LISTS), id, deps.clock.now())),
      })
      const key = `campaign next ${id.toLowerCase()}`
      return answerPublicly(c, await deps.cache.through(key, [LISTS], make))
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/live',
    who: 'anyone',
    summary: 'Changes of a public campaign as they happen, as server-sent events: hello, then change',
    rules: 'R18, R23, R26: the public view, never a draft',
    params: IdParams,
    response: LiveChange,
    handle: async ({ deps, params, c }) => {
      const body = await deps.live.open(params.id, clientAddress(c))
      // A HEAD request would never read the stream, nor close it.
      const isHead = c.req.raw.method === 'HEAD'
      if (isHead) await body.cancel()
      return new Response(isHead ? null : body, { headers: STREAM_HEADERS })
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}',
    who: 'owner',
    summary: 'Change a campaign',
    rules:
      'R21, R22, R24: owners while it is a draft, representatives always; cancelling carries the amounts that were confirmed, or is refused with them',
    params: IdParams,
    body: CampaignUpdate,
    response: Campaign,
    handle: async ({ deps, transact, actor, params, body, ifMatch, demandRecentSecondStep }) => {
      // Someone has looked at what becomes public, is closed, or is billed.
      const { status, endDate, settleAutomatically } = body
      if (actor.key && [status, endDate, settleAutomatically].some((one) => one !== undefined))
        throw new DomainError('forbidden', TAKES_A_PERSON)
      // Cancelling refunds payments and voids bills.
      if (status === 'cancelled') await demandRecentSecondStep()
      return updateCampaign(deps, transact, actor, { campaignId: params.id, ifMatch }, body)
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/representative',
    who: 'representative',
    summary: 'Assign a campaign to a representative, or to nobody',
    rules: 'R73',
    params: IdParams,
    body: AssignmentForm,
    handle: ({ deps, transact, actor, params, body }) =>
      assignCampaign(deps, transact, actor, params.id, body.representativeId),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/scoreboard',
    who: 'scorer',
    summary: 'Have the scoreboard show its code large for 15 minutes, or take it down',
    rules: 'R59',
    params: IdParams,
    body: ScoreboardForm,
    handle: ({ deps, transact, actor, params, body }) =>
      setScoreboard(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}',
    who: 'scorer',
    summary: 'The management screen',
    rules: 'rules section 5',
    params: IdParams,
    response: Management,
    handle: ({ deps, actor, params }) => management(deps, actor, params.id),
  }),
]
