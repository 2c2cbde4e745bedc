/** The results of each match: the season's sums, what a new entry is compared with, and what is not final yet. */
import { fromNumeric, type Quantity, toNumber } from '#domain/quantity.ts'
import type { MatchTotals } from '#domain/schemas/result.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Far above any season: three hundred events with eighty statistics each. */
const MAX_MATCH_TOTALS = 30_000

/** The whole season summed by match; results without a match are summed by day, in the campaign's zone. */
export async function matchTotals(db: Db, campaignId: string, timeZone: string): Promise<MatchTotals[]> {
  type Standing = Pick<MatchTotals, 'eventId' | 'statisticId' | 'isFinal'> & {
    at: Date
    confirmed: string | null
    waiting: string | null
  }
  const rows = await db.query<Standing>(sql`
    select
      r.event_id, r.statistic_id,
      min(coalesce(e.start_time, r.entered_at)) as at,
      sum(r.difference) filter (where r.confirmed_at is not null) as confirmed,
      sum(r.difference) filter (where r.confirmed_at is null) as waiting,
      bool_and(r.is_final) as is_final
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.kind = 'count'
    group by
      r.event_id, r.statistic_id,
      case when r.event_id is null then (r.entered_at at time zone ${timeZone})::date end
    order by at desc
    limit ${MAX_MATCH_TOTALS}
  `)
  const read = (sum: string | null) => (sum === null ? null : toNumber(fromNumeric(sum)))
  return rows.map(({ at, confirmed, waiting, ...row }) => ({
    ...row,
    occursAt: at.toISOString(),
    confirmed: read(confirmed),
    waiting: read(waiting),
  }))
}

/** The current total for each match and statistic, entered or confirmed, by `event|statistic`. */
export async function totalsByMatch(db: Db, campaignId: string): Promise<Map<string, Quantity>> {
  const rows = await db.query<{ eventId: string; statisticId: string; quantity: string }>(sql`
    select event_id, statistic_id, sum(difference) as quantity
    from effective_results
    where campaign_id = ${campaignId}
      and event_id is not null
      and kind = 'count'
    group by event_id, statistic_id
  `)
  return new Map(rows.map((row) => [`${row.eventId}|${row.statisticId}`, fromNumeric(row.quantity)]))
}

/** Per match and statistic the entry that counts now, by `eventId|statisticId`: ids are in the order of entry. */
export async function confirmedByMatch(
  db: Db,
  campaignId: string,
): Promise<Map<string, { id: string; total: number }>> {
  const rows = await db.query<{ id: string; eventId: string; statisticId: string; total: string }>(sql`
    select id, event_id, statistic_id, total
    from effective_results
    where campaign_id = ${campaignId}
      and event_id is not null
      and kind = 'count'
      and confirmed_at is not null
      and not is_replaced
  `)
  return new Map(
    rows.map(({ id, eventId, statisticId, total }) => [
      `${eventId}|${statisticId}`,
      { id, total: toNumber(fromNumeric(total)) },
    ]),
  )
}

/** Entries that wait and are not final become so; their ids. */
export async function makeFinal(
  db: Db,
  campaignId: string,
  slots: readonly { eventId: string; statisticId: string }[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    update results r
    set is_final = true
    from unnest(
      ${sql.param(slots.map(({ eventId }) => eventId))}::uuid[],
      ${sql.param(slots.map(({ statisticId }) => statisticId))}::uuid[]
    ) as slot (event_id, statistic_id)
    where r.campaign_id = ${campaignId}
      and r.event_id = slot.event_id
      and r.statistic_id = slot.statistic_id
      and r.kind = 'count'
      and not r.is_final
      and r.voided_at is null
    returning r.id
  `)
  return rows.map(({ id }) => id)
}

/** By `event|statistic`: entries that wait for the final figure of their match. */
export async function notFinalOf(db: Db, campaignId: string): Promise<Set<string>> {
  const rows = await db.query<{ eventId: string; statisticId: string }>(sql`
    select distinct event_id, statistic_id
    from results
    where campaign_id = ${campaignId}
      and event_id is not null
      and not is_final
      and voided_at is null
  `)
  return new Set(rows.map(({ eventId, statisticId }) => `${eventId}|${statisticId}`))
}

/** The entries of a match, for merging or removing it. */
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

/** Unconfirmed entries are voided at once. */
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
