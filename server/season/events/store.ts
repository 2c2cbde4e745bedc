import { dateIn } from '#domain/zone.ts'
import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { type EventRow, type Row, WHOLE_SEASON } from './queries.ts'

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

/** What a subscribed calendar receives; null for a draft, which may not be published (R23). */
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
