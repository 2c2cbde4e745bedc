import { cents, toDecimal } from '#domain/money.ts'
import type { Reward } from '#domain/schemas/reward.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type Tier = { thresholdCents: number; prize: string }

export type Row = Omit<Reward, 'threshold' | 'tieredRewards'> & {
  thresholdCents: number | null
  tieredRewards: Tier[]
}

const decimal = (amount: number): string => toDecimal(cents(amount))

export const toReward = ({ thresholdCents, tieredRewards, ...row }: Row): Reward => ({
  ...row,
  threshold: thresholdCents === null ? null : decimal(thresholdCents),
  tieredRewards: tieredRewards.map((tier) => ({
    threshold: decimal(tier.thresholdCents),
    prize: tier.prize,
  })),
})

export const columns = sql`
  id, campaign_id, title, description, type, threshold_cents, max_winners, statistic_id,
  prize_details, qualification_criteria, prize_types, enable_tiered_rewards, tiered_rewards,
  has_additional_reward, additional_reward, sponsorships_available, version
`

/** A list inside a response contains its newest hundred (R51). */
const LIST_LIMIT = 100

export const ALL_REWARDS = 10_000

/** Those not archived, oldest first. */
export async function rewardsOf(db: Db, campaignId: string, limit = LIST_LIMIT): Promise<Reward[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from rewards
    where campaign_id = ${campaignId}
      and archived_at is null
    order by created_at desc, id desc
    limit ${limit}
  `)
  return rows.reverse().map(toReward)
}

export async function countRewards(db: Db, campaignId: string): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from rewards
      where campaign_id = ${campaignId}
        and archived_at is null
    `),
  )
  return row?.count ?? 0
}
