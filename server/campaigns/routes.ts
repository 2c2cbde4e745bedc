import { notFound } from '#domain/errors.ts'
import {
  Campaign,
  CampaignDetail,
  CampaignForm,
  CampaignUpdate,
  Management,
} from '#domain/schemas/campaign.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { accessTo } from './access.ts'
import { createCampaign, updateCampaign } from './actions.ts'
import { campaignDetail, management } from './detail.ts'
import { answerPrivately, answerPublicly } from './list-answer.ts'

export const campaignRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns',
    who: 'signed-in',
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
      const key = `campaign ${params.id}`
      const make = async () => {
        const detail = await campaignDetail(deps.db.replica, params.id, deps.clock.now())
        if (detail.campaigns.status === 'draft') throw notFound('Campaign')
        return { bytes: JSON.stringify(detail) }
      }
      const answer = await deps.cache.through(key, [key.replace(' ', ':')], make).catch((error) => {
        if (!caller) throw error
        return null
      })
      if (answer) return answerPublicly(c, answer)
      // Not public: a draft, which its owners and representatives see (R23).
      await accessTo(deps.db, caller, params.id)
      return answerPrivately(c, {
        bytes: JSON.stringify(await campaignDetail(deps.db, params.id, deps.clock.now())),
      })
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}',
    who: 'owner',
    summary: 'Change a campaign',
    rules: 'R21, R22, R24: owners while it is a draft, representatives always',
    params: IdParams,
    body: CampaignUpdate,
    response: Campaign,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      updateCampaign(deps, transact, actor, { campaignId: params.id, ifMatch }, body),
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
