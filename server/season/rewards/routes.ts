import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import {
  HandoutForm,
  Reward,
  RewardForm,
  RewardProgress,
  RewardProgressQuery,
} from '#domain/schemas/reward.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { campaignCsv, defineRoute } from '#server/season/deps.ts'
import { archiveReward, createReward, updateReward } from './edit.ts'
import { handOut, rewardProgress, takeHandoutBack } from './progress.ts'
import { ALL_REWARDS, rewardsOf } from './store.ts'

const columns: CsvColumn<Reward>[] = [
  ['Reward', ({ title }) => title],
  ['Type', ({ type }) => type],
  ['Description', ({ description }) => description],
  ['Threshold (USD)', ({ threshold }) => threshold],
  ['Max winners', ({ maxWinners }) => maxWinners],
  ['Prize', ({ prizeDetails }) => prizeDetails],
  ['Qualification', ({ qualificationCriteria }) => qualificationCriteria],
]

export const rewardCsvRoutes = [
  campaignCsv({
    table: 'rewards',
    who: 'owner',
    permission: 'canManageRewards',
    rules: 'R41',
    columns: () => columns,
    pages: ({ deps, access }) => onePage(rewardsOf(deps.db, access.campaignId, ALL_REWARDS)),
  }),
]

const RewardParams = IdParams.extend({ rewardId: z.uuid('Not an id') })
/** Checks that depend on several fields run on the whole reward, after the named fields are applied. */
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
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/rewards/standings',
    who: 'owner',
    summary: 'The standings of each reward: who wins, and why',
    rules: 'R26, R41, R51',
    params: IdParams,
    query: RewardProgressQuery,
    response: z.array(RewardProgress),
    handle: ({ deps, actor, params, query }) => rewardProgress(deps, actor, params.id, query),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/rewards/{rewardId}/handouts',
    who: 'owner',
    summary: 'Mark a winner’s prize as handed out; a second time changes nothing',
    rules: 'R26, R41',
    params: RewardParams,
    body: HandoutForm,
    handle: ({ deps, transact, actor, params, body }) =>
      handOut(deps, transact, actor, {
        campaignId: params.id,
        rewardId: params.rewardId,
        pledgeId: body.pledgeId,
      }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/rewards/{rewardId}/handouts/{pledgeId}',
    who: 'owner',
    summary: 'Undo a handout that was marked by mistake',
    rules: 'R41',
    params: RewardParams.extend({ pledgeId: z.uuid('Not an id') }),
    handle: ({ deps, transact, actor, params }) =>
      takeHandoutBack(deps, transact, actor, {
        campaignId: params.id,
        rewardId: params.rewardId,
        pledgeId: params.pledgeId,
      }),
  }),
]
