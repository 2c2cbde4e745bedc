import { setImmediate } from 'node:timers/promises'
import type { PaymentMethod } from '#domain/billing/instruments.ts'
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { notFound } from '#domain/errors.ts'
import type { LinePart } from '#domain/forecast/likely.ts'
import type { Scenarios } from '#domain/forecast/scenarios.ts'
import {
  endingsOf,
  type ForecastEvent,
  forecastSeason,
  type SeasonForecast,
  type SeasonInput,
} from '#domain/forecast/season-forecast.ts'
import { rangeWith } from '#domain/forecast/statistic-forecast.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { ConfirmedResult } from '#domain/pledges/accrual.ts'
import { fromNumeric, larger, NONE, type Quantity, toNumeric } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import { isMatch } from '#domain/season/match-identity.ts'
import type { StatisticType } from '#domain/season/statistic-types.ts'
import { digestOf } from '#server/platform/cache/cache.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { isPartial, partialUnits, partToCome, unitsOfLine } from '#server/season/pledges/lines/index.ts'
import { type ResultRow, sinceAt, toCounted } from '#server/season/results/counted/index.ts'

/** Forecasts of a campaign, computed from its results and cached until one of them changes. Nothing here is ever billed. */
export type CampaignSeason = {
  facts: CampaignFacts
  statistics: readonly StatisticFacts[]
  input: SeasonInput
  season: SeasonForecast
  endings: Scenarios
  /** As it is computed now; `season` says likely what is stored, as every figure that is expected does. */
  fresh: SeasonForecast
  /** Identifies the season as it was read: as long as it is the same, every forecast made from it is the same. */
  version: string
}

/** The number of campaigns cached, newest first. Equal input gives an equal forecast, so each instance can have its own cache. */
const MAX_KEPT = 200
type Made = Pick<CampaignSeason, 'season' | 'endings'>
const kept = new Map<string, Made>()

/** The current season. Drafts are read like any campaign: the caller has checked who may see it. */
export async function seasonOf(db: Db, campaignId: string, now: Date): Promise<CampaignSeason> {
  const [facts, statistics, events, results] = await db.together((db) =>
    Promise.all([
      campaignFacts(db, campaignId),
      statisticFacts(db, campaignId),
      forecastEvents(db, campaignId),
      confirmedByMatch(db, campaignId),
    ]),
  )
  if (!facts) throw notFound('Campaign')
  const input: SeasonInput = {
    statistics: statistics.map(
      ({
        id,
        isDecided,
        name: _name,
        unitName: _unit,
        confirmed: _confirmed,
        likely: _likely,
        ...terms
      }) => ({
        id,
        isDecided,
        terms,
      }),
    ),
    events,
    results,
    startsAt: facts.startsAt.getTime(),
    endsAt: facts.endsAt.getTime(),
    now: dayOf(now),
    isOver: facts.finalLockedAt !== null || facts.status === 'cancelled',
  }
  const { season: fresh, endings, version } = await forecastFrom(campaignId, input)
  if (input.isOver) return { facts, statistics, input, fresh, season: fresh, endings, version }
  const likely = new Map(statistics.map((one) => [one.id, one.likely]))
  const season = { ...fresh, statistics: fresh.statistics.map((one) => withLikely(one, likely)) }
  return { facts, statistics, input, fresh, season, endings: { ...endings, likely }, version }
}

type OfStatistic = SeasonForecast['statistics'][number]

function withLikely(one: OfStatistic, stored: ReadonlyMap<string, Quantity>): OfStatistic {
  const { forecast, id } = one
  const likely = stored.get(id) ?? forecast.likely
  const range = forecast.kind === 'units' ? { range: rangeWith(forecast.range, likely) } : {}
  return { ...one, forecast: { ...forecast, ...range, likely } }
}

export const likelyOf = ({ statistics }: SeasonForecast, id: string): Quantity =>
  statistics.find((one) => one.id === id)?.forecast.likely ?? NONE

/** The forecast of the current season, or of an earlier one with fewer results. */
export async function forecastFrom(
  campaignId: string,
  input: SeasonInput,
): Promise<Pick<CampaignSeason, 'season' | 'endings' | 'version'>> {
  const version = digestOf(JSON.stringify(input))
  return { version, ...(await made(`${campaignId} ${version}`, input)) }
}

