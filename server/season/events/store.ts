import { dateIn } from '#domain/places/zone.ts'
import type { Event } from '#domain/schemas/event.ts'
import { isMatch } from '#domain/season/match-identity.ts'
import { MAX_EVENTS } from '#domain/season/schedule.ts'
import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

export type EventRow = {
  name: string
  eventType: Event['eventType']
  startTime: Date
  hasTime: boolean
  endTime: Date | null
  location: string | null
  description: string | null
  opponent: string | null
  venue: Event['venue']
  isCompleted: boolean
}

type Row = EventRow & { id: string; campaignId: string; version: number }

const columns = sql`
  id, campaign_id, name, event_type, start_time, has_time, end_time, location, description, opponent,
  venue, is_completed, version
`

const toEvent = (row: Row): Event => ({
  ...row,
  startTime: row.startTime.toISOString(),
  endTime: row.endTime?.toISOString() ?? null,
})

const LIST_LIMIT = MAX_EVENTS

/** For what is computed from the events, where leaving one out would be wrong. */
const WHOLE_SEASON = 10_000

/**
 * In order of start time. A season's events are read in full, since the chart and the splits need each of them. An archived
 * event is in no list and cannot be found.
 */
export async function eventsOf(db: Db, campaignId: string): Promise<Event[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from events
    where campaign_id = ${campaignId}
      and archived_at is null
    order by start_time, id
    limit ${WHOLE_SEASON}
  `)
  return rows.map(toEvent)
}

/** How many there are, and in order of start time those closest to now: the coming and recent ones. */
export async function eventsAround(
  db: Db,
  campaignId: string,
  now: Date,
): Promise<{ events: Event[]; count: number }> {
  const all = await eventsOf(db, campaignId)
  const count = all.length
  if (count <= LIST_LIMIT) return { events: all, count }
  const fromNow = ({ startTime }: Event): number => Math.abs(Date.parse(startTime) - now.getTime())
  const closest = new Set(all.toSorted((a, b) => fromNow(a) - fromNow(b)).slice(0, LIST_LIMIT))
  return { events: all.filter((event) => closest.has(event)), count }
}

export async function findEvent(db: Db, campaignId: string, eventId: string): Promise<Event | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns}
    from events
    where campaign_id = ${campaignId}
      and id = ${eventId}
      and archived_at is null
  `)
  return row && toEvent(row)
}

/** Whether it started, or has a result that was not voided. */
export async function hasBegun(db: Db, eventId: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from events
    where id = ${eventId}
      and match_has_begun(id, start_time, ${now})
  `)
  return rows.length > 0
}

/** For results that arrive late, such as from a phone: a merged event leads to the one that remained. */
export async function findPlayed(db: Db, campaignId: string, eventId: string): Promise<Event | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns}
    from events
    where campaign_id = ${campaignId}
      and archived_at is null
      and id = (
        select coalesce(merged_into, id)
        from events
        where campaign_id = ${campaignId}
          and id = ${eventId}
      )
  `)
  return row && toEvent(row)
}

