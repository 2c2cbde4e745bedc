/** The season of one statistic, match by match, for the board. Counting only; money is the server's. */

import { NONE, parseQuantity, plus, type Quantity } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'

type Results = CampaignDetail['results']
type Events = CampaignDetail['events']
export type Match = {
  id: string
  name: string
  at: string
  confirmed: Quantity | null
  waiting: Quantity | null
}

const read = (value: number): Quantity => parseQuantity(value) ?? NONE
const GAMES = ['game', 'tournament']

const total = (results: Results, eventId: string, states: readonly string[]): Quantity | null => {
  const those = results.filter(
    (result) => result.eventId === eventId && result.kind === 'count' && states.includes(result.state),
  )
  return those.length === 0 ? null : those.map(({ quantity }) => read(quantity)).reduce(plus, NONE)
}

/** Matches in order of start. What waits for a second person stands apart from what is confirmed (R18). */
export function seasonOf(statisticId: string, events: Events, results: Results): Match[] {
  const own = results.filter((result) => result.statisticId === statisticId)
  return events
    .filter((event) => GAMES.includes(event.eventType))
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .map((event) => ({
      id: event.id,
      name: event.opponent ?? event.name,
      at: event.startTime,
      confirmed: total(own, event.id, ['confirmed', 'void_requested']),
      waiting: total(own, event.id, ['entered']),
    }))
}

/** `MTV` for Mountain View, `SUM` for Summit: as a scoreboard abbreviates. */
export function shortName(name: string): string {
  const words = name
    .replace(/^(at|vs\.?|v\.?)\s+/i, '')
    .split(/\s+/)
    .filter(Boolean)
  const letters =
    words.length > 1 ? `${words[0]?.slice(0, 2)}${words[1]?.slice(0, 1)}` : (words[0] ?? '').slice(0, 3)
  return letters.toUpperCase()
}
