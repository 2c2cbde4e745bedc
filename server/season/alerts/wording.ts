/** What newly entered results mean for one supporter: the matches to alert about, and what they add (R10, R64). */
import { type Counted, countResults, newsFor } from '#domain/digest.ts'
import { add, type Cents, cents, sum, ZERO } from '#domain/money.ts'
import type { Quantity } from '#domain/quantity.ts'
import type { AlertCount, AlertFacts } from '#domain/result-alert.ts'
import { isAchievement } from '#domain/statistic-types.ts'
import { toScope } from '#server/season/pledges/lines/index.ts'
import type { AlertCampaign, AlertPledge, AlertResult } from './season-store.ts'

export type AlertSeason = AlertCampaign & {
  results: readonly AlertResult[]
  after: Counted
  /** The season without certain matches, each computed once. */
  before: Map<string, Counted>
}

export const seasonOf = (campaign: AlertCampaign, results: readonly AlertResult[]): AlertSeason => ({
  ...campaign,
  results,
  after: countResults(results),
  before: new Map(),
})

const momentOf = ({ eventId, id }: AlertResult): string => eventId ?? id

/** Slots first entered after `since` and not in `alerted`. */
export const newSlots = (
  { results }: AlertSeason,
  since: Date,
  alerted: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    results
      .filter(({ slot, firstEnteredAt }) => firstEnteredAt > since && !alerted.has(slot))
      .map(({ slot }) => slot),
  )

function seasonBefore({ results, before }: AlertSeason, slots: ReadonlySet<string>): Counted {
  const key = [...slots].sort().join()
  const known = before.get(key)
  if (known) return known
  const made = countResults(results.filter(({ slot }) => !slots.has(slot)))
  before.set(key, made)
  return made
}

type Found = { moment: string; at: number; amount: Cents; counts: Map<string, Quantity | null> }

export type SupporterAlert = {
  facts: AlertFacts
  matches: { slot: string; moment: string; addedCents: Cents }[]
  pledgeId: string
}

/** Null if these matches add nothing: another statistic, a line that was stopped, or a maximum that is reached. */
export function supporterAlert(
  season: AlertSeason,
  pledges: readonly AlertPledge[],
  slots: ReadonlySet<string>,
): SupporterAlert | null {
  if (slots.size === 0) return null
  const slotOf = new Map(season.results.map((result) => [momentOf(result), result.slot]))
  const before = seasonBefore(season, slots)
  const found = new Map<string, Found>()
  const touched = pledges.flatMap((pledge) => {
    const news = newsFor(linesOf(pledge), cents(pledge.agreedMaximumCents), before, season.after)
    if (!news || news.added <= 0) return []
    const names = new Map(pledge.lines.map(([statisticId, name]) => [statisticId, name]))
    for (const { key, at, amount, lines } of news.matches) {
      const slot = slotOf.get(key)
      if (slot === undefined || !slots.has(slot) || amount <= 0) continue
      const match = found.get(key) ?? { moment: key, at, amount: ZERO, counts: new Map() }
      match.amount = add(match.amount, amount)
      for (const { line, quantity } of lines) {
        const name = names.get(line.statisticId) ?? ''
        if (quantity > (match.counts.get(name) ?? 0))
          match.counts.set(name, isAchievement(line.type) ? null : quantity)
      }
      found.set(key, match)
    }
    return [{ id: pledge.id, news }]
  })
  const [first] = touched
  const matches = [...found.values()].sort((a, b) => a.at - b.at)
  if (!first || matches.length === 0) return null
  return {
    pledgeId: first.id,
    matches: matches.map(({ moment, amount }) => ({
      slot: slotOf.get(moment) as string,
      moment,
      addedCents: amount,
    })),
    facts: {
      campaignName: season.campaignName,
      vocabulary: season.vocabulary,
      matches: matches.map((match) => inWords(season, match)),
      added: sum(touched.map(({ news }) => news.added)),
      pledgeCount: touched.length,
      isReached: touched.every(({ news }) => news.left === 0),
    },
  }
}

const linesOf = ({ lines }: AlertPledge) =>
  lines.map(([statisticId, , type, rate, scope]) => ({
    statisticId,
    type,
    rate: cents(rate),
    scope: toScope(scope),
  }))

function inWords(
  { results, timeZone }: AlertSeason,
  { moment, at, counts }: Found,
): AlertFacts['matches'][number] {
  const own = results.filter((result) => momentOf(result) === moment)
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(at)
  return {
    title: `${day}, ${own[0]?.name ?? ''}`,
    counts: [...counts].map(([name, quantity]): AlertCount => ({ name, quantity })),
    isConfirmed: own.every(({ isConfirmed }) => isConfirmed),
  }
}
