import { explainRule, rewardRule, tierPrize } from '#domain/campaigns/reward-rules.ts'
import { DomainError, notFound } from '#domain/errors.ts'
import { type Cents, cents, dollars, toDecimal, ZERO } from '#domain/money.ts'
import type { Reward, RewardProgress, RewardProgressQuery } from '#domain/schemas/reward.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { audit, auditNames } from '#server/platform/audit/audit.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { statisticsOf } from '#server/season/statistics/index.ts'
import * as store from './progress-store.ts'
import * as rewardStore from './store.ts'

const isFinal = ({ finalLockedAt, status }: Access): boolean =>
  finalLockedAt !== null || status === 'cancelled'

const termsOf = (reward: Reward) => ({
  ...reward,
  threshold: reward.threshold === null ? null : dollars(reward.threshold),
})

/** The state of each reward, with the winners and the reason. */
export async function rewardProgress(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  { rewardId, page }: RewardProgressQuery,
): Promise<RewardProgress[]> {
  const access = await accessWith(deps.db, actor, campaignId, 'canManageRewards')
  const [rewards, statistics] = await Promise.all([
    rewardStore.rewardsOf(deps.db, campaignId),
    statisticsOf(deps.db, campaignId),
  ])
  const all = rewards.filter(({ id }) => rewardId === undefined || id === rewardId)
  const names = new Map(statistics.map(({ id, name }) => [id, name]))
  const winners = await winnersOf(deps.db, access, all, { page })
  const counts = page > 1 ? await countsPastTheEnd(deps.db, access, all, winners) : new Map<string, Counts>()
  const late = await store.addedAfter(deps.db, campaignId, access.finalLockedAt)
  const standings = all.map((reward) => {
    const statistic = reward.statisticId === null ? null : (names.get(reward.statisticId) ?? null)
    const found = winners.get(reward.id) ?? []
    const progress = progressOf(access, { ...reward, isLate: late.has(reward.id) }, statistic, found)
    return { ...progress, ...counts.get(reward.id) }
  })
  await noteNames(deps, actor, campaignId, standings)
  return standings
}

type Counts = Pick<RewardProgress, 'qualified' | 'winnersCount'>

/** A page without winners says nothing about how many there are: that is counted from the first one. */
async function countsPastTheEnd(
  db: Db,
  access: Access,
  all: readonly Reward[],
  winners: ReadonlyMap<string, store.Winner[]>,
): Promise<Map<string, Counts>> {
  const empty = all.filter(({ id }) => winners.get(id)?.length === 0)
  const first = await winnersOf(db, access, empty, { page: 1 })
  return new Map(empty.map((reward) => [reward.id, countsOf(reward, first.get(reward.id) ?? [])]))
}

function countsOf(reward: Reward, [one]: readonly store.Winner[]): Counts {
  const { places } = rewardRule(termsOf(reward))
  const qualified = one?.qualified ?? 0
  return { qualified, winnersCount: Math.min(qualified, places ?? Number.POSITIVE_INFINITY) }
}

/** Who was shown which winner's name is logged. */
async function noteNames(
  deps: Deps,
  { userId }: Actor,
  campaignId: string,
  standings: readonly RewardProgress[],
): Promise<void> {
  const shown = standings.flatMap(({ winners }) => winners.filter(({ contact }) => contact !== null))
  const pledgeIds = new Set(shown.map(({ pledgeId }) => pledgeId))
  const named = [...pledgeIds].map((pledgeId) => ({ pledgeId, campaignId }))
  await auditNames(deps.db, deps.clock, userId, named)
}

const winnersOf = (
  db: Db,
  access: Access,
  all: readonly Reward[],
  shown: store.Shown,
): Promise<Map<string, store.Winner[]>> =>
  store.winnersOf(db, {
    shown,
    campaignId: access.campaignId,
    isFinal: isFinal(access),
    rewards: all.map((reward) => ({
      rewardId: reward.id,
      statisticId: reward.statisticId,
      rule: rewardRule(termsOf(reward)),
    })),
  })

const PAID_ONLY = 'Only pledges that are paid win.'

function progressOf(
  access: Access,
  reward: Reward & { isLate?: boolean },
  statistic: string | null,
  found: readonly store.Winner[],
): RewardProgress {
  const terms = termsOf(reward)
  const rule = rewardRule(terms)
  const tiers = reward.enableTieredRewards
    ? reward.tieredRewards.map(({ threshold, prize }) => ({ threshold: dollars(threshold), prize }))
    : []
  const decisive = ({ amountCents, rateCents }: store.Winner): Cents =>
    rule.measure === 'rate' ? cents(rateCents ?? ZERO) : cents(amountCents)
  return {
    rewardId: reward.id,
    explanation: [explainRule(terms, statistic), isFinal(access) && PAID_ONLY].filter(Boolean).join(' '),
    isFinal: isFinal(access),
    places: rule.places,
    ...countsOf(reward, found),
    winners: found.map((winner) => ({
      pledgeId: winner.pledgeId,
      place: winner.place,
      pledgedAt: winner.pledgedAt.toISOString(),
      figure: rule.measure === 'none' ? null : toDecimal(decisive(winner)),
      prize: tierPrize(tiers, decisive(winner)),
      isAnonymous: winner.isAnonymous,
      contact: mayKnow(access, winner.isAnonymous || reward.isLate === true)
        ? { name: winner.name, email: winner.email, phone: winner.phone }
        : null,
      handedOutAt: winner.handedOutAt?.toISOString() ?? null,
      ...(winner.isWinner ? {} : { isHandedOutOnly: true as const }),
    })),
  }
}

/**
 * Whether a winner's name may be shown: once it is final. An anonymous one's only to representatives, and those of a reward
 * that was added after the final lock: anyone's name could be read by making one.
 */
const mayKnow = (access: Access, isHidden: boolean): boolean =>
  isFinal(access) && (access.isRepresentative || !isHidden)

type HandoutKey = { campaignId: string; rewardId: string; pledgeId: string }

/** Marks a winner's prize as handed out: once it is final, and for a winner only. */
export function handOut(deps: Deps, transact: Transact, actor: Actor, key: HandoutKey): Promise<void> {
  const { campaignId, rewardId, pledgeId } = key
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canManageRewards')
      const reward = await rewardStore.findReward(tx, campaignId, rewardId)
      if (!reward) throw notFound('Reward')
      if (!isFinal(access)) {
        throw new DomainError('conflict', 'Winners are final once the final settlement is locked')
      }
      const found = (await winnersOf(tx, access, [reward], { pledgeId })).get(rewardId) ?? []
      const { winners } = progressOf(access, reward, null, found)
      const [winner] = winners
      if (!winner || winner.isHandedOutOnly)
        throw new DomainError('conflict', 'That pledge does not win this reward')
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
      if (!(await rewardStore.findReward(tx, campaignId, rewardId))) throw notFound('Reward')
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
