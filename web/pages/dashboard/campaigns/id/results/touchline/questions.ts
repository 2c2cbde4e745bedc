import type { Management } from '#domain/schemas/campaign.ts'
import { dateIn } from '#domain/zone.ts'
import type { KeptMatch } from '#web/touchline/entry.ts'
import { ADD, type Count, couldBe, matchesOn, rowsOf } from './count.ts'
import type { Standing } from './matches.ts'
import { toEvent } from './new-match.tsx'
import { overtakenOf } from './overtaken.ts'
import { secondGame } from './second-game.ts'
import { unusualCount } from './unusual-count.ts'

export type Question =
  | { about: 'second'; same: Known; opponent: string }
  | { about: 'match'; matches: Management['events'] }
  | { about: 'figures'; reasons: readonly string[] }
  | { about: 'overtaken' }

/** Figures that were confirmed to be right are asked about again only if they change. */
export const figuresOf = (count: Count): string =>
  JSON.stringify([count.choice, count.added.day, count.added.time, rowsOf(count)])

/** A match of the day: on the schedule, or counted on this device and not sent yet. */
type Known = { id: string; name: string; opponent: string | null; startTime: string; hasTime: boolean }

/** What a match that only this device knows is called among those of the schedule. */
export const keptId = (key: string): string => `kept:${key}`

/** The question whether it is a second game against a team (R19). */
function secondAbout(
  count: Count,
  { events, campaign }: Management,
  entries: readonly KeptMatch[],
): Question | null {
  const { added, choice } = count
  if (choice !== ADD || added.venue === 'none' || added.opponent.trim() === '') return null
  const isThatDay = ({ startTime }: { startTime: string }): boolean =>
    startTime !== '' && dateIn(campaign.timeZone, new Date(startTime)) === added.day
  const kept = entries
    .filter(({ key }) => key !== count.from?.key)
    .flatMap(({ key, match }): Known[] =>
      match.event ? [{ ...match.event, hasTime: true, id: keptId(key) }] : [],
    )
  const second = secondGame(toEvent(added, campaign.timeZone), [
    ...matchesOn(events, added.day, campaign.timeZone),
    ...kept.filter(isThatDay),
  ])
  return second && { about: 'second', ...second }
}

type Context = {
  standing: Standing
  now: number
  /** The figures that the server refused, by statistic. */
  refused: Readonly<Record<string, string>> | undefined
  confirmed: string | undefined
}

/** What the person has to say before the count is stored or sent: one question at a time. */
export function questionAbout(
  count: Count,
  data: Management,
  entries: readonly KeptMatch[],
  { standing, now, refused, confirmed }: Context,
): Question | null {
  const second = secondAbout(count, data, entries)
  if (second) return second
  const matches = couldBe(count, data)
  if (matches.length > 0) return { about: 'match', matches }
  if (overtakenOf(count, standing, refused).length > 0) return { about: 'overtaken' }
  const reasons = unusualCount(count, data, { standing, now })
  return reasons.length > 0 && confirmed !== figuresOf(count) ? { about: 'figures', reasons } : null
}
