import { isMatch } from '#domain/match-identity.ts'
import { MAX_EVENTS } from '#domain/schedule.ts'
import type { Event } from '#domain/schemas/event.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

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

export type Row = EventRow & { id: string; campaignId: string; version: number }

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
export const WHOLE_SEASON = 10_000

/**
 * In order of start time. A season's events are read in full, since the chart and the splits need each of them. An archived
 * event is in no list and cannot be found (R19).
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

/** How many there are, and in order of start time those closest to now: the coming and recent ones (R51, R72). */
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

/** All matches of a day in the campaign's zone (R19). */
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
  const rows = await db.query<{ id: string; standing: number }>(sql`
    select event_id as id, count(*) filter (where voided_at is null)::integer as standing
    from results
    where campaign_id = ${campaignId}
      and event_id is not null
    group by event_id
  `)
  return new Map(rows.map(({ id, standing }) => [id, standing]))
}
