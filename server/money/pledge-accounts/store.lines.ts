/** A pledge's lines with what decides how they may be changed, and their changes (R58). */
import { type Cents, cents } from '#domain/money.ts'
import { GIFT_TYPES } from '#domain/statistic-types.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import {
  isMatchOver,
  isPartial,
  partialUnits,
  type ScopeColumn,
  scopeColumn,
  toScope,
  unitsOfLine,
  withWaitingOfLine,
} from '#server/season/pledge-lines/index.ts'

type Row = {
  statisticId: string
  number: number
  agreedName: string
  rateCents: number
  isOpen: boolean
  scope: ScopeColumn
  /** It counts one match, which has begun or is no longer on the schedule. */
  isMatchOver: boolean
}

export type HeldLine = Omit<Row, 'rateCents' | 'scope'> & {
  rate: Cents
  eventId: string | null
  /** When it began or was closed, in milliseconds since the epoch; 0: it counts from the start of the season. */
  changedAt: number
  /** Matches that had begun by then, although they start later now. */
  known: readonly string[]
}

export async function heldLines(db: Db, pledgeId: string, now: Date): Promise<HeldLine[]> {
  const rows = await db.query<Row>(sql`
    select
      l.statistic_id, l.number, l.statistic_name as agreed_name, l.rate_cents,
      l.until_at is null as is_open,
      ${scopeColumn} as scope,
      ${isMatchOver(now)} as is_match_over
    from pledge_lines l
    left join events e on e.id = l.event_id
    where l.pledge_id = ${pledgeId}
    order by l.statistic_id, l.number
  `)
  return rows.map(({ rateCents, scope: column, ...row }) => {
    const scope = toScope(column)
    return {
      ...row,
      rate: cents(rateCents),
      eventId: scope?.eventId ?? null,
      changedAt: scope?.until ?? scope?.from ?? 0,
      known: [...(scope?.fromKnown ?? []), ...(scope?.untilKnown ?? [])],
    }
  })
}

type Earned = {
  statisticId: string
  number: number
  earnedCents: number
  /** The same once everything that waits for a second person is confirmed. */
  withWaitingCents: number
  /** How many matches it counts that have begun and have no result of its statistic. */
  begun: number
}
export type EarnedLine = Omit<Earned, 'earnedCents' | 'withWaitingCents'> & {
  earned: Cents
  withWaiting: Cents
}

export async function earnedLines(db: Db, pledgeId: string, now: Date): Promise<EarnedLine[]> {
  const rows = await db.query<Earned>(sql`
    with ${partialUnits(sql`select campaign_id from pledges where id = ${pledgeId}`)}
    select
      l.statistic_id, l.number,
      case
        when l.type = any(${sql.param([...GIFT_TYPES])}::text[]) then l.rate_cents
        when ${isPartial} then line_amount(l.rate_cents, ${unitsOfLine})
        else line_amount(l.rate_cents, t.confirmed)
      end as earned_cents,
      ${withWaitingOfLine} as with_waiting_cents,
      (
        select count(*)
        from events e
        where e.campaign_id = l.campaign_id
          and e.archived_at is null
          and e.event_type in ('game', 'tournament')
          and match_has_begun(e.id, e.start_time, ${now})
          and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, e.id, e.start_time)
          and (l.event_id is null or e.id = l.event_id)
          and not exists (
            select from results r
            where r.event_id = e.id
              and r.statistic_id = l.statistic_id
              and r.voided_at is null
          )
      ) as begun
    from pledge_lines l
    join statistic_totals t on t.statistic_id = l.statistic_id
    where l.pledge_id = ${pledgeId}
  `)
  return rows.map(({ earnedCents, withWaitingCents, ...row }) => ({
    ...row,
    earned: cents(earnedCents),
    withWaiting: cents(withWaitingCents),
  }))
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

/** Only what is counted match by match: an achievement begins when it is confirmed. */
const knownOf = ({ known }: { known: readonly string[] }): SQL => sql`
  case when type = 'per_increment' then nullif(${sql.param([...known])}::uuid[], '{}') end
`

/** Results that had begun by then count, and no later ones. */
export async function closeLine(
  db: Db,
  line: { pledgeId: string; statisticId: string; number: number; at: Date; known: readonly string[] },
): Promise<void> {
  await db.query(sql`
    update pledge_lines
    set until_at = ${line.at}, until_known = ${knownOf(line)}
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
    known: readonly string[]
  },
): Promise<void> {
  await db.query(sql`
    insert into pledge_lines (
      campaign_id, pledge_id, statistic_id, number, statistic_name, type, rate_cents,
      estimate_cents, from_at, event_id, from_known
    )
    select
      ${line.campaignId}::uuid, ${line.pledgeId}::uuid, id, ${line.number}::smallint, name, type,
      ${line.rate}::bigint, ${line.estimate}::bigint,
      ${line.fromAt}::timestamptz, ${line.eventId}::uuid, ${knownOf(line)}
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
