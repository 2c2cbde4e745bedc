/** The blockers of a final lock, in words; all but a held pledge can be overridden (R31). */

import type { Blocker } from '#domain/schemas/settlement.ts'
import { ACHIEVEMENT_TYPES, COUNTED_TYPES } from '#domain/season/statistic-types.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

export const MAX_BLOCKERS = 500

const isMatch = sql`e.event_type in ('game', 'tournament')`
const dayIn = (day: SQL): SQL => sql`to_char(${day}, 'FMMon FMDD, YYYY')`

/**
 * As a statement, for `campaign`: an id, or another statement's column. That may be `c.id`, so no table here is named
 * `c`.
 */
export const blockers = (campaign: string | SQL, now: Date): SQL => sql`
  with pledged as (
    select s.id, s.name, s.type, t.achievement
    from statistics s
    join statistic_totals t on t.statistic_id = s.id
    where s.campaign_id = ${campaign}
      and exists (select from pledge_lines l where l.statistic_id = s.id)
  ) (
    select
      'unconfirmed_results' as code,
      coalesce(r.event_id, r.statistic_id) as subject_id,
      case
        when count(*) = 1 then '1 result is waiting'
        else count(*) || ' results are waiting'
      end || case
        when bool_and(r.is_final) then ' for someone else to confirm: '
        else ' and not final yet: '
      end || min(coalesce(e.name, s.name)) as message
    from results r
    join statistics s on s.id = r.statistic_id
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaign}
      and r.voided_at is null
      and (r.confirmed_at is null or r.void_requested_at is not null)
    group by coalesce(r.event_id, r.statistic_id)
    order by min(e.start_time)
  )
  union all (
    select
      'game_without_result', e.id,
      e.name || ' has no result for ' || string_agg(p.name, ', ' order by p.name)
    from events e
    cross join pledged p
    where e.campaign_id = ${campaign}
      and e.archived_at is null
      and ${isMatch}
      and e.start_time < ${now}
      and p.type = any(${sql.param([...COUNTED_TYPES])}::text[])
      and not exists (
        select from results r
        where r.event_id = e.id
          and r.statistic_id = p.id
          and r.voided_at is null
      )
    group by e.id, e.name, e.start_time
    order by e.start_time
  )
  union all (
    select 'statistic_without_result', p.id, p.name || ' has no result at all'
    from pledged p
    where p.type = any(${sql.param([...COUNTED_TYPES])}::text[])
      and not exists (
        select from results r
        where r.statistic_id = p.id
          and r.voided_at is null
      )
  )
  union all (
    select 'achievement_open', p.id, p.name || ' is neither achieved nor declared not achieved'
    from pledged p
    where p.type = any(${sql.param([...ACHIEVEMENT_TYPES])}::text[])
      and p.achievement = 'open'
      -- What became of it was entered: it only waits to be confirmed, as above.
      and not exists (
        select from results r
        where r.statistic_id = p.id
          and r.voided_at is null
          and r.confirmed_at is null
      )
  )
  union all (
    select
      'held_pledge', null,
      case
        when count(*) = 1 then '1 pledge is held'
        else count(*) || ' pledges are held'
      end || ': release or decline before you lock. This cannot be overridden, because nothing is billed for a held pledge'
    from held_pledges
    where campaign_id = ${campaign}
      and state = 'held'
    having count(*) > 0
  )
  -- Once the season is locked, that decision is made: a correction does not ask again.
  union all (
    select
      'match_to_come', e.id,
      e.name || ' is still to come, on ' || ${dayIn(sql`wall_clock(blocked.time_zone, e.start_time)`)}
    from campaigns blocked
    join events e on e.campaign_id = blocked.id
    where blocked.id = ${campaign}
      and blocked.final_locked_at is null
      and e.archived_at is null
      and ${isMatch}
      and e.start_time >= ${now}
    order by e.start_time, e.id
  )
  union all (
    select 'not_ended', null, 'The campaign runs until ' || ${dayIn(sql`blocked.end_on`)}
    from campaigns blocked
    where blocked.id = ${campaign}
      and blocked.final_locked_at is null
      and blocked.ends_at > ${now}
  )
`

export async function blockersOf(db: Db, campaignId: string, now: Date): Promise<Blocker[]> {
  return db.query<Blocker>(sql`${blockers(campaignId, now)} limit ${MAX_BLOCKERS}`)
}
