/** What results change in what a pledge likely comes to, for its digest (R61). A digest goes out without it where it fails. */
import type { AccrualLine } from '#domain/accrual.ts'
import { seasonWith } from '#domain/forecast/campaign.ts'
import { likelyChangeText } from '#domain/forecast-words.ts'
import type { Cents } from '#domain/money.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import type { Deps } from '#server/platform/deps.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { pledgeIn, seasonOf, standingWith } from '#server/season/forecasts/index.ts'
import type { KeptResults } from './store.ts'

/** The sentence of one pledge; null where nothing is known, and once nothing more can come. */
export type LikelyWords = (
  pledge: { lines: readonly AccrualLine[]; most: Cents },
  context: { vocabulary: Vocabulary; matches: number },
) => string | null

type Given = Pick<Deps, 'db' | 'clock' | 'log'>
type Reported = { before: KeptResults; after: KeptResults }

/** What fails is logged, for a campaign once: after that it has no sentences. */
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

/** The season with the results of then and of now, to forecast a pledge in both. */
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
  return (pledge, { vocabulary, matches }) => {
    const likely = pledgeIn(now, pledge)
    return likely && likelyChangeText({ now: likely, before: pledgeIn(then, pledge), matches }, vocabulary)
  }
}
