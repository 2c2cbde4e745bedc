/** The blockers of a final lock, in words; each can be overridden (R31). */

import type { Blocker, SettlementPreview } from '#domain/schemas/settlement.ts'
import { ACHIEVEMENT_TYPES, COUNTED_TYPES } from '#domain/statistic-types.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

export const MAX_BLOCKERS = 500

/** The same as a statement, for `campaign`: an id, or another statement's column. */
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
      end || ' for someone else to confirm: ' || min(coalesce(e.name, s.name)) as message
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
      and e.event_type in ('game', 'tournament')
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
  )
  union all (
    select
      'held_pledge', null,
      case
        when count(*) = 1 then '1 pledge is held'
        else count(*) || ' pledges are held'
      end || ': release or decline before you lock, because nothing is billed for a held pledge'
    from held_pledges
    where campaign_id = ${campaign}
      and state = 'held'
    having count(*) > 0
  )
`

export async function blockersOf(db: Db, campaignId: string, now: Date): Promise<Blocker[]> {
  return db.query<Blocker>(sql`${blockers(campaignId, now)} limit ${MAX_BLOCKERS}`)
}

const MAX_TO_PLAY = 100

/** Matches that are still on the schedule: no blocker, but what they bring is waived after the final lock (R31, R32). */
export async function stillToPlay(
  db: Db,
  { campaignId, finalLockedAt }: Pick<Access, 'campaignId' | 'finalLockedAt'>,
  now: Date,
): Promise<Pick<SettlementPreview, 'stillToPlay' | 'stillToPlayCount'>> {
  if (finalLockedAt !== null) return {}
  const rows = await db.query<{ eventId: string; name: string; startTime: Date; count: number }>(sql`
    select e.id as event_id, e.name, e.start_time, count(*) over ()::integer as count
    from events e
    where e.campaign_id = ${campaignId}
      and e.archived_at is null
      and e.event_type in ('game', 'tournament')
      and e.start_time >= ${now}
      and not exists (
        select from results r
        where r.campaign_id = e.campaign_id
          and r.event_id = e.id
          and r.voided_at is null
      )
    order by e.start_time, e.id
    limit ${MAX_TO_PLAY}
  `)
  if (rows.length === 0) return {}
  return {
    stillToPlay: rows.map(({ eventId, name, startTime }) => ({
      ...{ eventId, name, startTime: startTime.toISOString() },
    })),
    stillToPlayCount: rows[0]?.count ?? rows.length,
  }
}
