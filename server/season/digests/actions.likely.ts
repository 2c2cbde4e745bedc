/** How results change what a pledge will likely come to, for its digest (R61). If this fails, the digest is sent without it. */
import type { AccrualLine } from '#domain/accrual.ts'
import { seasonWith } from '#domain/forecast/campaign.ts'
import { likelyChangeText } from '#domain/forecast-words.ts'
import type { Cents } from '#domain/money.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import type { Deps } from '#server/season/deps.ts'
import { pledgeIn, seasonOf, standingWith } from '#server/season/forecasts/index.ts'
import type { KeptResults } from './store.ts'

/** The sentence for one pledge; null if nothing is known, and once results can add nothing more. */
export type LikelyWords = (
  pledge: { lines: readonly AccrualLine[]; most: Cents },
  context: { vocabulary: Vocabulary; matches: number; isCorrection: boolean },
) => string | null

type Given = Pick<Deps, 'db' | 'clock' | 'log'>
type Reported = { before: KeptResults; after: KeptResults }

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
  const then = await standingWith(campaignId, today, before.results)
  const now = await standingWith(campaignId, today)
  return (pledge, { vocabulary, ...since }) => {
    const likely = pledgeIn(now, pledge)
    return likely && likelyChangeText({ now: likely, before: pledgeIn(then, pledge), ...since }, vocabulary)
  }
}
