import type { ConfirmedResult } from '#domain/accrual.ts'
import { fromNumeric, toNumber } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** Waits for a second person: an entry, or the void of a confirmed one (R18). */
const isWaiting = sql`
  (
    (r.confirmed_at is null and r.voided_at is null)
    or (r.void_requested_at is not null and r.voided_at is null)
  )
`

/** `eventId`: of one match, or `none` for results without a match. */
export type Filter = {
  statisticId?: string | null
  state?: 'waiting' | undefined
  eventId?: string | 'none' | undefined
}

const ofEvent = (eventId: string | 'none' | undefined) => {
  if (eventId === undefined) return sql`true`
  return eventId === 'none' ? sql`r.event_id is null` : sql`r.event_id = ${eventId}::uuid`
}

export const matching = ({ statisticId, state, eventId }: Filter) => sql`
  ${statisticId ? sql`r.statistic_id = ${statisticId}::uuid` : sql`true`}
  and ${state === 'waiting' ? isWaiting : sql`true`}
  and ${ofEvent(eventId)}
`

export async function countResults(
  db: Db,
  campaignId: string,
  filter: Filter = {},
): Promise<{ all: number; waiting: number }> {
  const [row] = await db.query<{ all: number; waiting: number }>(sql`
    select count(*) as all, count(*) filter (where ${isWaiting}) as waiting
    from results r
    where r.campaign_id = ${campaignId}
      and ${matching(filter)}
  `)
  return row ?? { all: 0, waiting: 0 }
}

/** The results that move money: confirmed and not voided, each with the difference it makes (R18). */
export async function confirmedResults(db: Db, campaignId: string): Promise<ConfirmedResult[]> {
  const rows = await db.query<{
    id: string
    statisticId: string
    eventId: string | null
    at: Date
    since: Date
    quantity: string
  }>(sql`
    select
      r.id, r.statistic_id, r.event_id,
      coalesce(e.start_time, r.entered_at) as at,
      case when r.kind = 'count' then coalesce(e.start_time, r.entered_at) else r.confirmed_at end as since,
      r.difference as quantity
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.confirmed_at is not null
      and r.difference <> 0
  `)
  return rows.map((row) => ({
    ...row,
    at: row.at.getTime(),
    since: row.since.getTime(),
    quantity: fromNumeric(row.quantity),
  }))
}

/** What a match, or a result without one, is called: the same in a pledge's account as in a settlement's statement (R10). */
export async function momentNames(db: Db, campaignId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ key: string; name: string }>(sql`
    select distinct coalesce(r.event_id, r.id) as key, coalesce(e.name, s.name) as name
    from effective_results r
    join statistics s on s.id = r.statistic_id
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.confirmed_at is not null
      and r.difference <> 0
  `)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** What the public sees of the season: everything not voided, newest first, without names (R18). */
export async function publicResults(
  db: Db,
  campaignId: string,
  limit: number,
): Promise<CampaignDetail['results']> {
  type Row = Omit<CampaignDetail['results'][number], 'quantity' | 'state' | 'occursAt'> & {
    quantity: string
    isConfirmed: boolean
    isVoidRequested: boolean
    occursAt: Date
  }
  const rows = await db.query<Row>(sql`
    select
      r.id, r.statistic_id, r.event_id, r.difference as quantity, r.kind,
      r.confirmed_at is not null as is_confirmed,
      r.void_requested_at is not null as is_void_requested,
      coalesce(e.start_time, r.entered_at) as occurs_at
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
    order by r.id desc
    limit ${limit}
  `)
  return rows.map(({ isConfirmed, isVoidRequested, ...row }) => ({
    ...row,
    quantity: toNumber(fromNumeric(row.quantity)),
    state: !isConfirmed ? 'entered' : isVoidRequested ? 'void_requested' : 'confirmed',
    occursAt: row.occursAt.toISOString(),
  }))
}
