/** Pledge lines as accrual reads them, with what each counts, in the order in which remainders are assigned. */

import { cents } from '#domain/money.ts'
import type { AccrualLine } from '#domain/pledges/accrual.ts'
import { countsFrom, type Scope } from '#domain/pledges/scope.ts'
import type { LineCounts } from '#domain/schemas/pledge.ts'
import { GIFT_TYPES, type StatisticType } from '#domain/season/statistic-types.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'

/** Null for a line that counts the whole season; instants are milliseconds since the epoch. */
export type ScopeColumn =
  | [
      from: number | null,
      until: number | null,
      eventId: string | null,
      fromKnown: string[] | null,
      untilKnown: string[] | null,
    ]
  | null
export type LineRow = [
  statisticId: string,
  type: StatisticType,
  rate: number,
  scope: ScopeColumn,
  name: string,
]
/** With the name of its statistic as it was agreed. */
export type NamedLine = AccrualLine & { name: string }

/** Whether line `l` counts only a part of the season. */
export const IS_PARTIAL = '(l.from_at is not null or l.until_at is not null or l.event_id is not null)'
export const isPartial: SQL = sql.raw(IS_PARTIAL)

/** What line `l` counts, as a JSON value that is null for the whole season. */
export const SCOPE = `
  case when ${IS_PARTIAL} then json_build_array(
    (extract(epoch from l.from_at) * 1000)::bigint,
    (extract(epoch from l.until_at) * 1000)::bigint,
    l.event_id, l.from_known, l.until_known
  ) end
`
export const scopeColumn: SQL = sql.raw(SCOPE)

/** What line `l` is called: by the agreed name, followed by today's where it is another one, as `nameOfLine` writes it. */
export const nameColumn: SQL = sql.raw(`
  (
    select case when n.name = l.statistic_name then n.name else l.statistic_name || ' (now ' || n.name || ')' end
    from statistics n
    where n.id = l.statistic_id
  )
`)

/** The lines of one pledge as an array of `LineRow`, named as agreed or by `name`; with `asOf`, those it had at that time. */
export const linesOf = (
  pledgeId: SQL,
  { asOf = null, name = sql`l.statistic_name` }: { asOf?: SQL | null; name?: SQL } = {},
): SQL => sql`
  (
    select json_agg(
      json_build_array(l.statistic_id, l.type, l.rate_cents, ${scopeColumn}, ${name})
      order by l.statistic_id, l.number
    )
    from pledge_lines l
    where l.pledge_id = ${pledgeId}
      and ${asOf === null ? sql`true` : sql`(l.from_at is null or l.from_at <= ${asOf})`}
  )
`

export const toScope = (column: ScopeColumn): Scope | null =>
  column === null
    ? null
    : {
        from: column[0],
        until: column[1],
        eventId: column[2],
        fromKnown: column[3],
        untilKnown: column[4],
      }

export const toAccrualLines = (rows: readonly LineRow[]): NamedLine[] =>
  rows.map(([statisticId, type, rate, scope, name]) => ({
    statisticId,
    type,
    rate: cents(rate),
    name,
    scope: toScope(scope),
  }))

/** The same as the API shows it. */
export function countsOf(scope: Scope | null, eventName: string | null): LineCounts {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const { from, until, eventId } = scope ?? { from: null, until: null, eventId: null }
  return {
    from: countsFrom({ from, eventId }),
    fromAt: instant(from),
    untilAt: instant(until),
    eventId,
    eventName,
  }
}

/**
 * For some campaigns, the course of each statistic and the units of each moment, computed only if a line counts a part of
 * the season. `campaigns` is a statement that yields their `campaign_id`.
 */
export const partialUnits = (campaigns: SQL): SQL => sql`
  partial_campaigns as materialized (
    select distinct campaign_id from (${campaigns}) of_these
  ),
  courses as materialized (
    select s.statistic_id, s.sinces, s.reached
    from partial_campaigns k
    cross join lateral (select * from counted_totals c where c.campaign_id = k.campaign_id) s
  ),
  match_units as materialized (
    select s.statistic_id, s.event_id, s.since_at, s.units
    from partial_campaigns k
    cross join lateral (select * from counted_units u where u.campaign_id = k.campaign_id) s
  ),
  still_open as materialized (
    select s.campaign_id, s.event_id, s.start_time
    from partial_campaigns k
    cross join lateral (select * from open_matches o where o.campaign_id = k.campaign_id) s
  )
`

