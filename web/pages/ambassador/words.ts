import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador, fill } from '#web/content/ambassador.ts'
import { counted, countText, quantityText } from '#web/format.ts'

const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** `1st`, `22nd`. */
export const ordinal = (value: number): string => `${countText(value)}${ENDINGS[rules.select(value)] ?? 'th'}`

/** How an ambassador is doing, put kindly: a rank in the upper half, and below it only what they brought (R42). */
export function standingWords({
  rank,
  joinedCount,
  supportersCount,
}: Pick<Ambassadorship, 'rank' | 'joinedCount' | 'supportersCount'>): string {
  if (supportersCount === 0) return ambassador.noSupporters
  if (rank) {
    const place = `${ordinal(rank.rank)} of ${countText(joinedCount)} ambassadors`
    return rank.isShared ? `You are tied for ${place}.` : `You are ${place}.`
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

/** The chat message of one campaign, filled in. */
export const chatText = (
  { organizationName, campaignName, latestResult, link }: Ambassadorship,
  appUrl: string,
): string => {
  const filling = { team: organizationName, campaign: campaignName, link: `${appUrl}${link}` }
  return fill(ambassador.texts[0].body, { ...filling, result: resultWords(latestResult) })
}

/** The campaign that one message would help most today: one without supporters, then one with news, then the first. */
export function todayOf(
  ambassadorships: readonly Ambassadorship[],
): { ambassadorship: Ambassadorship; sentence: string } | null {
  const open = ambassadorships.filter(({ campaignStatus }) => campaignStatus === 'active')
  const first = open.find(({ supportersCount }) => supportersCount === 0)
  const news = open.find(({ latestResult }) => latestResult !== null)
  const ambassadorship = first ?? news ?? open[0]
  if (!ambassadorship) return null
  const { today } = ambassador
  const sentence = first ? today.first : news ? today.news : today.plain
  return { ambassadorship, sentence: sentence.replace('{campaign}', () => ambassadorship.campaignName) }
}
