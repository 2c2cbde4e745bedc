/** Who certainly won nothing: only then may a receipt say that nothing was given in exchange (R37, R41). */
import { dollars } from '#domain/money.ts'
import { rewardRule } from '#domain/reward-rules.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { ALL_REWARDS, rewardsOf } from './queries.ts'
import { winnersOf } from './store.standings.ts'

type SupporterOf = { campaignId: string; pledgerId: string }
export const supporterKey = ({ campaignId, pledgerId }: SupporterOf): string => `${campaignId} ${pledgerId}`

/** Those of them whose campaign has decided its rewards, by the final lock, and who won none and were handed none. */
export async function withoutPrize(db: Db, supporters: readonly SupporterOf[]): Promise<Set<string>> {
  const byCampaign = Map.groupBy(supporters, ({ campaignId }) => campaignId)
  const decided = await db.query<{ id: string }>(sql`
    select id
    from campaigns
    where id = any(${sql.param([...byCampaign.keys()])}::uuid[])
      and final_locked_at is not null
  `)
  const without = new Set<string>()
  for (const { id } of decided) {
    const all = [...new Set((byCampaign.get(id) ?? []).map(({ pledgerId }) => pledgerId))]
    const won = await winnersAmong(db, id, all)
    for (const pledgerId of all)
      if (!won.has(pledgerId)) without.add(supporterKey({ campaignId: id, pledgerId }))
  }
  return without
}

async function winnersAmong(db: Db, campaignId: string, pledgerIds: readonly string[]): Promise<Set<string>> {
  const handed = await db.query<{ pledgerId: string }>(sql`
    select distinct p.pledger_id
    from reward_handouts h
    join pledges p on p.id = h.pledge_id
    where h.campaign_id = ${campaignId}
      and p.pledger_id = any(${sql.param([...pledgerIds])}::uuid[])
  `)
  const rewards = (await rewardsOf(db, campaignId, ALL_REWARDS)).map((reward) => ({
    rewardId: reward.id,
    statisticId: reward.statisticId,
    rule: rewardRule({
      ...reward,
      threshold: reward.threshold === null ? null : dollars(reward.threshold),
    }),
  }))
  const asked = { campaignId, isFinal: true, rewards, shown: { pledgerIds } }
  // Who has not paid yet may win once they have, and so may those who come after someone who never does.
  const found = [await winnersOf(db, asked), await winnersOf(db, { ...asked, withUnpaid: true })]
  const winners = found.flatMap((byReward) => [...byReward.values()].flat())
  return new Set([...handed, ...winners].map(({ pledgerId }) => pledgerId))
}