/** All matches of a day in the campaign's zone. */
export async function matchesOn(db: Db, campaignId: string, day: string): Promise<Event[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from events
    where campaign_id = ${campaignId}
      and played_on = ${day}::date
      and archived_at is null
    order by start_time, id
    limit ${LIST_LIMIT}
  `)
  return rows.map(toEvent).filter(isMatch)
}

/** The calendar file's own name for an event that came from one. */
export type SourceRow = { id: string; sourceUid: string; isMerged: boolean }

/** Events that came from calendar files, with the files' names for them; a merged event is the one it was merged into. */
export async function sourcesOf(db: Db, campaignId: string): Promise<SourceRow[]> {
  return db.query<SourceRow>(sql`
    select coalesce(merged_into, id) as id, source_uid, merged_into is not null as is_merged
    from events
    where campaign_id = ${campaignId}
      and source_uid is not null
  `)
}

/** By event that results name: how many of them are not voided. */
export async function entriesByEvent(db: Db, campaignId: string): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; inForce: number }>(sql`
    select event_id as id, count(*) filter (where voided_at is null)::integer as in_force
    from results
    where campaign_id = ${campaignId}
      and event_id is not null
    group by event_id
  `)
  return new Map(rows.map(({ id, inForce }) => [id, inForce]))
}

/** Stores a calendar file's name for an existing event; nothing visible changes. */
export async function setSource(db: Db, id: string, sourceUid: string): Promise<void> {
  await db.query(sql`update events set source_uid = ${sourceUid} where id = ${id}`)
}

/** Run before several events change their days, so that two may swap. */
export async function clearOpponents(db: Db, campaignId: string, ids: readonly string[]): Promise<void> {
  await db.query(sql`
    update events
    set opponent = null
    where campaign_id = ${campaignId}
      and id = any(${sql.param([...ids])}::uuid[])
  `)
}

type FeedRow = Pick<
  Row,
  'id' | 'name' | 'startTime' | 'hasTime' | 'endTime' | 'location' | 'description' | 'version'
> & { changedAt: Date }

type FeedFacts = { campaignName: string; organizationName: string; timeZone: string; rows: FeedRow[] }

/** What a subscribed calendar receives; null for a draft, which may not be published. */
export async function feedOf(db: Db, campaignId: string): Promise<FeedFacts | null> {
  const [campaign] = await db.query<Omit<FeedFacts, 'rows'>>(sql`
    select c.name as campaign_name, o.name as organization_name, c.time_zone
    from campaigns c
    join organizations o on o.id = c.organization_id
    where c.id = ${campaignId}
      and not ${isKeptPrivate}
  `)
  if (!campaign) return null
  const rows = await db.query<FeedRow>(sql`
    select
      id, name, start_time, has_time, end_time, location, description, version,
      coalesce(changed_at, created_at) as changed_at
    from events
    where campaign_id = ${campaignId}
      and archived_at is null
    order by start_time, id
    limit ${WHOLE_SEASON}
  `)
  return { ...campaign, rows }
}

export async function insertEvent(
  db: Db,
  key: { id: string; campaignId: string; timeZone: string; createdAt: Date; sourceUid?: string | null },
  row: EventRow,
): Promise<void> {
  await db.query(sql`
    insert into events (
      id, campaign_id, name, event_type, start_time, has_time, end_time, played_on, location,
      description, opponent, venue, is_completed, created_at, source_uid
    )
    values (
      ${key.id}, ${key.campaignId}, ${row.name}, ${row.eventType}, ${row.startTime}, ${row.hasTime},
      ${row.endTime}, ${dateIn(key.timeZone, row.startTime)}, ${row.location}, ${row.description},
      ${row.opponent}, ${row.venue}, ${row.isCompleted}, ${key.createdAt}, ${key.sourceUid ?? null}
    )
  `)
}

export async function updateEvent(
  db: Db,
  key: { id: string; timeZone: string; changedAt: Date; sourceUid?: string | null },
  row: EventRow,
): Promise<void> {
  await db.query(sql`
    update events
    set
      name = ${row.name},
      event_type = ${row.eventType},
      start_time = ${row.startTime},
      has_time = ${row.hasTime},
      end_time = ${row.endTime},
      played_on = ${dateIn(key.timeZone, row.startTime)},
      location = ${row.location},
      description = ${row.description},
      opponent = ${row.opponent},
      venue = ${row.venue},
      is_completed = ${row.isCompleted},
      source_uid = coalesce(${key.sourceUid ?? null}::text, source_uid),
      changed_at = ${key.changedAt},
      version = version + 1
    where id = ${key.id}
  `)
}

/** What had begun when a line was agreed to or closed stays begun for it, wherever the match is moved or merged to. */
type Begun = {
  campaignId: string
  /** When it started by the schedule until now; null: it has not. */
  since: Date | null
  /** What it is merged into, or the match itself where it is only moved. */
  eventId: string
  startsAt: Date
  /** The match that is merged into that one; what knew it knows that one now. */
  mergedId: string | null
}

/** Lines whose instants cannot tell it any longer, and pledges that are still to be confirmed or released. */
export async function keepBegun(db: Db, begun: Begun): Promise<void> {
  const { campaignId, since, eventId, startsAt, mergedId } = begun
  const knows = (instant: SQL, known: SQL): SQL => sql`
    (
      ${since === null ? sql`false` : sql`(${instant} >= ${since}::timestamptz and ${instant} < ${startsAt}::timestamptz)`}
      or coalesce(${mergedId}::uuid = any(${known}), false)
    )
  `
  const added = (instant: SQL, known: SQL): SQL => sql`
    case
      when coalesce(${knows(instant, known)}, false) then array_append(${known}, ${eventId}::uuid)
      else ${known}
    end
  `
  const from = [sql`from_at`, sql`from_known`] as const
  const until = [sql`until_at`, sql`until_known`] as const
  await db.query(sql`
    update pledge_lines
    set from_known = ${added(...from)}, until_known = ${added(...until)}
    where campaign_id = ${campaignId}
      and type = 'per_increment'
      and (${knows(...from)} or ${knows(...until)})
  `)
  const held = [sql`held_at`, sql`known`] as const
  await db.query(sql`
    update guest_pledges
    set known = ${added(...held)}
    where campaign_id = ${campaignId}
      and state = 'held'
      and counts_from is not null
      and ${knows(...held)}
  `)
  const agreed = [
    sql`(select min((line ->> 'fromAt')::timestamptz) from jsonb_array_elements(lines) line)`,
    sql`known`,
  ] as const
  await db.query(sql`
    update held_pledges
    set known = ${added(...agreed)}
    where campaign_id = ${campaignId}
      and state = 'held'
      and ${knows(...agreed)}
  `)
}