/** Without a schedule, elapsed time says how many matches are left: by whole days, so that the cache stays valid. */
const DAY_MS = 86_400_000
const dayOf = (now: Date): number => Math.floor(now.getTime() / DAY_MS) * DAY_MS

async function made(key: string, input: SeasonInput): Promise<Made> {
  const found = kept.get(key)
  if (found) return found
  // Other requests run first: this takes several milliseconds.
  await setImmediate()
  const season = forecastSeason(input)
  const one = { season, endings: endingsOf(season) }
  kept.set(key, one)
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(oldest)
  }
  return one
}

type CampaignFacts = {
  id: string
  status: CampaignStatus
  startsAt: Date
  endsAt: Date
  finalLockedAt: Date | null
  pledgedCents: number
  earnedCents: number
  collectedCents: number
  supportersCount: number
}

/** The campaign and its totals. */
const campaignFacts = async (db: Db, campaignId: string): Promise<CampaignFacts | null> =>
  first(
    await db.query<CampaignFacts>(sql`
      select
        c.id, c.status, c.starts_at, c.ends_at, c.final_locked_at, t.pledged_cents, t.earned_cents,
        t.collected_cents, t.supporters_count
      from campaigns c
      join campaign_totals t on t.campaign_id = c.id
      where c.id = ${campaignId}
    `),
  ) ?? null

type StatisticFacts = {
  id: string
  name: string
  unitName: string | null
  type: StatisticType
  expectedMin: Quantity | null
  expectedMax: Quantity | null
  expectedTarget: Quantity | null
  lastYearResult: Quantity | null
  lastYearMatches: number | null
  /** Between 0 and 1; null if nobody stated it. */
  chance: number | null
  confirmed: Quantity
  /** What the season will likely come to, as last stored. */
  likely: Quantity
  isDecided: boolean
}

/** As many as a page shows. */
const MAX_STATISTICS = 100
const optional = (text: string | null): Quantity | null => (text === null ? null : fromNumeric(text))

async function statisticFacts(db: Db, campaignId: string): Promise<StatisticFacts[]> {
  type Row = {
    id: string
    name: string
    unitName: string | null
    type: StatisticType
    expectedMin: string | null
    expectedMax: string | null
    expectedTarget: string | null
    lastYearResult: string | null
    lastYearMatches: number | null
    chance: number | null
    confirmed: string
    likely: string
    isDecided: boolean
  }
  const rows = await db.query<Row>(sql`
    select
      s.id, s.name, s.unit_name, s.type, s.expected_min, s.expected_max, s.expected_target,
      s.last_year_result, s.last_year_matches, (s.chance_percent * 0.01)::float8 as chance, t.confirmed, t.likely,
      coalesce(t.achievement = 'not_achieved', false) as is_decided
    from statistics s
    join statistic_totals t on t.statistic_id = s.id
    where s.campaign_id = ${campaignId}
    order by s.sort_order, s.id
    limit ${MAX_STATISTICS}
  `)
  return rows.map((row) => ({
    ...row,
    expectedMin: optional(row.expectedMin),
    expectedMax: optional(row.expectedMax),
    expectedTarget: optional(row.expectedTarget),
    lastYearResult: optional(row.lastYearResult),
    confirmed: fromNumeric(row.confirmed),
    likely: larger(fromNumeric(row.likely), fromNumeric(row.confirmed)),
  }))
}

/** Under the campaign's exclusive lock; whoever calls it sums the totals anew. */
export async function saveLikely(db: Db, likely: ReadonlyMap<string, Quantity>): Promise<void> {
  await db.query(sql`
    update statistic_totals t
    set likely = g.likely::numeric
    from unnest(
      ${sql.param([...likely.keys()])}::uuid[], ${sql.param([...likely.values()].map(toNumeric))}::text[]
    ) as g (id, likely)
    where t.statistic_id = g.id
  `)
}

/** No season has more matches than this. */
const MAX_EVENTS = 1_000

/**
 * Includes archived matches only if they will not be played: neither merged into another nor replaced by a match on
 * the same day or by one against the same opponent that was entered since.
 */
