import { v4 as uuid } from 'uuid'
import type { Management } from '#domain/schemas/campaign.ts'
import { capital, withArticle } from '#domain/vocabulary.ts'
import type { Entry, MatchEntry, OneEntry } from '#web/touchline/entry.ts'
import { type Count, matchOf, onesOf } from './count.ts'

export type MatchOrder = Extract<Entry, { match: MatchEntry }>
export type Order = { match: MatchOrder | null; ones: Extract<Entry, { one: OneEntry }>[] }

type Known = {
  data: Management
  userId: string
  now: number
  choices: readonly { id: string; name: string }[]
}

/** What the device keeps and sends: the match, and each answer about an achievement as an entry of its own. */
export function orderOf(count: Count, { data, userId, now, choices }: Known): Order & { match: MatchOrder } {
  const { id: campaignId, timeZone, vocabulary } = data.campaign
  const match = matchOf(count, userId, timeZone)
  const made = { userId, campaignId, refusal: null, madeAt: new Date(now).toISOString() }
  const nameOf = (statisticId: string): string =>
    data.statistics.find(({ id }) => id === statisticId)?.name ?? 'A result'
  const name =
    match.event?.name ??
    choices.find(({ id }) => id === match.eventId)?.name ??
    capital(withArticle(vocabulary.match))
  return {
    match: { ...made, key: uuid(), name, match },
    ones: onesOf(count, userId).map((one) => ({ ...made, key: uuid(), name: nameOf(one.statisticId), one })),
  }
}
