import { reasonNotToChangeRewards } from '#domain/campaigns/reward-rules.ts'
import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { dollars } from '#domain/money.ts'
import { REWARD_LIMITS, type Reward, type RewardForm } from '#domain/schemas/reward.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { refuseStale } from '#server/platform/http/versions.ts'
import type { Deps } from '#server/season/deps.ts'
import * as store from './store.ts'

const NAMES: Record<Reward['type'], string> = {
  top_supporter: 'Top Supporter',
  milestone_maker: 'Milestone Maker',
  elite_circle: 'Elite Circle',
  early_bird: 'Early Bird',
  sponsorship: 'Sponsorship',
}

async function existing(db: Db, campaignId: string, rewardId: string): Promise<Reward> {
  const reward = await store.findReward(db, campaignId, rewardId)
  if (!reward) throw notFound('Reward')
  return reward
}

function refuseFinal({ status, finalLockedAt }: Access): void {
  const reason = reasonNotToChangeRewards({ status, isFinalLocked: finalLockedAt !== null })
  if (reason) throw new DomainError('conflict', reason)
}

/** What the form alone cannot check: the campaign's other rewards and its statistics (R41). */
async function refuseMisfit(
  tx: Db,
  campaignId: string,
  rewardId: string | null,
  reward: RewardForm,
): Promise<void> {
  const tier = reward.tieredRewards.findIndex(({ threshold }) => threshold < 0)
  if (tier >= 0) throw invalidField(`tieredRewards.${tier}.threshold`, 'Threshold must be 0 or greater')
  if (reward.type === 'milestone_maker' && reward.statisticId === null) {
    throw invalidField('statisticId', 'Choose the statistic that this reward counts')
  }
  if (reward.statisticId !== null && !(await store.hasStatistic(tx, campaignId, reward.statisticId))) {
    throw invalidField('statisticId', 'That statistic is not in this campaign')
  }
  const most = REWARD_LIMITS[reward.type]
  if (most !== null && (await store.countOfType(tx, campaignId, reward.type, rewardId)) >= most) {
    const many = most === 1 ? 'one reward' : `${most} rewards`
    throw new DomainError('conflict', `A campaign has at most ${many} of type ${NAMES[reward.type]}`)
  }
}

const pageChanged = (tx: Transaction, deps: Deps, campaignId: string): void =>
  tx.afterCommit(() => deps.cache.changed([`campaign:${campaignId}`]))

export function createReward(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: RewardForm,
): Promise<Reward> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canManageRewards')
      // One that comes after the final lock changes no other's winners, and names its own to representatives only.
      refuseFinal({ ...access, finalLockedAt: null })
      await refuseMisfit(tx, campaignId, null, form)
      const id = newId(deps.clock)
      await store.insertReward(tx, { id, campaignId, createdAt: deps.clock.now() }, form)
      const after = await existing(tx, campaignId, id)
      await note(deps, tx, actor, 'reward.create', after, { after })
      return after
    },
    // Under the exclusive lock, so that two at once cannot both be the last one allowed.
    { campaignId, mode: 'exclusive' },
  )
}

type RewardKey = { campaignId: string; rewardId: string; ifMatch: number | null }

export function updateReward(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, rewardId, ifMatch }: RewardKey,
  changes: Partial<RewardForm>,
): Promise<Reward> {
  return transact(
    async (tx) => {
      refuseFinal(await accessWith(tx, actor, campaignId, 'canManageRewards'))
      const before = await existing(tx, campaignId, rewardId)
      refuseStale(ifMatch, before, before)
      const row = { ...formOf(before), ...changes }
      await refuseMisfit(tx, campaignId, rewardId, row)
      await store.updateReward(tx, rewardId, row)
      const after = await existing(tx, campaignId, rewardId)
      await note(deps, tx, actor, 'reward.update', after, { before, after })
      return after
    },
    { campaignId, mode: 'exclusive' },
  )
}

export function archiveReward(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  { campaignId, rewardId, ifMatch }: RewardKey,
): Promise<void> {
  return transact(
    async (tx) => {
      refuseFinal(await accessWith(tx, actor, campaignId, 'canManageRewards'))
      const before = await existing(tx, campaignId, rewardId)
      refuseStale(ifMatch, before, before)
      await store.archiveReward(tx, rewardId, deps.clock.now())
      await note(deps, tx, actor, 'reward.archive', before, { before })
    },
    { campaignId, mode: 'exclusive' },
  )
}

async function note(
  deps: Deps,
  tx: Transaction,
  { userId }: Actor,
  action: string,
  { id, campaignId }: Reward,
  change: { before?: Reward; after?: Reward },
): Promise<void> {
  await audit(tx, deps.clock, {
    actorId: userId,
    action,
    subject: 'reward',
    subjectId: id,
    campaignId,
    ...change,
  })
  pageChanged(tx, deps, campaignId)
}

/** The form that would create it; used for partial changes and for copies. */
export const formOf = (reward: Reward): RewardForm => ({
  ...reward,
  threshold: reward.threshold === null ? null : dollars(reward.threshold),
  tieredRewards: reward.tieredRewards.map(({ threshold, prize }) => ({
    threshold: dollars(threshold),
    prize,
  })),
})
