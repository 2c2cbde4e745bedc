/** Forecasts of a campaign, computed from its results and cached until one of them changes (R61). Nothing here is ever billed. */
import { setImmediate } from 'node:timers/promises'
import { notFound } from '#domain/errors.ts'
import {
  endingsOf,
  forecastSeason,
  type SeasonForecast,
  type SeasonInput,
} from '#domain/forecast/campaign.ts'
import type { Scenarios } from '#domain/forecast/scenarios.ts'
import { rangeWith } from '#domain/forecast.ts'
import { NONE, type Quantity } from '#domain/quantity.ts'
import { digestOf } from '#server/platform/cache/cache.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

export type CampaignSeason = {
  facts: store.CampaignFacts
  statistics: readonly store.StatisticFacts[]
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

/** The current season. Drafts are read like any campaign: the caller has checked who may see it (R23). */
export async function seasonOf(db: Db, campaignId: string, now: Date): Promise<CampaignSeason> {
  const [facts, statistics, events, results] = await db.together((db) =>
    Promise.all([
      store.campaignFacts(db, campaignId),
      store.statisticFacts(db, campaignId),
      store.forecastEvents(db, campaignId),
      store.confirmedByMatch(db, campaignId),
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
