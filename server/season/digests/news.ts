/** What results mean for one supporter, in the words and figures of their mail. */

import { matchWord, type Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { likelyChangeText } from '#domain/forecast/forecast-sentence.ts'
import { seasonWith } from '#domain/forecast/season-forecast.ts'
import { add, type Cents, cents, formatUsd, subtract, sum, ZERO } from '#domain/money.ts'
import type { AccrualLine } from '#domain/pledges/accrual.ts'
import { countText } from '#domain/pledges/match-shares.ts'
import { type MatchNews, newsFor } from '#domain/season/digest.ts'
import type { OpenBills } from '#server/messaging/mails/index.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import type { BilledSoFar, Deps } from '#server/season/deps.ts'
import { forecastStateWith, pledgeIn, seasonOf } from '#server/season/forecasts/index.ts'
import { toAccrualLines } from '#server/season/pledges/lines/index.ts'
import type { NamedResults } from '#server/season/results/counted/index.ts'
import type { Seasons } from './send.ts'
import type { Supporter, Turn } from './store.ts'
import * as store from './store.ts'

/** Confirmed results become one mail to each supporter, after a delay that lets corrections join. */
const MINUTE_MS = 60_000
/** A digest leaves once nothing more was confirmed for this long. */
const QUIET_MINUTES = 20
/** The longest that it waits, however much is confirmed. */
const LONGEST_WAIT_MINUTES = 90

/** In the transaction that confirms, under the campaign's exclusive lock, so that changes are reported once they are final. */
export async function gatherDigest(tx: Db, clock: Clock, campaignId: string): Promise<void> {
  const at = clock.now()
  await store.gather(tx, {
    id: newId(clock),
    campaignId,
    at,
    dueAt: new Date(at.getTime() + QUIET_MINUTES * MINUTE_MS),
    longestWaitMs: LONGEST_WAIT_MINUTES * MINUTE_MS,
  })
}

type Row = readonly [label: string, amount: string]
type MatchInWords = { title: string; rows: readonly Row[]; amount: string }
export type PledgeNewsInWords = {
  pledgeId: string
  /** What each match adds, keyed by the match, or by the result if it has no match. */
  amounts: readonly (readonly [moment: string, cents: Cents])[]
  matches: readonly MatchInWords[]
  /** How many more matches there are, and what they add up to; null if there are none. */
  others: Row | null
  change: 'more' | 'less' | 'same'
  added: string
  earned: string
  earnedCents: Cents
  most: string
  left: string
  isReached: boolean
  /** What it will likely come to now, and before these results; null if nothing is known. */
  likely: string | null
}

/** A season imported at once is a single mail too: the newest matches by name, the others as one sum. */
const MAX_MATCHES = 20

/** For each pledge that anything changes for; others are left out. */
export function supporterNews(
  pledges: Supporter['pledges'],
  { before, after, names, likely }: Seasons,
  { timeZone, vocabulary }: Pick<Turn, 'timeZone' | 'vocabulary'>,
): PledgeNewsInWords[] {
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone })
  return pledges.flatMap(([pledgeId, agreedMaximumCents, agreed]): PledgeNewsInWords[] => {
    const lines = toAccrualLines(agreed)
    const lineNames = new Map(lines.map(({ statisticId, name }) => [statisticId, name]))
    const most = cents(agreedMaximumCents)
    const news = newsFor(lines, most, before, after)
    if (!news) return []
    const shown = news.matches.slice(-MAX_MATCHES)
    // The maximum applies now, or applied before a correction.
    const isLimited = news.left === 0 || add(news.left, news.added) === 0
    const titleOf = ({ key, at }: MatchNews) => `${day.format(at)}, ${names.get(key) ?? 'a result'}`
    return [
      {
        pledgeId,
        added: formatUsd(news.added),
        earned: formatUsd(news.earned),
        most: formatUsd(most),
        earnedCents: news.earned,
        amounts: news.matches.map(({ key, amount }) => [key, amount]),
        matches: shown.map((match) => ({
          title: titleOf(match),
          rows: rowsOf(match, lineNames, isLimited),
          amount: formatUsd(match.amount),
        })),
        others: sumOf(news.matches.slice(0, -MAX_MATCHES), vocabulary),
        change: news.added > 0 ? 'more' : news.added < 0 ? 'less' : 'same',
        left: formatUsd(news.left),
        isReached: news.left === 0,
        likely:
          news.left === 0
            ? null
            : likely(
                { lines, most },
                { vocabulary, matches: news.matches.length, isCorrection: news.added <= 0 },
              ),
      },
    ]
  })
}

/** What was billed for it so far, and what of that it has not earned anymore. */
export function billedWords(
  { earnedCents }: Pick<PledgeNewsInWords, 'earnedCents'>,
  { open, received }: BilledSoFar,
): { open: OpenBills | null; paid: string | null; tooMuch: string | null } {
  const tooMuch = subtract(add(received, open?.cents ?? ZERO), earnedCents)
  return {
    open,
    paid: received > 0 ? formatUsd(received) : null,
    tooMuch: tooMuch > 0 ? formatUsd(tooMuch) : null,
  }
}

const sumOf = (matches: readonly MatchNews[], words: Vocabulary): Row | null =>
  matches.length === 0
    ? null
    : [
        `${matches.length === 1 ? 'One' : matches.length} earlier ${matchWord(words, matches.length)}`,
        formatUsd(sum(matches.map(({ amount }) => amount))),
      ]

const rowsOf = (
  { lines, amount }: MatchNews,
  names: ReadonlyMap<string, string>,
  isLimited: boolean,
): Row[] =>
  lines.length === 0
    ? [['Its share of your maximum', formatUsd(amount)]]
    : lines.map((news) => [
        `${names.get(news.line.statisticId)}: ${countText(news, isLimited)}`,
        formatUsd(news.amount),
      ])

/** The sentence for one pledge; null if nothing is known, and once results can add nothing more. */
export type LikelyWords = (
  pledge: { lines: readonly AccrualLine[]; most: Cents },
  context: { vocabulary: Vocabulary; matches: number; isCorrection: boolean },
) => string | null

type Given = Pick<Deps, 'db' | 'clock' | 'log'>
type Reported = { before: NamedResults; after: NamedResults }

/** A failure is logged once per campaign; after that its digests have no such sentences. */
export async function likelyWords(deps: Given, campaignId: string, reported: Reported): Promise<LikelyWords> {
  let words: LikelyWords = () => null
  const giveUp = (error: unknown): null => {
    deps.log.error({ campaignId, error: describeError(error) }, 'a digest goes out without its forecast')
    words = () => null
    return null
  }
  try {
    words = await wordsOf(deps, campaignId, reported)
  } catch (error) {
    giveUp(error)
  }
  return (pledge, context) => {
    try {
      return words(pledge, context)
    } catch (error) {
      return giveUp(error)
    }
  }
}

/** The season with the earlier and the new results, to forecast a pledge with both. */
async function wordsOf(
  { db, clock }: Given,
  campaignId: string,
  { before, after }: Reported,
): Promise<LikelyWords> {
  const { input } = await seasonOf(db, campaignId, clock.now())
  if (input.isOver) return () => null
  const today = seasonWith(input, after.results)
  const then = await forecastStateWith(campaignId, today, before.results)
  const now = await forecastStateWith(campaignId, today)
  return (pledge, { vocabulary, ...since }) => {
    const likely = pledgeIn(now, pledge)
    return likely && likelyChangeText({ now: likely, before: pledgeIn(then, pledge), ...since }, vocabulary)
  }
}
