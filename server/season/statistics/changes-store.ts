import type { OpenLine } from '#domain/line-changes.ts'
import type { StatisticWords } from '#domain/statistic-words.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { isMatchOver } from '#server/season/pledges/lines/index.ts'

/** Pledges that have an open line on it. */
export async function countPledges(db: Db, statisticId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count
    from pledge_lines l
    join pledges p on p.id = l.pledge_id
    where l.statistic_id = ${statisticId}
      and l.until_at is null
      and p.status <> 'cancelled'
  `)
  return row?.count ?? 0
}

const NEWS = sql`
  (a.before ->> 'name', a.before ->> 'unitName', a.before ->> 'description')
    is distinct from (a.after ->> 'name', a.after ->> 'unitName', a.after ->> 'description')
`

type ChangedCampaign = { campaignId: string; changes: Date[] }

/** Campaigns in which the words of a statistic were changed since then, where it is daytime and they still matter. */
export async function changedCampaigns(db: Db, since: Date, now: Date): Promise<ChangedCampaign[]> {
  return db.query<ChangedCampaign>(sql`
    select c.id as campaign_id, array_agg(a.at) as changes
    from statistics s
    join campaigns c on c.id = s.campaign_id
    join audit_log a on a.subject_id = s.id
    where s.changed_at > ${since}
      and a.action = 'statistic.update'
      and a.at > ${since}
      and ${NEWS}
      and c.status <> 'cancelled'
      and c.final_locked_at is null
      and not is_quiet(c.time_zone, ${now})
    group by c.id
    order by c.id
  `)
}

/** One statistic that a supporter pledged on, in the words of then and of now. */
export type ChangedWords = { before: StatisticWords; after: StatisticWords } & Pick<
  OpenLine,
  'type' | 'achievement' | 'isMatchOver'
> & {
    /** Something was entered that waits for a second person. */
    isEntered: boolean
  }
export type Untold = {
  pledgerId: string
  email: string
  campaignName: string
  organizationName: string
  timeZone: string
  isTest: boolean
  vocabulary: Vocabulary
  /** Lines can be stopped only while it is (R58). */
  isActive: boolean
  idempotencyKey: string
  pledges: { pledgeId: string; changed: ChangedWords[] }[]
}

const words = (row: 'a.before' | 'a.after') =>
  sql.raw(`json_build_object(
    'name', ${row} ->> 'name', 'unitName', ${row} ->> 'unitName', 'description', ${row} ->> 'description'
  )`)

/**
 * Supporters with an open line whose words are not those they agreed to, or were last told (R15), to verified addresses (R44).
 * A mail is recorded by the campaign's newest change that it knows of, so that a name which is changed back before it is told
 * is no news.
 */
export async function untoldSupporters(
  db: Db,
  campaignId: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<Untold[]> {
  return db.query<Untold>(sql`
    with changes as materialized (
      select a.id, a.at, a.subject_id as statistic_id, ${words('a.before')} as before
      from statistics s
      join audit_log a on a.subject_id = s.id
      where s.campaign_id = ${campaignId}
        and a.action = 'statistic.update'
        and a.at > ${since}
        and ${NEWS}
    ),
    changed_lines as materialized (
      select p.id as pledge_id, p.pledger_id, f.before, s.id as statistic_id,
        json_build_object('name', s.name, 'unitName', s.unit_name, 'description', s.description) as after,
        l.type, t.achievement, t.entered > 0 as is_entered, ${isMatchOver(now)} as is_match_over
      from statistics s
      join statistic_totals t on t.statistic_id = s.id
      join pledge_lines l on l.statistic_id = s.id and l.until_at is null
      left join events e on e.id = l.event_id
      join pledges p on p.id = l.pledge_id
      left join lateral (
        select x.id
        from changes x
        join mails m on m.idempotency_key = 'statistics_changed:' || p.pledger_id || ':' || x.id
        order by x.id desc
        limit 1
      ) told on true
      cross join lateral (
        select x.before
        from changes x
        where x.statistic_id = s.id
          and x.at > greatest(l.from_at, p.created_at)
          and (told.id is null or x.id > told.id)
        order by x.id
        limit 1
      ) f
      where s.campaign_id = ${campaignId}
        and s.id in (select statistic_id from changes)
        and p.status in ('active', 'past_due')
        and (f.before ->> 'name', f.before ->> 'unitName', f.before ->> 'description')
          is distinct from (s.name, s.unit_name, s.description)
    )
    select
      u.id as pledger_id, u.email, c.name as campaign_name, o.name as organization_name, c.time_zone,
      c.money_mode = 'sandbox' as is_test, c.status = 'active' as is_active, c.vocabulary,
      'statistics_changed:' || u.id || ':' || (select id from changes order by id desc limit 1)
        as idempotency_key,
      own.pledges
    from (
      select q.pledger_id, json_agg(
        json_build_object('pledgeId', q.pledge_id, 'changed', q.changed)
        order by q.pledge_id
      ) as pledges
      from (
        select d.pledger_id, d.pledge_id, json_agg(
          json_build_object(
            'before', d.before, 'after', d.after, 'type', d.type, 'achievement', d.achievement,
            'isEntered', d.is_entered, 'isMatchOver', d.is_match_over
          )
          order by d.statistic_id
        ) as changed
        from changed_lines d
        group by d.pledger_id, d.pledge_id
      ) q
      group by q.pledger_id
    ) own
    join users u on u.id = own.pledger_id
    join campaigns c on c.id = ${campaignId}
    join organizations o on o.id = c.organization_id
    where u.email_verified_at is not null
      and u.deleted_at is null
    order by u.id
    limit ${limit}
  `)
}
