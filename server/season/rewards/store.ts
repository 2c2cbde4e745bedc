import type { Cents } from '#domain/money.ts'
import type { Reward, RewardForm } from '#domain/schemas/reward.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { columns, type Row, type Tier, toReward } from './queries.ts'

/** How many of a type are not archived, excluding this one. */
export async function countOfType(
  db: Db,
  campaignId: string,
  type: Reward['type'],
  exceptId: string | null,
): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from rewards
      where campaign_id = ${campaignId}
        and type = ${type}
        and archived_at is null
        and (${exceptId}::uuid is null or id <> ${exceptId}::uuid)
    `),
  )
  return row?.count ?? 0
}

export async function findReward(db: Db, campaignId: string, rewardId: string): Promise<Reward | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns}
    from rewards
    where campaign_id = ${campaignId}
      and id = ${rewardId}
      and archived_at is null
  `)
  return row && toReward(row)
}

export async function hasStatistic(db: Db, campaignId: string, statisticId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select id
    from statistics
    where campaign_id = ${campaignId}
      and id = ${statisticId}
  `)
  return rows.length > 0
}

const tiers = (reward: RewardForm): string =>
  JSON.stringify(
    reward.tieredRewards.map(
      ({ threshold, prize }): Tier => ({ thresholdCents: threshold satisfies Cents, prize }),
    ),
  )

const texts = (all: readonly string[]) => sql`${sql.param([...all])}::text[]`

export async function insertReward(
  db: Db,
  key: { id: string; campaignId: string; createdAt: Date },
  row: RewardForm,
): Promise<void> {
  await db.query(sql`
    insert into rewards (
      id, campaign_id, title, description, type, threshold_cents, max_winners, statistic_id,
      prize_details, qualification_criteria, prize_types, enable_tiered_rewards, tiered_rewards,
      has_additional_reward, additional_reward, sponsorships_available, created_at
    )
    values (
      ${key.id}, ${key.campaignId}, ${row.title}, ${row.description}, ${row.type}, ${row.threshold},
      ${row.maxWinners}, ${row.statisticId}, ${row.prizeDetails}, ${row.qualificationCriteria},
      ${texts(row.prizeTypes)}, ${row.enableTieredRewards}, ${tiers(row)}::jsonb,
      ${row.hasAdditionalReward}, ${row.additionalReward}, ${row.sponsorshipsAvailable},
      ${key.createdAt}
    )
  `)
}

export async function updateReward(db: Db, id: string, row: RewardForm): Promise<void> {
  await db.query(sql`
    update rewards
    set
      title = ${row.title},
      description = ${row.description},
      type = ${row.type},
      threshold_cents = ${row.threshold},
      max_winners = ${row.maxWinners},
      statistic_id = ${row.statisticId},
      prize_details = ${row.prizeDetails},
      qualification_criteria = ${row.qualificationCriteria},
      prize_types = ${texts(row.prizeTypes)},
      enable_tiered_rewards = ${row.enableTieredRewards},
      tiered_rewards = ${tiers(row)}::jsonb,
      has_additional_reward = ${row.hasAdditionalReward},
      additional_reward = ${row.additionalReward},
      sponsorships_available = ${row.sponsorshipsAvailable},
      version = version + 1
    where id = ${id}
  `)
}

/** What was promised stays readable: a reward is archived, never deleted (R45). */
export async function archiveReward(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update rewards set archived_at = ${at}, version = version + 1 where id = ${id}`)
}
