/** How the newest match changed what a pledge will likely come to (R61). Reads only. */
import { notFound } from '#domain/errors.ts'
import { seasonBefore } from '#domain/forecast/campaign.ts'
import { likelyChangeText } from '#domain/forecast-words.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { PledgeForecast } from '#domain/schemas/forecast.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { inDecimals, pledgeIn, seasonOf, standingOf, standingWith } from '#server/season/forecasts/index.ts'
import { toAccrualLines } from '#server/season/pledge-lines/index.ts'
import { findLink } from '#server/season/pledge-links/index.ts'
import * as store from './store.ts'

type Given = Pick<Deps, 'db' | 'clock'>

export async function ownForecast(deps: Given, actor: Actor, pledgeId: string): Promise<PledgeForecast> {
  const pledge = await store.pledgeOf(deps.db, pledgeId, actor)
  if (pledge) return { pledgeId, forecast: await changeOf(deps, pledge) }
  if (await store.isHeldPledge(deps.db, pledgeId, actor)) return { pledgeId, forecast: null }
  throw notFound('Pledge')
}

export async function forecastByLink(deps: Given, token: string): Promise<PledgeForecast> {
  const link = await findLink(deps.db, token, deps.clock.now())
  const pledge = link?.isOpen ? await store.linkedPledge(deps.db, link.pledgeId) : null
  if (!link || !pledge) throw notFound('Link')
  return { pledgeId: link.pledgeId, forecast: await changeOf(deps, pledge) }
}

async function changeOf({ db, clock }: Given, row: store.PledgeRow): Promise<PledgeForecast['forecast']> {
  if (!row.isOpen) return null
  const { campaignId, vocabulary } = row
  const pledge = { lines: toAccrualLines(row.lines), most: cents(row.agreedMaximumCents) }
  const today = await seasonOf(db, campaignId, clock.now())
  const { input, season } = today
  const now = pledgeIn(standingOf(today), pledge)
  if (!now) return null
  const newest = seasonBefore(input, season)
  // Before a match that had begun when it was pledged there was nothing to forecast.
  const then = newest && newest.match.at > row.createdAt.getTime() ? newest : null
  const before = then && pledgeIn(await standingWith(campaignId, then.input), pledge)
  return {
    now: inDecimals(now),
    before: before && inDecimals(before),
    match: then && (await matchOf(db, then.match)),
    most: toDecimal(pledge.most),
    words: likelyChangeText({ now, before, matches: 1 }, vocabulary),
  }
}

const matchOf = async (db: Db, { eventId, at }: { eventId: string | null; at: number }) => ({
  eventId,
  name: eventId === null ? null : await store.nameOfEvent(db, eventId),
  at: new Date(at).toISOString(),
})
