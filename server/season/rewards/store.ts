import { rewardRule } from '#domain/campaigns/reward-rules.ts'
import { type Cents, cents, dollars, toDecimal } from '#domain/money.ts'
import type { Reward, RewardForm } from '#domain/schemas/reward.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { winnersOf } from './progress-store.ts'

type Tier = { thresholdCents: number; prize: string }

type Row = Omit<Reward, 'threshold' | 'tieredRewards'> & {
  thresholdCents: number | null
  tieredRewards: Tier[]
}

const decimal = (amount: number): string => toDecimal(cents(amount))

const toReward = ({ thresholdCents, tieredRewards, ...row }: Row): Reward => ({
  ...row,
  threshold: thresholdCents === null ? null : decimal(thresholdCents),
  tieredRewards: tieredRewards.map((tier) => ({
    threshold: decimal(tier.thresholdCents),
    prize: tier.prize,
  })),
})

const columns = sql`
  id, campaign_id, title, description, type, threshold_cents, max_winners, statistic_id,
  prize_details, qualification_criteria, prize_types, enable_tiered_rewards, tiered_rewards,
  has_additional_reward, additional_reward, sponsorships_available, version
`

/** A list inside a response contains its newest hundred. */
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

/** Who certainly won nothing: only then may a receipt say that nothing was given in exchange. */
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

/** What was promised stays readable: a reward is archived, never deleted. */
export async function archiveReward(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update rewards set archived_at = ${at}, version = version + 1 where id = ${id}`)
}
