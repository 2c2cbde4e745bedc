/** Events that leave the schedule, and what people said about which matches are one. */
import { type Db, sql } from '#server/platform/db/database.ts'

/** Events that leave the schedule, and what people said about which matches are one. */
export type Pair = readonly [string, string]

const inOrder = ([a, b]: Pair): Pair => (a < b ? [a, b] : [b, a])

export const pairKey = (pair: Pair): string => inOrder(pair).join(' ')

const MAX_PAIRS = 2_000

export async function differentPairs(db: Db, campaignId: string): Promise<[string, string][]> {
  const rows = await db.query<{ first: string; second: string }>(sql`
    select first_event_id as first, second_event_id as second
    from different_matches
    where campaign_id = ${campaignId}
    order by decided_at desc, first_event_id, second_event_id
    limit ${MAX_PAIRS}
  `)
  return rows.map(({ first, second }) => [first, second])
}

type KnownName = { eventId: string; name: string }

/** What files call the opponents of these matches, as people have answered. */
export async function knownNames(db: Db, campaignId: string): Promise<KnownName[]> {
  return db.query<KnownName>(sql`
    select id as event_id, unnest(known_as) as name
    from events
    where campaign_id = ${campaignId}
      and archived_at is null
      and known_as <> '{}'
  `)
}

const MAX_NAMES = 20

export async function keepName(db: Db, eventId: string, name: string): Promise<void> {
  await db.query(sql`
    update events
    set known_as = array_append(known_as, ${name.toLowerCase()}::text)
    where id = ${eventId}
      and not ${name.toLowerCase()}::text = any(known_as)
      and cardinality(known_as) < ${MAX_NAMES}
  `)
}

/**
 * Results name it, so the row stays, hidden. What was merged into it earlier moves to the new event, and so does a calendar
 * file's name if that event has none, so that the next import finds the remaining event.
 */
export async function archiveEvent(
  db: Db,
  id: string,
  { at, mergedInto }: { at: Date; mergedInto: string | null },
): Promise<void> {
  const [archived] = await db.query<{ sourceUid: string | null; hasSource: boolean }>(sql`
    select e.source_uid, o.source_uid is not null as has_source
    from events e
    left join events o on o.id = ${mergedInto}::uuid
    where e.id = ${id}
  `)
  const keepsSource = mergedInto !== null && archived?.hasSource === true
  await db.query(sql`
    update events
    set
      archived_at = ${at},
      merged_into = ${mergedInto}::uuid,
      changed_at = ${at},
      version = version + 1,
      source_uid = case when ${keepsSource}::boolean then source_uid end
    where id = ${id}
  `)
  await leadElsewhere(db, id, mergedInto)
  if (mergedInto !== null && archived?.sourceUid && !keepsSource)
    await db.query(sql`update events set source_uid = ${archived.sourceUid} where id = ${mergedInto}`)
}

async function leadElsewhere(db: Db, id: string, mergedInto: string | null): Promise<void> {
  await db.query(sql`
    update events
    set
      merged_into = ${mergedInto}::uuid,
      source_uid = case when ${mergedInto}::uuid is not null then source_uid end
    where merged_into = ${id}
  `)
}

export async function movePledges(db: Db, from: string, into: string): Promise<void> {
  await db.query(sql`update pledge_lines set event_id = ${into} where event_id = ${from}`)
}

export async function isPledgedOn(db: Db, id: string): Promise<boolean> {
  // A held pledge can name it too: the person who releases it has to see what became of the match.
  const lines = await db.query(sql`
    (select from pledge_lines where event_id = ${id} limit 1)
    union all
    (
      select
      from held_pledges
      where campaign_id = (select campaign_id from events where id = ${id})
        and state = 'held'
        and lines @> ${JSON.stringify([{ eventId: id }])}::jsonb
      limit 1
    )
  `)
  return lines.length > 0
}

/** Whether an email of thanks is to those of this match. */
export async function isThankedFor(db: Db, id: string): Promise<boolean> {
  const found = await db.query(sql`select from thank_yous where event_id = ${id} limit 1`)
  return found.length > 0
}

/** Only for an event that no result and no pledge names. */
export async function deleteEvent(db: Db, id: string): Promise<void> {
  await leadElsewhere(db, id, null)
  await db.query(sql`delete from events where id = ${id}`)
}

/** @returns the pairs that were not marked as different before. */
export async function keepDifferent(
  db: Db,
  key: { campaignId: string; by: string; at: Date },
  pairs: readonly Pair[],
): Promise<Pair[]> {
  const ordered = pairs.map(inOrder)
  const rows = await db.query<{ first: string; second: string }>(sql`
    insert into different_matches (
      campaign_id, first_event_id, second_event_id, decided_by, decided_at
    )
    select ${key.campaignId}::uuid, first, second, ${key.by}::uuid, ${key.at}::timestamptz
    from unnest(
      ${sql.param(ordered.map(([first]) => first))}::uuid[],
      ${sql.param(ordered.map(([, second]) => second))}::uuid[]
    ) as given (first, second)
    on conflict do nothing
    returning first_event_id as first, second_event_id as second
  `)
  return rows.map(({ first, second }) => [first, second])
}

/** A person took it off: the calendar that it came from does not bring it back. */
export async function leaveOutOfCalendar(db: Db, id: string): Promise<void> {
  await db.query(sql`
    update followed_calendars f
    set left_out = array_append(f.left_out, e.source_uid)
    from events e
    where e.id = ${id}
      and f.campaign_id = e.campaign_id
      and e.source_uid is not null
      and e.calendar_said is not null
  `)
}