async function forecastEvents(db: Db, campaignId: string): Promise<ForecastEvent[]> {
  const rows = await db.query<{
    id: string
    startTime: Date
    eventType: Event['eventType']
    opponent: string | null
    isCompleted: boolean
    isPlanned: boolean
    isCancelled: boolean
  }>(sql`
    select id, start_time, event_type, opponent, is_completed, created_at < start_time as is_planned,
      archived_at is not null as is_cancelled
    from events e
    where campaign_id = ${campaignId}
      and merged_into is null
      and (
        archived_at is null
        or not exists (
          select from events n
          where n.campaign_id = e.campaign_id
            and n.archived_at is null
            and (
              n.start_time between e.start_time - interval '12 hours' and e.start_time + interval '12 hours'
              or (lower(n.opponent) = lower(e.opponent) and n.created_at >= e.archived_at)
            )
        )
      )
    order by start_time, id
    limit ${MAX_EVENTS}
  `)
  return rows.map(({ id, startTime, isCompleted, isPlanned, isCancelled, ...event }) => ({
    id,
    at: startTime.getTime(),
    isMatch: isMatch(event),
    isCompleted,
    isPlanned,
    isCancelled,
  }))
}

/** What the confirmed results of each match add up to. */
async function confirmedByMatch(db: Db, campaignId: string): Promise<ConfirmedResult[]> {
  const rows = await db.query<ResultRow>(sql`
    select
      min(r.id::text) as id,
      r.statistic_id, r.event_id,
      coalesce(min(e.start_time), min(r.entered_at)) as at,
      min(${sinceAt}) as since,
      sum(r.difference)::text as quantity
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.confirmed_at is not null
    group by r.statistic_id, r.event_id, case when r.event_id is null then r.id end
    order by 1
  `)
  return rows.map(toCounted)
}

/** What a line that counts a part of the season counts. */
type CountedPart = Omit<LinePart, 'confirmed'>
type ShapeLine = { statisticId: string; type: StatisticType; rate: Cents; part: CountedPart | null }
export type PledgeShape = { most: Cents; lines: ShapeLine[]; paymentMethod: PaymentMethod; times: number }

/** Pledges that count; those with the same lines, maximum and payment method share a row. */
export async function pledgeShapes(db: Db, campaignId: string): Promise<PledgeShape[]> {
  const rows = await db.query<{
    agreedMaximumCents: number
    paymentMethod: PaymentMethod
    statisticIds: string[]
    types: StatisticType[]
    ratesCents: number[]
    parts: (string | null)[]
    times: number
  }>(sql`
    with ${partialUnits(sql`select ${campaignId}::uuid as campaign_id`)}
    select
      agreed_maximum_cents, payment_method, statistic_ids, types, rates_cents, parts,
      count(*)::integer as times
    from (
      select
        p.id, p.agreed_maximum_cents, p.payment_method,
        array_agg(l.statistic_id::text order by l.statistic_id, l.number) as statistic_ids,
        array_agg(l.type order by l.statistic_id, l.number) as types,
        array_agg(l.rate_cents::integer order by l.statistic_id, l.number) as rates_cents,
        array_agg(
          case when ${isPartial} then
            json_build_array((${unitsOfLine})::text, ${partToCome(sql`p.campaign_id`)})::text
          end
          order by l.statistic_id, l.number
        ) as parts
      from pledges p
      join pledge_lines l on l.pledge_id = p.id
      where p.campaign_id = ${campaignId}
        and p.status <> 'cancelled'
      group by p.id
    ) p
    group by agreed_maximum_cents, payment_method, statistic_ids, types, rates_cents, parts
  `)
  return rows.map(({ agreedMaximumCents, paymentMethod, statisticIds, types, ratesCents, parts, times }) => ({
    times,
    paymentMethod,
    most: cents(agreedMaximumCents),
    lines: statisticIds.map((statisticId, index) => ({
      statisticId,
      type: types[index] as StatisticType,
      rate: cents(ratesCents[index] ?? 0),
      part: toPart(parts[index] ?? null),
    })),
  }))
}

function toPart(text: string | null): CountedPart | null {
  if (text === null) return null
  const [counted, [parts, all]] = JSON.parse(text) as [string, [number, number]]
  return { counted: fromNumeric(counted), parts, all }
}
