import type { Cents } from '#domain/money.ts'
import type { RewardRule } from '#domain/reward-rules.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'

/** A list inside a response contains a hundred (R51). */
const MAX_SHOWN = 100

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

export type AskedReward = { rewardId: string; statisticId: string | null; rule: RewardRule }
type Asked = { campaignId: string; isFinal: boolean; rewards: readonly AskedReward[] }

/** The rules as columns, one row per reward. */
function askedRows(rewards: readonly AskedReward[]) {
  const column = <Value>(of: (reward: AskedReward) => Value) => sql.param(rewards.map(of))
  return sql`
    unnest(
      ${column(({ rewardId }) => rewardId)}::uuid[],
      ${column(({ statisticId }) => statisticId)}::uuid[],
      ${column(({ rule }) => rule.measure)}::text[],
      ${column(({ rule }) => rule.least)}::bigint[],
      ${column(({ rule }) => rule.order === 'largest')}::boolean[],
      ${column(({ rule }) => Math.min(rule.places ?? MAX_SHOWN, MAX_SHOWN))}::integer[]
    ) as asked (reward_id, statistic_id, measure, least, is_largest, places)
  `
}

/**
 * Those who win each reward by its rule, in order. An amount is what is settled; until the final settlement, what is earned
 * by confirmed results so far. Cancelled pledges win nothing (R11, R41). The figures of all pledges are computed once,
 * however many rewards need them.
 */
export async function winnersOf(
  db: Db,
  { campaignId, isFinal, rewards }: Asked,
): Promise<Map<string, Winner[]>> {
  const winners = new Map<string, Winner[]>(rewards.map(({ rewardId }) => [rewardId, []]))
  if (rewards.length === 0) return winners
  const rows = await db.query<Winner & { rewardId: string }>(sql`
    with figures as materialized (
      ${pledgeFigures(sql`p.campaign_id = ${campaignId} and p.status <> 'cancelled'`)}
    ),
    contenders as materialized (
      select
        p.id as pledge_id, p.created_at as pledged_at, p.is_anonymous, p.pledger_id,
        case when ${isFinal} then f.expected_cents else f.accrued_cents end as amount_cents
      from figures f
      join pledges p on p.id = f.id
    )
    select
      asked.reward_id, w.pledge_id, w.pledged_at, w.is_anonymous, w.amount_cents, w.rate_cents,
      w.qualified::integer as qualified,
      concat_ws(' ', u.first_name, u.last_name) as name,
      u.email, u.phone, h.handed_out_at
    from ${askedRows(rewards)}
    cross join lateral (
      select c.*, l.rate_cents, m.measured, count(*) over () as qualified
      from contenders c
      left join lateral (
        -- A rate that was raised counts as it is now; one that was stopped as it was last (R58).
        select rate_cents
        from pledge_lines
        where pledge_id = c.pledge_id
          and statistic_id = asked.statistic_id
        order by number desc
        limit 1
      ) l on true
      cross join lateral (
        select case asked.measure
          when 'amount' then c.amount_cents
          when 'rate' then coalesce(l.rate_cents, 0)
          else 0
        end as measured
      ) m
      where m.measured >= asked.least
      order by case when asked.is_largest then m.measured end desc, c.pledged_at, c.pledge_id
      limit asked.places
    ) w
    join users u on u.id = w.pledger_id
    left join reward_handouts h on h.reward_id = asked.reward_id and h.pledge_id = w.pledge_id
    order by
      asked.reward_id,
      case when asked.is_largest then w.measured end desc,
      w.pledged_at,
      w.pledge_id
  `)
  for (const { rewardId, ...winner } of rows) winners.get(rewardId)?.push(winner)
  return winners
}

/** False if it was already handed out. */
export async function insertHandout(
  db: Db,
  row: { campaignId: string; rewardId: string; pledgeId: string; by: string; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into reward_handouts (campaign_id, reward_id, pledge_id, handed_out_by, handed_out_at)
    values (${row.campaignId}, ${row.rewardId}, ${row.pledgeId}, ${row.by}, ${row.at})
    on conflict do nothing
    returning reward_id
  `)
  return rows.length > 0
}

export async function deleteHandout(db: Db, rewardId: string, pledgeId: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from reward_handouts
    where reward_id = ${rewardId}
      and pledge_id = ${pledgeId}
    returning reward_id
  `)
  return rows.length > 0
}
