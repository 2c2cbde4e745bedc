import { type Cents, cents, toDecimal } from '#domain/money.ts'
import { pledgeType } from '#domain/pledge.ts'
import type { PublicPledge, UserPledge } from '#domain/schemas/pledge.ts'
import type { StatisticType } from '#domain/statistic-types.ts'
import { GIFT_TYPES } from '#domain/statistic-types.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/**
 * What each pledge has accrued and is expected to pay, by the database's own sum (R9). After the final lock the
 * expected amount is exactly what is settled; in a cancelled campaign both are what was collected (R21). `which`
 * narrows the pledges.
 */
export const pledgeFigures = (which: ReturnType<typeof sql>) => sql`
  select
    p.id,
    coalesce(r.received_cents, f.accrued_cents) as accrued_cents,
    coalesce(
      r.received_cents, s.accrued_cents,
      least(p.agreed_maximum_cents, greatest(p.estimate_cents, f.accrued_cents))
    ) as expected_cents
  from pledges p
  join campaigns k on k.id = p.campaign_id
  join lateral (
    select least(
      p.agreed_maximum_cents,
      sum(
        case
          when l.type = any(${sql.param([...GIFT_TYPES])}::text[]) then l.rate_cents
          else line_amount(l.rate_cents, t.confirmed)
        end
      )
    )::bigint as accrued_cents
    from pledge_lines l
    join statistic_totals t on t.statistic_id = l.statistic_id
    where l.pledge_id = p.id
  ) f on true
  left join lateral (
    select sp.accrued_cents
    from settlements t
    join settlement_pledges sp on sp.settlement_id = t.id and sp.pledge_id = p.id
    where t.campaign_id = k.id
      and k.final_locked_at is not null
    order by t.version desc
    limit 1
  ) s on true
  left join lateral (
    select (
      select coalesce(sum(kept_cents), 0)
      from received_money
      where pledge_id = p.id
    )::bigint as received_cents
    where k.status = 'cancelled'
  ) r on true
  where ${which}
`

/**
 * Brings the campaign's totals to its pledges' figures: under the exclusive lock, after results or a settlement
 * changed them (R11, R12). The first of the sixteen rows takes all of it.
 */
export async function refreshCampaignTotals(db: Db, campaignId: string): Promise<void> {
  await db.query(sql`
    with f as (${pledgeFigures(sql`p.campaign_id = ${campaignId} and p.status <> 'cancelled'`)}),
    s as (
      select
        coalesce(sum(expected_cents), 0)::bigint as pledged,
        coalesce(sum(accrued_cents), 0)::bigint as earned,
        count(*)::integer as supporters
      from f
    )
    update campaign_totals t
    set
      pledged_cents = case when shard = 0 then s.pledged else 0 end,
      earned_cents = case when shard = 0 then s.earned else 0 end,
      supporters_count = case when shard = 0 then s.supporters else 0 end
    from s
    where t.campaign_id = ${campaignId}
  `)
}

/** The same where the figures were just computed: the first final settlement holds every pledge (R9). */
export async function settleCampaignTotals(
  db: Db,
  campaignId: string,
  { accrued, pledges }: { accrued: Cents; pledges: number },
): Promise<void> {
  await db.query(sql`
    update campaign_totals
    set
      pledged_cents = case when shard = 0 then ${accrued}::bigint else 0 end,
      earned_cents = case when shard = 0 then ${accrued}::bigint else 0 end,
      supporters_count = case when shard = 0 then ${pledges}::integer else 0 end
    where campaign_id = ${campaignId}
  `)
}

type ListRow = {
  id: string
  createdAt: Date
  note: string | null
  status: UserPledge['status']
  expectedCents: number
  number: number
  types: StatisticType[]
}

export type ListedPledge = PublicPledge & { pledgeType: string; status: UserPledge['status'] }

/** Newest first, numbered from the first pledge on; never by name (R26). Cancelled pledges are not among them (R11). */
export async function pledgesOf(
  db: Db,
  campaignId: string,
  { limit, beforeId = null, count }: { limit: number; beforeId?: string | null; count: number },
): Promise<ListedPledge[]> {
  const rows = await db.query<ListRow>(sql`
    with page as (
      select
        p.id, p.created_at, p.note, p.status, p.agreed_maximum_cents, p.estimate_cents,
        p.campaign_id
      from pledges p
      where p.campaign_id = ${campaignId}
        and p.status <> 'cancelled'
        and p.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
      order by p.id desc
      limit ${limit}
    ),
    f as (${pledgeFigures(sql`p.id in (select id from page)`)})
    select
      page.id, page.created_at, page.note, page.status, f.expected_cents,
      ${count} - (
        case
          when ${beforeId}::uuid is null then 0
          else (
            select count(*)
            from pledges q
            where q.campaign_id = ${campaignId}
              and q.status <> 'cancelled'
              and q.id >= ${beforeId}::uuid
          )
        end
      )::integer - (row_number() over (order by page.id desc))::integer + 1 as number,
      array(
        select distinct l.type
        from pledge_lines l
        where l.pledge_id = page.id
      ) as types
    from page
    join f on f.id = page.id
    order by page.id desc
  `)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    totalAmountDue: toDecimal(cents(row.expectedCents)),
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    pledgeType: pledgeType(row.types),
  }))
}

export async function countPledges(db: Db, campaignId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select coalesce(sum(supporters_count), 0) as count
    from campaign_totals
    where campaign_id = ${campaignId}
  `)
  return row?.count ?? 0
}

/** A user's own pledges, newest first (R51). */
export async function pledgesBy(
  db: Db,
  userId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null },
): Promise<UserPledge[]> {
  type Row = Omit<ListRow, 'number' | 'note'> & { campaignId: string; campaignName: string }
  const rows = await db.query<Row>(sql`
    with page as (
      select p.id, p.created_at, p.status, p.campaign_id
      from pledges p
      where p.pledger_id = ${userId}
        and p.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
      order by p.id desc
      limit ${limit}
    ),
    f as (${pledgeFigures(sql`p.id in (select id from page)`)})
    select
      page.id, page.created_at, page.status, page.campaign_id, c.name as campaign_name,
      f.expected_cents,
      array(
        select distinct l.type
        from pledge_lines l
        where l.pledge_id = page.id
      ) as types
    from page
    join f on f.id = page.id
    join campaigns c on c.id = page.campaign_id
    order by page.id desc
  `)
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    campaign: { name: row.campaignName },
    amount: toDecimal(cents(row.expectedCents)),
    pledgeType: pledgeType(row.types),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  }))
}

export async function totalsBy(db: Db, userId: string): Promise<{ count: number; committed: string }> {
  const [row] = await db.query<{ count: number; committed: number }>(sql`
    with f as (${pledgeFigures(sql`p.pledger_id = ${userId} and p.status <> 'cancelled'`)})
    select count(*) as count, coalesce(sum(expected_cents), 0)::bigint as committed
    from f
  `)
  return { count: row?.count ?? 0, committed: toDecimal(cents(row?.committed ?? 0)) }
}
