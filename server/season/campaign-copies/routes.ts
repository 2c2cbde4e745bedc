import { Campaign } from '#domain/schemas/campaign.ts'
import { CampaignCopyForm } from '#domain/schemas/campaign-copy.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { copyCampaign } from './copy.ts'

export const campaignCopyRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/copies',
    who: 'owner',
    summary: 'Copy a campaign as a draft: its details, and the chosen parts of the rest',
    rules: 'R24, R27: people who manage the campaign',
    creates: true,
    params: IdParams,
    body: CampaignCopyForm,
    response: Campaign,
    handle: ({ deps, transact, actor, params, body }) => copyCampaign(deps, transact, actor, params.id, body),
  }),
]
