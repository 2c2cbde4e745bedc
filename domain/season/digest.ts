/** What newly confirmed results mean for one pledge: the difference between two states of the season. Pure. */

import { type Cents, subtract, sum, ZERO } from '../money.ts'
import {
  type AccrualLine,
  buildSeason,
  type ConfirmedResult,
  partialChange,
  type Season,
  shareByMoment,
} from '../pledges/accrual.ts'
import { minus, NONE, plus, type Quantity } from '../quantity.ts'
import { isGift } from './statistic-types.ts'

/** The confirmed results at one moment, and each match's count of each statistic. */
export type Counted = { season: Season; counts: ReadonlyMap<string, ReadonlyMap<string, Quantity>> }

export function countResults(results: readonly ConfirmedResult[]): Counted {
  const counts = new Map<string, Map<string, Quantity>>()
  for (const { eventId, id, statisticId, quantity } of results) {
    const key = eventId ?? id
    const match = counts.get(key) ?? new Map<string, Quantity>()
    match.set(statisticId, plus(match.get(statisticId) ?? NONE, quantity))
    counts.set(key, match)
  }
  return { season: buildSeason(results), counts }
}

/** What changed on one line in one match; both may be negative in a correction. */
type LineNews = { line: AccrualLine; quantity: Quantity; amount: Cents }
/** `lines` is empty if no count changed, only the share of the maximum. */
export type MatchNews = { key: string; at: number; lines: LineNews[]; amount: Cents }
type PledgeNews = { matches: MatchNews[]; added: Cents; earned: Cents; left: Cents }

/**
 * What `after` adds for a pledge over `before`, match by match in their order: the parts sum to `added` to the cent.
 * Null if nothing changes, because its statistics did not change or its maximum was already reached.
 */
export function newsFor(
  lines: readonly AccrualLine[],
  most: Cents,
  before: Counted,
  after: Counted,
): PledgeNews | null {
  const then = amountsByMatch(lines, most, before)
  const now = amountsByMatch(lines, most, after)
  const matches = momentsOf(before, after).flatMap(({ key, at }) => {
    const news = matchNews(lines, key, { then, now, before, after })
    return news === null ? [] : [{ ...news, key, at }]
  })
  if (matches.length === 0) return null
  const earned = sum(now.total)
  return {
    matches,
    added: sum(matches.map(({ amount }) => amount)),
    earned,
    left: subtract(most, earned),
  }
}

type Amounts = { byMatch: Map<string, Cents[]>; total: Cents[] }

function amountsByMatch(lines: readonly AccrualLine[], most: Cents, { season }: Counted): Amounts {
  const shares = shareByMoment(lines, most, season)
  return {
    byMatch: new Map(
      shares.flatMap(({ moment, amounts }) => (moment === null ? [] : [[moment.key, amounts]])),
    ),
    total: shares.map(({ total }) => total),
  }
}

/** Each once, at its current time; a removed one keeps its last time. */
function momentsOf(before: Counted, after: Counted): { key: string; at: number }[] {
  const known = new Map([...before.season.moments, ...after.season.moments].map(({ key, at }) => [key, at]))
  return [...known].map(([key, at]) => ({ key, at })).sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
}

function matchNews(
  lines: readonly AccrualLine[],
  key: string,
  { then, now, before, after }: { then: Amounts; now: Amounts; before: Counted; after: Counted },
): Pick<MatchNews, 'lines' | 'amount'> | null {
  const counted = (state: Counted, line: AccrualLine) =>
    line.scope
      ? partialChange(line, line.scope, state.season, key)
      : (state.counts.get(key)?.get(line.statisticId) ?? NONE)
  const amounts = (state: Amounts, index: number) => state.byMatch.get(key)?.[index] ?? ZERO
  const changes = lines.map((line, index) => ({
    line,
    quantity: isGift(line.type) ? NONE : minus(counted(after, line), counted(before, line)),
    amount: subtract(amounts(now, index), amounts(then, index)),
  }))
  if (changes.every(({ amount }) => amount === 0)) return null
  const isCounted = changes.some(({ quantity }) => quantity !== 0)
  return {
    lines: isCounted ? changes.filter(({ quantity, amount }) => quantity !== 0 || amount !== 0) : [],
    amount: sum(changes.map(({ amount }) => amount)),
  }
}
