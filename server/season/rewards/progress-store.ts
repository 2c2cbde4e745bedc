import type { RewardRule } from '#domain/campaigns/reward-rules.ts'
import type { Cents } from '#domain/money.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { pledgeFigures } from '#server/season/pledges/index.ts'

/** On a page. */
const MAX_SHOWN = 100

export type Winner = {
  pledgeId: string
  pledgerId: string
  place: number
  pledgedAt: Date
  amountCents: Cents
  rateCents: Cents | null
  isAnonymous: boolean
  name: string
  email: string
  phone: string | null
  handedOutAt: Date | null
  qualified: number
  isWinner: boolean
}

type AskedReward = { rewardId: string; statisticId: string | null; rule: RewardRule }
/** A page of each reward's winners, or one pledge or all those of some supporters, whatever their place. */
export type Shown = { page: number } | { pledgeId: string } | { pledgerIds: readonly string[] }
type Asked = {
  campaignId: string
  isFinal: boolean
  rewards: readonly AskedReward[]
  shown: Shown
  /** Also who would win once everyone has paid. */
  withUnpaid?: boolean
}

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
      ${column(({ rule }) => rule.places)}::integer[]
    ) as asked (reward_id, statistic_id, measure, least, is_largest, places)
  `
}

/** Those who were only handed a prize are on the first page. */
function isShown(shown: Shown): SQL {
  if ('pledgeId' in shown) return sql`is_winner and ranked.pledge_id = ${shown.pledgeId}`
  if ('pledgerIds' in shown)
    return sql`is_winner and ranked.pledger_id = any(${sql.param([...shown.pledgerIds])}::uuid[])`
  const before = (shown.page - 1) * MAX_SHOWN
  const onPage = sql`(is_winner and ranked.place > ${before} and ranked.place <= ${before + MAX_SHOWN})`
  return before > 0 ? onPage : sql`(${onPage} or (not is_winner and h.handed_out_at is not null))`
}

/** What the first final version that stands settled, whatever is corrected after it: winners are final with that lock. */
const settledAtLock = (campaignId: string) => sql`
  select sp.pledge_id, sp.accrued_cents
  from settlement_pledges sp
  where sp.settlement_id = (
    select id
    from settlements
    where campaign_id = ${campaignId}
      and kind = 'final'
      and withdrawn_at is null
    order by version
    limit 1
  )
`

/** A promise wins nothing: money was received for pledge `p`, and none of it is still to pay. */
const isPaid = sql`
  exists (select from received_money m where m.pledge_id = p.id and m.kept_cents > 0)
  and not exists (select from invoices i where i.pledge_id = p.id and i.state = 'open')
  and not exists (
    select from charges h
    where h.pledge_id = p.id
      and h.state not in ('succeeded', 'voided')
  )
`

/**
 * Those who win each reward by its rule, in order, and then those who were handed a prize and are not among them. An amount
 * is what the final lock settled; until then, what is earned by confirmed results so far, paid or not. Cancelled pledges win nothing. The figures of all pledges are computed once, however many rewards need them.
 */
export async function winnersOf(
  db: Db,
  { campaignId, isFinal, rewards, shown, withUnpaid = false }: Asked,
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
        mailbox_of(u.email) as mailbox,
        case
          when ${isFinal} then coalesce(s.accrued_cents, f.expected_cents)
          else f.accrued_cents
        end as amount_cents
      from figures f
      join pledges p on p.id = f.id
      join users u on u.id = p.pledger_id
      left join (${settledAtLock(campaignId)}) s on s.pledge_id = f.id
      where ${isFinal && !withUnpaid ? isPaid : sql`true`}
    )
    select
      asked.reward_id, w.pledge_id, w.pledger_id, w.place::integer as place, w.pledged_at, w.is_anonymous, w.amount_cents, w.rate_cents,
      w.qualified::integer as qualified, w.is_winner,
      concat_ws(' ', u.first_name, u.last_name) as name,
      u.email, u.phone, w.handed_out_at
    from ${askedRows(rewards)}
    cross join lateral (
      select ranked.*, is_winner, h.handed_out_at
      from (
        select
          own.*,
          count(*) filter (where own.qualifies) over () as qualified,
          row_number() over (
            order by
              own.qualifies desc,
              case when asked.is_largest then own.measured end desc,
              own.pledged_at,
              own.pledge_id
          ) as place
        from (
          select
            c.*, l.rate_cents, m.measured,
            -- One person wins a reward once, with the pledge that places best (R41).
            m.measured >= asked.least and 1 = row_number() over (
              partition by c.mailbox
              order by
                m.measured >= asked.least desc,
                case when asked.is_largest then m.measured end desc,
                c.pledged_at,
                c.pledge_id
            ) as qualifies
          from contenders c
          left join lateral (
            -- A rate that was raised counts as it is now; one that was stopped does not (R58).
            select rate_cents
            from pledge_lines
            where pledge_id = c.pledge_id
              and statistic_id = asked.statistic_id
              and until_at is null
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
        ) own
      ) ranked
      cross join lateral (
        select ranked.qualifies and ranked.place <= coalesce(asked.places, ranked.place) as is_winner
      ) i
      left join reward_handouts h on h.reward_id = asked.reward_id and h.pledge_id = ranked.pledge_id
      where ${isShown(shown)}
    ) w
    ${supporterOf(sql`w.pledge_id`, sql`w.pledger_id`)}
    order by asked.reward_id, w.is_winner desc, w.place
  `)
  for (const { rewardId, ...winner } of rows) winners.get(rewardId)?.push(winner)
  return winners
}

/** The campaign's rewards that were added after this moment; none without one. */
export async function addedAfter(db: Db, campaignId: string, at: Date | null): Promise<Set<string>> {
  if (at === null) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    select id
    from rewards
    where campaign_id = ${campaignId}
      and created_at > ${at}
  `)
  return new Set(rows.map(({ id }) => id))
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
