/** What pledges have accrued and are expected to pay, as SQL (R9). */
import { GIFT_TYPES } from '#domain/season/statistic-types.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'
import { isPartial, partialUnits, unitsOfLine, unitsToCome } from './lines/index.ts'

// Both are looked up only if they matter: most pledges that are read are neither cancelled nor settled.
const receivedCents = sql`
  case
    when k.status = 'cancelled' or p.status = 'cancelled' then (
      select coalesce(sum(kept_cents), 0)::bigint
      from received_money
      where pledge_id = p.id
    )
  end
`
const settledCents = sql`
  case
    when k.final_locked_at is not null then (
      select sp.accrued_cents
      from settlements t
      join settlement_pledges sp on sp.settlement_id = t.id and sp.pledge_id = p.id
      where t.campaign_id = k.id
        and t.withdrawn_at is null
      order by t.version desc
      limit 1
    )
  end
`

/** Lines `l` of the pledges that `which` names; never by their statistics: of a large campaign those have all its lines. */
const linesOf = (which: SQL): SQL => sql`
  (
    select
      pledge_id, statistic_id, type, rate_cents, from_at, until_at, event_id, from_known, until_known
    from pledge_lines
    where ${which}
    offset 0
  ) l
`

/** What line `l` has accrued by total `t` of its statistic. `partial`: the same for a line that counts a part of the season. */
const accruedBy = (partial: SQL): SQL => sql`
  case
    when l.type = any(${sql.param([...GIFT_TYPES])}::text[]) then l.rate_cents
    ${partial}
    else line_amount(l.rate_cents, t.confirmed)
  end
`

/** What it is expected to come to, in the same way. */
const expectedBy = (partial: SQL): SQL => sql`
  case
    when l.type = any(${sql.param([...GIFT_TYPES])}::text[]) then l.rate_cents
    ${partial}
    else line_amount(l.rate_cents, greatest(t.likely, t.confirmed))
  end
`

/** What pledge `p` of campaign `k` has accrued and is expected to pay, from what its lines have. */
const pledgeAmounts = sql`
  coalesce(${receivedCents}, p.accrued_cents) as accrued_cents,
  coalesce(
    ${receivedCents}, ${settledCents}, p.likely_cents
  ) as expected_cents
`

/**
 * What each pledge has accrued and is expected to pay, summed in the database. After the final lock the expected
 * amount is exactly what is settled; of a cancelled pledge, or in a cancelled campaign, both are what was collected. `which` narrows the
 * pledges; if all are of one campaign, `campaignId` saves looking it up for each line.
 */
export const pledgeFigures = (which: SQL, campaignId: string | null = null) => sql`
  with ${partialUnits(
    campaignId === null
      ? sql`select p.campaign_id from pledges p where ${which}`
      : sql`select ${campaignId}::uuid as campaign_id`,
  )}
  select
    p.id, p.campaign_id, p.created_at, p.note, p.status, p.types, p.has_partial, ${pledgeAmounts}
  from (
    select
      p.id, p.campaign_id, p.created_at, p.note, p.status,
      array_agg(l.type) as types,
      bool_or(${isPartial}) as has_partial,
      least(
        p.agreed_maximum_cents,
        sum(${accruedBy(sql`when ${isPartial} then line_amount(l.rate_cents, ${unitsOfLine})`)})
      )::bigint as accrued_cents,
      least(
        p.agreed_maximum_cents,
        sum(${expectedBy(sql`when ${isPartial} then line_amount(l.rate_cents, ${unitsOfLine} + ${unitsToCome})`)})
      )::bigint as likely_cents
    from pledges p
    cross join lateral ${linesOf(sql`pledge_id = p.id`)}
    join statistic_totals t on t.statistic_id = l.statistic_id
    where ${which}
      and ${campaignId === null ? sql`true` : sql`t.campaign_id = ${campaignId}`}
    group by p.id
  ) p
  join campaigns k on k.id = ${campaignId === null ? sql`p.campaign_id` : sql`${campaignId}::uuid`}
`

export const LISTED = sql.raw('id, created_at, note, status, agreed_maximum_cents')

/**
 * The same for the few pledges of a list's page (`listed`: LISTED of them), for a fraction of the work if no line counts only a
 * part of the season, as in most campaigns. `has_partial` marks a pledge that has such a line: its figures are wrong here.
 */
export const wholeSeasonFigures = (listed: SQL, campaignId: string) => sql`
  with listed as materialized (${listed}),
  k as materialized (select id, status, final_locked_at from campaigns where id = ${campaignId})
  select p.id, p.created_at, p.note, p.status, p.types, p.has_partial, ${pledgeAmounts}
  from (
    select
      p.*, l.types, l.has_partial,
      least(p.agreed_maximum_cents, l.accrued_cents)::bigint as accrued_cents,
      least(p.agreed_maximum_cents, l.likely_cents)::bigint as likely_cents
    from listed p
    join (
      select
        l.pledge_id, array_agg(l.type) as types, bool_or(${isPartial}) as has_partial,
        sum(${accruedBy(sql``)}) as accrued_cents,
        sum(${expectedBy(sql``)}) as likely_cents
      from ${linesOf(sql`pledge_id = any(array(select id from listed))`)}
      join statistic_totals t on t.statistic_id = l.statistic_id and t.campaign_id = ${campaignId}
      group by l.pledge_id
    ) l on l.pledge_id = p.id
  ) p
  cross join k
`
