import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, cents, dollars, toDecimal, ZERO } from '#domain/money.ts'
import { explainRule, rewardRule, tierPrize } from '#domain/reward-rules.ts'
import type { Reward, RewardStanding } from '#domain/schemas/reward.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { statisticsOf } from '#server/season/statistics/index.ts'
import * as queries from './queries.ts'
import * as store from './store.standings.ts'
import * as rewards from './store.ts'

const isFinal = ({ finalLockedAt, status }: Access): boolean =>
  finalLockedAt !== null || status === 'cancelled'

const termsOf = (reward: Reward) => ({
  ...reward,
  threshold: reward.threshold === null ? null : dollars(reward.threshold),
})

/** The state of each reward, with the winners and the reason (R41). */
export async function rewardStandings(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<RewardStanding[]> {
  const access = await accessWith(deps.db, actor, campaignId, 'canManageRewards')
  const [all, statistics] = await Promise.all([
    queries.rewardsOf(deps.db, campaignId),
    statisticsOf(deps.db, campaignId),
  ])
  const names = new Map(statistics.map(({ id, name }) => [id, name]))
  const winners = await winnersOf(deps.db, access, all)
  return all.map((reward) => {
    const statistic = reward.statisticId === null ? null : (names.get(reward.statisticId) ?? null)
    return standingOf(access, reward, statistic, winners.get(reward.id) ?? [])
  })
}

const winnersOf = (db: Db, access: Access, all: readonly Reward[]): Promise<Map<string, store.Winner[]>> =>
  store.winnersOf(db, {
    campaignId: access.campaignId,
    isFinal: isFinal(access),
    rewards: all.map((reward) => ({
      rewardId: reward.id,
      statisticId: reward.statisticId,
      rule: rewardRule(termsOf(reward)),
    })),
  })

function standingOf(
  access: Access,
  reward: Reward,
  statistic: string | null,
  found: readonly store.Winner[],
): RewardStanding {
  const terms = termsOf(reward)
  const rule = rewardRule(terms)
  const tiers = reward.enableTieredRewards
    ? reward.tieredRewards.map(({ threshold, prize }) => ({ threshold: dollars(threshold), prize }))
    : []
  const decisive = ({ amountCents, rateCents }: store.Winner): Cents =>
    rule.measure === 'rate' ? cents(rateCents ?? ZERO) : cents(amountCents)
  return {
    rewardId: reward.id,
    explanation: explainRule(terms, statistic),
    isFinal: isFinal(access),
    qualified: found[0]?.qualified ?? 0,
    places: rule.places,
    winners: found.map((winner, index) => ({
      pledgeId: winner.pledgeId,
      place: index + 1,
      pledgedAt: winner.pledgedAt.toISOString(),
      figure: rule.measure === 'none' ? null : toDecimal(decisive(winner)),
      prize: tierPrize(tiers, decisive(winner)),
      isAnonymous: winner.isAnonymous,
      contact: mayKnow(access, winner.isAnonymous)
        ? { name: winner.name, email: winner.email, phone: winner.phone }
        : null,
      handedOutAt: winner.handedOutAt?.toISOString() ?? null,
    })),
  }
}

/** Whether a winner's name may be shown: once it is final, and an anonymous one's to representatives only (R26). */
const mayKnow = (access: Access, isAnonymous: boolean): boolean =>
  isFinal(access) && (access.isRepresentative || !isAnonymous)

export type HandoutKey = { campaignId: string; rewardId: string; pledgeId: string }

/** Marks a winner's prize as handed out: once it is final, and for a winner only. */
export function handOut(deps: Deps, transact: Transact, actor: Actor, key: HandoutKey): Promise<void> {
  const { campaignId, rewardId, pledgeId } = key
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canManageRewards')
      const reward = await rewards.findReward(tx, campaignId, rewardId)
      if (!reward) throw notFound('Reward')
      if (!isFinal(access)) {
        throw new DomainError('conflict', 'Winners are final once the final settlement is locked')
      }
      const found = (await winnersOf(tx, access, [reward])).get(rewardId) ?? []
      const { winners } = standingOf(access, reward, null, found)
      const winner = winners.find((one) => one.pledgeId === pledgeId)
      if (!winner) throw new DomainError('conflict', 'That pledge does not win this reward')
      if (winner.isAnonymous && !access.isRepresentative) {
        throw new DomainError('forbidden', 'Only a representative can give an anonymous winner their prize')
      }
      const at = deps.clock.now()
      if (await store.insertHandout(tx, { ...key, by: actor.userId, at })) {
        await note(deps, tx, actor, 'reward.hand_out', key)
      }
    },
    { campaignId, mode: 'exclusive' },
  )
}

/** Undoes a handout that was marked by mistake. */
export function takeHandoutBack(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  key: HandoutKey,
): Promise<void> {
  const { campaignId, rewardId, pledgeId } = key
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canManageRewards')
      if (!(await rewards.findReward(tx, campaignId, rewardId))) throw notFound('Reward')
      if (!(await store.deleteHandout(tx, rewardId, pledgeId))) throw notFound('Handout')
      await note(deps, tx, actor, 'reward.take_back', key)
    },
    { campaignId, mode: 'exclusive' },
  )
}

const note = (deps: Deps, tx: Db, actor: Actor, action: string, key: HandoutKey): Promise<void> =>
  audit(tx, deps.clock, {
    actorId: actor.userId,
    action,
    subject: 'reward',
    subjectId: key.rewardId,
    campaignId: key.campaignId,
    after: { pledgeId: key.pledgeId },
  })
