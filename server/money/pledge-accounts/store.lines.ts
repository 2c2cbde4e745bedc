/** A pledge's lines with what decides how they may be changed, and their changes (R58). */
import { type Cents, cents } from '#domain/money.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { type ScopeColumn, scopeColumn, toScope } from '#server/season/pledge-lines/index.ts'

type Row = {
  statisticId: string
  number: number
  rateCents: number
  isOpen: boolean
  scope: ScopeColumn
  /** It counts one match, which has started or has results, or is no longer on the schedule. */
  isMatchOver: boolean
}

export type HeldLine = Omit<Row, 'rateCents' | 'scope'> & {
  rate: Cents
  eventId: string | null
  /** When it began or was closed, in milliseconds since the epoch; 0: it counts from the start of the season. */
  changedAt: number
}

export async function heldLines(db: Db, pledgeId: string, now: Date): Promise<HeldLine[]> {
  const rows = await db.query<Row>(sql`
    select
      l.statistic_id, l.number, l.rate_cents,
      l.until_at is null as is_open,
      ${scopeColumn} as scope,
      l.event_id is not null and (
        e.start_time <= ${now}
        or e.archived_at is not null
        or exists (select from results r where r.event_id = e.id and r.voided_at is null)
      ) as is_match_over
    from pledge_lines l
    left join events e on e.id = l.event_id
    where l.pledge_id = ${pledgeId}
    order by l.statistic_id, l.number
  `)
  return rows.map(({ rateCents, scope: column, ...row }) => {
    const scope = toScope(column)
    return {
      ...{ ...row, rate: cents(rateCents), eventId: scope?.eventId ?? null },
      changedAt: scope?.until ?? scope?.from ?? 0,
    }
  })
}

/** The campaign's statistics in their order, for what a pledge has and could add. */
export async function statisticIdsOf(db: Db, campaignId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from statistics
    where campaign_id = ${campaignId}
    order by sort_order, id
    limit 100
  `)
  return rows.map(({ id }) => id)
}

/** Results that had begun by then count, and no later ones. */
export async function closeLine(
  db: Db,
  line: { pledgeId: string; statisticId: string; number: number; at: Date },
): Promise<void> {
  await db.query(sql`
    update pledge_lines
    set until_at = ${line.at}
    where pledge_id = ${line.pledgeId}
      and statistic_id = ${line.statisticId}
      and number = ${line.number}
      and until_at is null
  `)
}

export async function insertLine(
  db: Db,
  line: {
    campaignId: string
    pledgeId: string
    statisticId: string
    number: number
    rate: Cents
    estimate: Cents
    fromAt: Date
    eventId: string | null
  },
): Promise<void> {
  await db.query(sql`
    insert into pledge_lines (
      campaign_id, pledge_id, statistic_id, number, statistic_name, type, rate_cents,
      estimate_cents, from_at, event_id
    )
    select
      ${line.campaignId}::uuid, ${line.pledgeId}::uuid, id, ${line.number}::smallint, name, type,
      ${line.rate}::bigint, ${line.estimate}::bigint, ${line.fromAt}::timestamptz,
      ${line.eventId}::uuid
    from statistics
    where id = ${line.statisticId}
  `)
}

export async function setAgreed(
  db: Db,
  agreed: { pledgeId: string; cap: Cents | null; most: Cents; estimate: Cents; consentText: string },
): Promise<void> {
  await db.query(sql`
    update pledges
    set
      maximum_cents = ${agreed.cap},
      agreed_maximum_cents = ${agreed.most},
      estimate_cents = ${agreed.estimate},
      consent_text = ${agreed.consentText}
    where id = ${agreed.pledgeId}
  `)
}
