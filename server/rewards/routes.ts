import { z } from 'zod'
import { Reward, RewardForm } from '#domain/schemas/reward.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { archiveReward, createReward, updateReward } from './actions.ts'

const RewardParams = IdParams.extend({ rewardId: z.uuid('Not an id') })
/** What depends on other fields is checked on the whole reward, once the named fields are in it. */
const RewardUpdate = z.object(RewardForm.shape).partial()

export const rewardRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/rewards',
    who: 'owner',
    summary: 'Add a reward',
    rules: 'R24, R41',
    creates: true,
    params: IdParams,
    body: RewardForm,
    response: Reward,
    handle: ({ deps, transact, actor, params, body }) => createReward(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/rewards/{rewardId}',
    who: 'owner',
    summary: 'Change a reward',
    rules: 'R24, R41',
    params: RewardParams,
    body: RewardUpdate,
    response: Reward,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      updateReward(
        deps,
        transact,
        actor,
        { campaignId: params.id, rewardId: params.rewardId, ifMatch },
        body as never,
      ),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/rewards/{rewardId}',
    who: 'owner',
    summary: 'Archive a reward',
    rules: 'R24, R41, R45',
    params: RewardParams,
    handle: ({ deps, transact, actor, params, ifMatch }) =>
      archiveReward(deps, transact, actor, { campaignId: params.id, rewardId: params.rewardId, ifMatch }),
  }),
]
