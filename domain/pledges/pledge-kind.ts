/**
 * A pledge's sentences by what it is made of: a count, one match, an achievement, a gift, or several of them (R13). Pure.
 * Each kind has its own words, in the campaign's nouns.
 */

import type { Vocabulary } from '../campaigns/vocabulary.ts'
import { countsUnits, isAchievement, isGift, type StatisticType } from '../season/statistic-types.ts'
import type { CountsFrom } from './scope.ts'

export type PledgeKind = 'count' | 'match' | 'achievement' | 'gift' | 'mixed'

/** `from`: which part of the season counts; one match has counts only. */
export function pledgeKind(types: readonly StatisticType[], from: CountsFrom): PledgeKind {
  if (from === 'match') return 'match'
  if (types.every(isGift)) return 'gift'
  if (types.every(isAchievement)) return 'achievement'
  return types.every(countsUnits) ? 'count' : 'mixed'
}

/** What a sentence about one pledge needs to know. */
export type PledgeWords = { kind: PledgeKind; words: Vocabulary }

/** When it is billed: a gift does not depend on how the season goes. */
export const afterWhat = ({ kind, words }: PledgeWords): string =>
  kind === 'gift' ? 'after the campaign ends' : `after the ${words.season}`

/** What a statement or an invoice lists. */
export const itemized = ({ kind, words }: PledgeWords): string =>
  kind === 'count' || kind === 'mixed' ? `every ${words.match} and the exact amount` : 'the exact amount'

/**
 * When a pledge of lines of these types is owed, as its supporter agrees to it: a sentence without its end. `counted`:
 * which results count, in the words of domain/pledges/consent.ts.
 */
export function owedFor(kind: PledgeKind, types: readonly StatisticType[], counted: string): string {
  if (kind === 'gift') return 'I owe this whatever the results are'
  const which = counted && ` ${counted}`
  if (kind === 'achievement')
    return `I owe ${types.length === 1 ? 'this' : 'each'} only if it is confirmed${which}`
  const results = `only for confirmed results${which}`
  return types.some(isGift) ? `I owe the gift in any case, and pay the rest ${results}` : `I pay ${results}`
}
