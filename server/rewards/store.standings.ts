import type { Cents } from '#domain/money.ts'
import type { RewardRule } from '#domain/reward-rules.ts'
import { type Db, sql } from '#server/db/database.ts'
import { pledgeFigures } from '#server/pledges/actions.ts'

/** A list inside a response carries a hundred (R51). */
const MOST_SHOWN = 100

export type Winner = {
  pledgeId: string
  pledgedAt: Date
  amountCents: Cents
  rateCents: Cents | null
  isAnonymous: boolean
  name: string
  email: string
  phone: string | null
  handedOutAt: Date | null
  qualified: number
}

type Asked = {
  campaignId: string
  rewardId: string
  statisticId: string | null
  isFinal: boolean
  rule: RewardRule
}

/**
 * Those who win by the rule, in order. An amount is what is settled; until the final settlement, what is earned by
 * today's confirmed results. Cancelled pledges win nothing (R11, R41).
 */
export async function winnersBy(db: Db, asked: Asked): Promise<Winner[]> {
  const { campaignId, rewardId, statisticId, isFinal, rule } = asked
  const measure = { amount: sql`amount_cents`, rate: sql`coalesce(rate_cents, 0)`, none: sql`0::bigint` }[
    rule.measure
  ]
  const order = rule.order === 'largest' ? sql`${measure} desc,` : sql``
  return db.query<Winner>(sql`
    with figures as (${pledgeFigures(sql`p.campaign_id = ${campaignId} and p.status <> 'cancelled'`)}),
    contenders as (
      select p.id as pledge_id, p.created_at as pledged_at, p.is_anonymous, p.pledger_id,
             case when ${isFinal} then f.expected_cents else f.accrued_cents end as amount_cents, l.rate_cents
        from figures f join pledges p on p.id = f.id
        left join pledge_lines l on l.pledge_id = p.id and l.statistic_id = ${statisticId}::uuid),
    winners as (
      select *, count(*) over () as qualified from contenders where ${measure} >= ${rule.least}
       order by ${order} pledged_at, pledge_id limit ${Math.min(rule.places ?? MOST_SHOWN, MOST_SHOWN)})
    select w.pledge_id, w.pledged_at, w.is_anonymous, w.amount_cents, w.rate_cents, w.qualified::integer as qualified,
           concat_ws(' ', u.first_name, u.last_name) as name, u.email, u.phone, h.handed_out_at
      from winners w join users u on u.id = w.pledger_id
      left join reward_handouts h on h.reward_id = ${rewardId} and h.pledge_id = w.pledge_id
     order by ${order} pledged_at, w.pledge_id`)
}

/** False where it was handed out already. */
export async function insertHandout(
  db: Db,
  row: { campaignId: string; rewardId: string; pledgeId: string; by: string; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into reward_handouts (campaign_id, reward_id, pledge_id, handed_out_by, handed_out_at)
    values (${row.campaignId}, ${row.rewardId}, ${row.pledgeId}, ${row.by}, ${row.at})
    on conflict do nothing returning reward_id`)
  return rows.length > 0
}

export async function deleteHandout(db: Db, rewardId: string, pledgeId: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from reward_handouts where reward_id = ${rewardId} and pledge_id = ${pledgeId} returning reward_id`)
  return rows.length > 0
}
