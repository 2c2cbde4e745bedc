/** The entries of a match, for merging or removing it (R17, R19). */
import { fromNumeric, type Quantity } from '#domain/quantity.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

type EventResults = { all: number; confirmed: number }

/** How many entries name the event, and how many of them are confirmed and not voided. */
export async function countOfEvent(db: Db, campaignId: string, eventId: string): Promise<EventResults> {
  const [row] = await db.query<EventResults>(sql`
    select
      count(*)::integer as all,
      count(*) filter (where confirmed_at is not null and voided_at is null)::integer as confirmed
    from results
    where campaign_id = ${campaignId}
      and event_id = ${eventId}
  `)
  return row ?? { all: 0, confirmed: 0 }
}

/** Whether this person entered something for these events that was not voided. */
export async function hasEntered(
  db: Db,
  { campaignId, eventIds, userId }: { campaignId: string; eventIds: readonly string[]; userId: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from results
    where campaign_id = ${campaignId}
      and event_id = any(${sql.param([...eventIds])}::uuid[])
      and entered_by = ${userId}
      and voided_at is null
    limit 1
  `)
  return rows.length > 0
}

export type WaitingOfEvent = {
  id: string
  statisticId: string
  kind: string
  /** The total that it states for its match or achievement. */
  total: Quantity
  isFinal: boolean
  note: string | null
  evidenceUrl: string | null
}

/** In order of entry. */
export async function waitingOfEvent(db: Db, campaignId: string, eventId: string): Promise<WaitingOfEvent[]> {
  const rows = await db.query<Omit<WaitingOfEvent, 'total'> & { total: string }>(sql`
    select id, statistic_id, kind, total, is_final, note, evidence_url
    from results
    where campaign_id = ${campaignId}
      and event_id = ${eventId}
      and confirmed_at is null
      and voided_at is null
    order by id
  `)
  return rows.map((row) => ({ ...row, total: fromNumeric(row.total) }))
}

/** Unconfirmed entries are voided at once (R18). */
export async function voidWaiting(
  db: Db,
  ids: readonly string[],
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  await db.query(sql`
    update results
    set
      void_requested_by = ${by},
      void_requested_at = ${at},
      void_reason = ${reason},
      voided_by = ${by},
      voided_at = ${at}
    where id = any(${sql.param([...ids])}::uuid[])
      and confirmed_at is null
      and voided_at is null
  `)
}

export async function confirmedEvents(db: Db, campaignId: string): Promise<Set<string>> {
  const rows = await db.query<{ eventId: string }>(sql`
    select distinct event_id
    from results
    where campaign_id = ${campaignId}
      and event_id is not null
      and confirmed_at is not null
      and voided_at is null
  `)
  return new Set(rows.map(({ eventId }) => eventId))
}
