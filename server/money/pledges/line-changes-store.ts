/** A pledge's lines with what decides how they may be changed, and their changes. */

import { reasonNotToPledge } from '#domain/campaigns/campaign-state.ts'
import { byMatch, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { notFound } from '#domain/errors.ts'
import { type Cents, cents, toDecimal, toNumber } from '#domain/money.ts'
import { reasonAgainstLine, reasonNotToChangeLines } from '#domain/pledges/line-changes.ts'
import type { LineChangeForm, PledgeDetail } from '#domain/schemas/pledge.ts'
import { countsUnits, GIFT_TYPES, isGift } from '#domain/season/statistic-types.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { type PledgeContext, type PledgeStatistic, readContext } from '#server/season/pledges/index.ts'
import {
  isMatchOver,
  isPartial,
  partialUnits,
  type ScopeColumn,
  scopeColumn,
  toScope,
  unitsOfLine,
  withWaitingOfLine,
} from '#server/season/pledges/lines/index.ts'
import type { ChangeablePledge } from './store.ts'

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
async function statisticIdsOf(db: Db, campaignId: string): Promise<string[]> {
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

/** What may be changed about a pledge's lines now, or why it may not: for the guards and the buttons. */
export async function contextOf(
  db: Db,
  { campaignId }: ChangeablePledge,
  statisticIds: readonly string[],
  now: Date,
): Promise<PledgeContext> {
  const context = await readContext(db, {
    campaignId,
    userId: null,
    ambassadorId: null,
    statisticIds,
    partialAt: now,
  })
  if (!context) throw notFound('Pledge')
  return context
}

/** A pledge on one match stays one: what is added to it counts the same match. */
export const matchOf = (held: readonly HeldLine[]): string | null => {
  const [first, ...others] = [...new Set(held.filter(({ isOpen }) => isOpen).map(({ eventId }) => eventId))]
  return others.length === 0 ? (first ?? null) : null
}

export function reasonAgainst(
  kind: LineChangeForm['kind'],
  statistic: PledgeStatistic,
  { rate, isMatchOver }: HeldLine,
  words: Vocabulary,
): string | null {
  if (kind === 'add') return `You already pledge on ${statistic.name}: raise it instead`
  return reasonAgainstLine(kind, { ...statistic, type: statistic.terms.type, rate, isMatchOver }, words)
}

export function reasonNotToAdd(
  statistic: PledgeStatistic,
  held: readonly HeldLine[],
  words: Vocabulary,
): string | null {
  if (!statistic.isActive) return `${statistic.name} accepts no new pledges`
  if (statistic.achievement === 'achieved') return `${statistic.name} is already achieved`
  if (isGift(statistic.terms.type)) return `Make another pledge for ${statistic.name}`
  const match = matchOf(held)
  if (match === null) return null
  if (!countsUnits(statistic.terms.type)) return `${statistic.name} is not counted ${byMatch(words)}`
  return held.some(({ eventId, isMatchOver }) => eventId === match && isMatchOver)
    ? `That ${words.match} has started: make another pledge instead`
    : null
}

type ChangeableLines = Pick<PledgeDetail['changes'], 'canChangeLines' | 'cannotChangeLinesReason' | 'lines'>

/** What may be raised, stopped and added now, or why it may not: the guards' checks, for the buttons. */
export async function changeableLines(db: Db, pledge: ChangeablePledge, now: Date): Promise<ChangeableLines> {
  const refusal = reasonNotToChangeLines(pledge)
  if (refusal) return { canChangeLines: false, cannotChangeLinesReason: refusal, lines: [] }
  const held = await heldLines(db, pledge.id, now)
  const ids = await statisticIdsOf(db, pledge.campaignId)
  const context = await contextOf(db, pledge, ids, now)
  const ended = reasonNotToPledge(context, now)
  const lines = ids.flatMap((id) => {
    const statistic = context.statistics.get(id)
    if (!statistic) return []
    const open = held.find(({ statisticId, isOpen }) => statisticId === id && isOpen)
    const closedReason = ended ?? (statistic.isActive ? null : `${statistic.name} accepts no new pledges`)
    const none = 'Not pledged on'
    return [
      {
        statisticId: id,
        name: statistic.name,
        ...(open && open.agreedName !== statistic.name ? { agreedName: open.agreedName } : {}),
        type: statistic.terms.type,
        unitName: statistic.unitName,
        pledgeAmountOptions: statistic.presets.map(toNumber),
        allowCustomAmounts: statistic.allowCustomAmounts,
        rate: open ? toDecimal(open.rate) : null,
        cannotRaiseReason:
          closedReason ?? (open ? reasonAgainst('raise', statistic, open, pledge.vocabulary) : none),
        cannotStopReason: open ? reasonAgainst('stop', statistic, open, pledge.vocabulary) : none,
        cannotAddReason: open
          ? 'Already pledged on'
          : (closedReason ?? reasonNotToAdd(statistic, held, pledge.vocabulary)),
      },
    ]
  })
  return { canChangeLines: true, cannotChangeLinesReason: null, lines }
}
