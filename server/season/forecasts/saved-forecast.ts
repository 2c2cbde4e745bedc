import { partToCome } from '#domain/forecast/likely.ts'
import { type AmountRange, forecastPledge } from '#domain/forecast/pledge-forecast.ts'
import type { Scenarios } from '#domain/forecast/scenarios.ts'
import { type SeasonForecast, type SeasonInput, seasonWith } from '#domain/forecast/season-forecast.ts'
import { type Cents, cents } from '#domain/money.ts'
import {
  type AccrualLine,
  buildSeason,
  type ConfirmedResult,
  type Season,
  unitsOf,
} from '#domain/pledges/accrual.ts'
import { NONE } from '#domain/quantity.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { amountOf } from './campaign-forecast.ts'
import { type CampaignSeason, forecastFrom, likelyOf, saveLikely, seasonOf } from './store.ts'

/** Per run; the next run continues where this one ends. */
const BATCH = 200

export const campaignsToForecast = (db: Db, now: Date): Promise<string[]> => outdatedForecasts(db, now, BATCH)

/** Whether what is stored as likely is not what the season says now. */
export const isLikelyOutdated = (season: CampaignSeason): boolean =>
  season.statistics.some(({ id, likely }) => likelyOf(season.fresh, id) !== likely)

/** Stores what each statistic will likely come to. The caller has the campaign's exclusive lock, and sums its totals. */
export async function refreshLikely(db: Db, campaignId: string, now: Date): Promise<void> {
  const season = await seasonOf(db, campaignId, now)
  if (isLikelyOutdated(season))
    await saveLikely(db, new Map(season.fresh.statistics.map(({ id }) => [id, likelyOf(season.fresh, id)])))
}

export async function keepForecast(db: Db, season: CampaignSeason, now: Date): Promise<void> {
  const { played, schedule } = season.season
  await saveForecast(db, {
    ...(await amountOf(db, season)),
    campaignId: season.facts.id,
    version: season.version,
    played: played.length,
    left: schedule?.left ?? null,
    now,
  })
}

const DAY_MS = 86_400_000

/** Running campaigns whose forecast is missing, older than a change, or over a day old; the oldest first. */
export async function outdatedForecasts(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select c.id
    from campaigns c
    left join campaign_forecasts f on f.campaign_id = c.id
    where c.status in ('active', 'paused', 'completed')
      and c.final_locked_at is null
      and (
        f.campaign_id is null
        or f.computed_at < ${new Date(now.getTime() - DAY_MS)}
        or exists (
          select from results r
          where r.campaign_id = c.id
            and (r.confirmed_at >= f.computed_at or r.voided_at >= f.computed_at)
        )
        or exists (
          select from pledges p
          where p.campaign_id = c.id
            and (p.created_at >= f.computed_at or p.cancelled_at >= f.computed_at)
        )
        -- A pledge that was released counts from then on; it was created before (R57).
        or c.id in (
          select h.campaign_id
          from held_pledges h
          join campaign_forecasts k on k.campaign_id = h.campaign_id
          where h.state = 'released'
            and h.decided_at >= k.computed_at
        )
        -- A lower maximum, and a line that was raised, stopped or added (R14, R58).
        or exists (
          select from pledge_consents k
          where k.campaign_id = c.id
            and k.replaced_at >= f.computed_at
        )
        or exists (
          select from statistics s
          where s.campaign_id = c.id
            and coalesce(s.changed_at, s.created_at) >= f.computed_at
        )
        or exists (
          select from events e
          where e.campaign_id = c.id
            and coalesce(e.archived_at, e.changed_at, e.created_at) >= f.computed_at
        )
      )
    order by f.computed_at nulls first, c.id
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

type Kept = AmountRange & {
  campaignId: string
  version: string
  played: number
  left: number | null
  now: Date
}

/** The newest forecast wins, whichever instance writes last. */
async function saveForecast(db: Db, kept: Kept): Promise<void> {
  await db.query(sql`
    insert into campaign_forecasts as f (
      campaign_id, version, low_cents, likely_cents, high_cents, matches_played, matches_left, computed_at
    )
    values (
      ${kept.campaignId}, ${kept.version}, ${kept.low}, ${kept.likely}, ${kept.high}, ${kept.played},
      ${kept.left}, ${kept.now}
    )
    on conflict (campaign_id) do update
    set
      version = excluded.version,
      low_cents = excluded.low_cents,
      likely_cents = excluded.likely_cents,
      high_cents = excluded.high_cents,
      matches_played = excluded.matches_played,
      matches_left = excluded.matches_left,
      computed_at = excluded.computed_at
    where f.computed_at <= excluded.computed_at
  `)
}

/** The newest stored one, if there is one. */
export async function keptAmount(db: Db, campaignId: string): Promise<AmountRange | null> {
  const [row] = await db.query<{ lowCents: number; likelyCents: number; highCents: number }>(sql`
    select low_cents, likely_cents, high_cents
    from campaign_forecasts
    where campaign_id = ${campaignId}
  `)
  const amount = (value: number): Cents => cents(value)
  return row
    ? { low: amount(row.lowCents), likely: amount(row.likelyCents), high: amount(row.highCents) }
    : null
}

/** A season with its endings, and its confirmed results for lines that count a part of it. */
type ForecastState = { season: SeasonForecast; endings: Scenarios; confirmed: Season }

/** The season of today, as everything expected sees it. */
export const forecastStateOf = ({ season, endings, input }: CampaignSeason): ForecastState => ({
  season,
  endings,
  confirmed: buildSeason(input.results),
})

/** The same with these results only. */
export async function forecastStateWith(
  campaignId: string,
  input: SeasonInput,
  results: readonly ConfirmedResult[] = input.results,
): Promise<ForecastState> {
  const { season, endings } = await forecastFrom(campaignId, seasonWith(input, results))
  return { season, endings, confirmed: buildSeason(results) }
}

/** Null if nothing is known about any of its statistics. */
export function pledgeIn(
  { season, endings, confirmed }: ForecastState,
  { lines, most }: { lines: readonly AccrualLine[]; most: Cents },
): AmountRange | null {
  const known = new Map(season.statistics.map(({ id, forecast }) => [id, forecast]))
  const isKnown = ({ type, statisticId }: AccrualLine) =>
    !isGift(type) && (known.get(statisticId)?.kind ?? 'unknown') !== 'unknown'
  if (!lines.some(isKnown)) return null
  return forecastPledge(
    {
      most,
      lines: lines.map(({ scope, ...line }) => {
        if (!scope) return line
        const counted = unitsOf({ ...line, scope }, confirmed)
        const of = { counted, confirmed: known.get(line.statisticId)?.confirmed ?? NONE }
        return { ...line, part: { ...of, ...partToCome(season.open, { type: line.type, scope }) } }
      }),
    },
    endings,
  )
}
