/** Whether a match that supporters pledged on alone is still what they pledged on. Pure. */

import type { Event } from '../schemas/event.ts'
import { likeness, type Match } from './match-identity.ts'

/** A match that is moved by more than this is not the one that supporters had in mind. */
const MOST_MOVED_MS = 7 * 86_400_000
/** An unknown time stands at noon: any time of the day is within half a day of it. */
const UNKNOWN_BY_MS = 43_200_000

type Planned = Pick<Event, 'name' | 'opponent' | 'eventType' | 'startTime' | 'hasTime'>
export type MatchChange = 'opponent' | 'kind' | 'moved' | 'after_end'

const byName = ({ name }: Match): Match => ({ name, opponent: null })
const byOpponent = ({ name, opponent }: Match): Match => ({ name: opponent ?? name, opponent })

/** A longer name of the same opponent, or one that was not known yet, is no other opponent. */
const isAgainstOthers = (before: Match, after: Match): boolean =>
  [
    [before, after] as const,
    [byName(before), byName(after)] as const,
    [byOpponent(before), byOpponent(after)] as const,
  ].some(([was, is]) => likeness(was, is) === 'different')

/** What its supporters have to know of a change; empty: nothing. `endsAt`: the end of the campaign. */
export function matchChanges(before: Planned, after: Planned, endsAt: Date): MatchChange[] {
  const was = Date.parse(before.startTime)
  const is = Date.parse(after.startTime)
  const isUnsure = !before.hasTime || !after.hasTime
  return [
    ...(isAgainstOthers(before, after) ? (['opponent'] as const) : []),
    ...(before.eventType === after.eventType ? [] : (['kind'] as const)),
    ...(Math.abs(is - was) > MOST_MOVED_MS + (isUnsure ? UNKNOWN_BY_MS : 0) ? (['moved'] as const) : []),
    ...(was <= endsAt.getTime() && is > endsAt.getTime() ? (['after_end'] as const) : []),
  ]
}
