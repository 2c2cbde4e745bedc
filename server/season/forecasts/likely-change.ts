/** How the newest match changed what a pledge will likely come to. Reads only. */

import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { notFound } from '#domain/errors.ts'
import { likelyChangeText } from '#domain/forecast/forecast-sentence.ts'
import { seasonBefore } from '#domain/forecast/season-forecast.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { AccrualLine } from '#domain/pledges/accrual.ts'
import type { PlannedChange, PledgeForecast } from '#domain/schemas/forecast.ts'
import { isGift, type StatisticType } from '#domain/season/statistic-types.ts'
import { isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import type { Deps } from '#server/season/deps.ts'
import { type LineRow, linesOf, toAccrualLines } from '#server/season/pledges/lines/index.ts'
import { findLink } from '#server/season/pledges/links/index.ts'
import { forecastStateOf, forecastStateWith, inDecimals, pledgeIn, seasonOf } from './index.ts'

type Given = Pick<Deps, 'db' | 'clock'>

export async function ownForecast(
  deps: Given,
  actor: Actor,
  pledgeId: string,
  change: PlannedChange,
): Promise<PledgeForecast> {
  const pledge = await pledgeOf(deps.db, pledgeId, actor)
  if (pledge) return { pledgeId, forecast: await changeOf(deps, pledge, change) }
  if (await isHeldPledge(deps.db, pledgeId, actor)) return { pledgeId, forecast: null }
  throw notFound('Pledge')
}

export async function forecastByLink(
  deps: Given,
  token: string,
  change: PlannedChange,
): Promise<PledgeForecast> {
  const link = await findLink(deps.db, token, deps.clock.now())
  const pledge = link?.isOpen ? await linkedPledge(deps.db, link.pledgeId) : null
  if (!link || !pledge) throw notFound('Link')
  return { pledgeId: link.pledgeId, forecast: await changeOf(deps, pledge, change) }
}

async function changeOf(
  { db, clock }: Given,
  row: PledgeRow,
  change: PlannedChange,
): Promise<PledgeForecast['forecast']> {
  if (!row.isOpen) return null
  const { campaignId, vocabulary } = row
  const held = toAccrualLines(row.lines)
  const lines = await withChange(db, { campaignId, held, at: clock.now().getTime() }, change)
  const pledge = { lines, most: change.most ?? cents(row.agreedMaximumCents) }
  const today = await seasonOf(db, campaignId, clock.now())
  const { input, season } = today
  const now = pledgeIn(forecastStateOf(today), pledge)
  if (!now) return null
  const newest = seasonBefore(input, season)
  // Before a match that had begun when it was pledged there was nothing to forecast.
  const isMade = lines === held
  const then = isMade && newest && newest.match.at > row.createdAt.getTime() ? newest : null
  const before = then && pledgeIn(await forecastStateWith(campaignId, then.input), pledge)
  return {
    now: inDecimals(now),
    before: before && inDecimals(before),
    match: then && (await matchOf(db, then.match)),
    most: toDecimal(pledge.most),
    words: likelyChangeText({ now, before, matches: 1 }, vocabulary),
  }
}

type Held = { campaignId: string; held: readonly AccrualLine[]; at: number }

/** What was counted until now stays at the old rate; the new one counts from now on. */
async function withChange(
  db: Db,
  { campaignId, held, at }: Held,
  { kind, statisticId, pledgeAmount }: PlannedChange,
): Promise<readonly AccrualLine[]> {
  if (!kind || !statisticId) return held
  const whole = { from: null, until: null, eventId: null }
  const isOpen = ({ scope }: AccrualLine) => (scope?.until ?? null) === null
  const changed = held.find((line) => line.statisticId === statisticId && isOpen(line))
  const lines = held.map((line) =>
    line === changed ? { ...line, scope: { ...(line.scope ?? whole), until: at } } : line,
  )
  const type = changed?.type ?? (await typeOf(db, { campaignId, statisticId }))
  if (kind === 'stop' || !pledgeAmount || !type) return lines
  const eventId = (changed ?? held.find(isOpen))?.scope?.eventId ?? null
  const scope = isGift(type) ? null : { ...whole, from: at, eventId }
  return [...lines, { statisticId, type, rate: pledgeAmount, scope }]
}

const matchOf = async (db: Db, { eventId, at }: { eventId: string | null; at: number }) => ({
  eventId,
  name: eventId === null ? null : await nameOfEvent(db, eventId),
  at: new Date(at).toISOString(),
})

type PledgeRow = {
  campaignId: string
  createdAt: Date
  agreedMaximumCents: number
  vocabulary: Vocabulary
  lines: LineRow[]
  /** Whether results can still change its amount. */
  isOpen: boolean
}

const pledgeWhere = (where: SQL) => sql`
  select
    p.campaign_id, p.created_at, p.agreed_maximum_cents, c.vocabulary, ${linesOf(sql`p.id`)} as lines,
    p.status in ('active', 'past_due')
      and c.status in ('active', 'paused', 'completed')
      and c.final_locked_at is null as is_open
  from pledges p
  join campaigns c on c.id = p.campaign_id
  where ${where}
`

/** Only its supporter's, or any for a representative. */
const pledgeOf = async (db: Db, pledgeId: string, actor: Actor): Promise<PledgeRow | null> =>
  first(
    await db.query<PledgeRow>(
      pledgeWhere(sql`
        p.id = ${pledgeId}
        and (
          p.pledger_id = ${actor.userId}
          or ${isRepresentative(actor)}
        )
      `),
    ),
  ) ?? null

/** A held pledge counts nowhere yet, and is visible to the same people. */
async function isHeldPledge(db: Db, pledgeId: string, actor: Actor): Promise<boolean> {
  const rows = await db.query(sql`
    select from held_pledges h
    where h.id = ${pledgeId}
      and (
        h.pledger_id = ${actor.userId}
        or ${isRepresentative(actor)}
      )
  `)
  return rows.length > 0
}

/** For anyone with its link, which is the proof. */
const linkedPledge = async (db: Db, pledgeId: string): Promise<PledgeRow | null> =>
  first(await db.query<PledgeRow>(pledgeWhere(sql`p.id = ${pledgeId}`))) ?? null

async function nameOfEvent(db: Db, eventId: string): Promise<string | null> {
  const row = first(await db.query<{ name: string }>(sql`select name from events where id = ${eventId}`))
  return row?.name ?? null
}

async function typeOf(
  db: Db,
  { campaignId, statisticId }: { campaignId: string; statisticId: string },
): Promise<StatisticType | null> {
  const row = first(
    await db.query<{ type: StatisticType }>(
      sql`select type from statistics where id = ${statisticId} and campaign_id = ${campaignId}`,
    ),
  )
  return row?.type ?? null
}