/** The units that line `l` counts, from the two statements above. */
export const UNITS_OF_LINE = `
  coalesce(
    case
      when l.event_id is null and l.from_known is null and l.until_known is null then (
        select units_between(c.sinces, c.reached, l.from_at, l.until_at)
        from courses c
        where c.statistic_id = l.statistic_id
      )
      else (
        select sum(m.units)
        from match_units m
        where m.statistic_id = l.statistic_id
          and (l.event_id is null or m.event_id = l.event_id)
          and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, m.event_id, m.since_at)
      )
    end,
    0
  )
`
export const unitsOfLine: SQL = sql.raw(UNITS_OF_LINE)

/** How many of the matches that are still to come line `l` counts, and how many there are. */
const PARTS_TO_COME = `
  count(*) filter (
    where (l.event_id is null or o.event_id = l.event_id)
      and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, o.event_id, o.start_time)
  )
`

/**
 * What line `l` will likely count beyond that, by total `t` of its statistic: its share, by the matches still to
 * come, of what the season will likely add. Without such matches, and for an achievement: all of it while it is open.
 */
export const unitsToCome: SQL = sql.raw(`
  coalesce(
    (
      select case
          when l.type = 'per_increment' and count(*) > ${PARTS_TO_COME}
            then round(greatest(t.likely - t.confirmed, 0) * ${PARTS_TO_COME} / count(*), 2)
          when l.type = 'per_increment' and count(*) > 0 then greatest(t.likely - t.confirmed, 0)
          when l.until_at is null and l.event_id is null then greatest(t.likely - t.confirmed, 0)
        end
      from still_open o
      where o.campaign_id = t.campaign_id
    ),
    0
  )
`)

/** The same as the fraction by which a forecast takes it: `[parts, all]` of line `l` of campaign `campaignId`. */
export const partToCome = (campaignId: SQL): SQL => sql`
  (
    select case
        when l.type = 'per_increment' and count(*) > 0
          then json_build_array(${sql.raw(PARTS_TO_COME)}, count(*))
        else json_build_array((l.until_at is null and l.event_id is null)::integer, 1)
      end
    from still_open o
    where o.campaign_id = ${campaignId}
  )
`

/** Of the line `l` and the event `e` that it counts: it counts one match, which has begun or is no longer on the schedule. */
export const isMatchOver = (now: Date) => sql`(
  l.event_id is not null
  and (e.archived_at is not null or match_has_begun(e.id, e.start_time, ${now}))
)`

/** Whether line `l` counts result `r` of event `e`, confirmed or not: an achievement that waits is confirmed later. */
export const countsResult: SQL = sql.raw(`
  (l.event_id is null or r.event_id = l.event_id)
  and line_counts(
    l.from_at, l.until_at, l.from_known, l.until_known, r.event_id,
    case when r.kind = 'count' then coalesce(e.start_time, r.entered_at) else coalesce(r.confirmed_at, 'infinity') end
  )
`)

/** The units that wait to be confirmed for line `l`; one that lowers a result takes nothing away before it is confirmed. */
const waitingUnitsOfLine: SQL = sql`
  greatest(0, coalesce(
    (
      select sum(r.difference)
      from effective_results r
      left join events e on e.id = r.event_id
      where r.campaign_id = l.campaign_id
        and r.statistic_id = l.statistic_id
        and r.confirmed_at is null
        and ${countsResult}
    ),
    0
  ))
`

/** What line `l` has earned once everything that waits is confirmed, before the maximum. */
export const withWaitingOfLine: SQL = sql`
  case
    when l.type = any(${sql.param([...GIFT_TYPES])}::text[]) then l.rate_cents
    else line_amount(
      l.rate_cents,
      ${waitingUnitsOfLine} + case
        when ${isPartial} then ${unitsOfLine}
        else (select t.confirmed from statistic_totals t where t.statistic_id = l.statistic_id)
      end
    )
  end
`
