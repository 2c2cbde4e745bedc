import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador } from '#web/content/ambassador.ts'
import { counted, countText, quantityText } from '#web/format.ts'

const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** `1st`, `22nd`. */
export const ordinal = (value: number): string => `${countText(value)}${ENDINGS[rules.select(value)] ?? 'th'}`

/** How one stands, said kindly: a rank in the upper half, and below it only what one brought (R42). */
export function standingWords({
  rank,
  joinedCount,
  supportersCount,
}: Pick<Ambassadorship, 'rank' | 'joinedCount' | 'supportersCount'>): string {
  if (supportersCount === 0) return ambassador.noSupporters
  if (rank) {
    const place = `${ordinal(rank.rank)} of ${countText(joinedCount)} ambassadors`
    return rank.isShared ? `You share ${place.replace(' of ', ' place of ')}.` : `You are ${place}.`
  }
  return `You brought ${counted(supportersCount, 'supporter')}. Thank you! Each of them helps the team.`
}

/** The last confirmed result, in a sentence; null before there is one (R18). */
export function resultWords(latest: Ambassadorship['latestResult']): string | null {
  if (!latest) return null
  return ambassador.result
    .replace('{event}', () => latest.event)
    .replace('{quantity}', () => quantityText(latest.quantity))
    .replace('{statistic}', () => latest.statistic)
}
