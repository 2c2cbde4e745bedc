/** Whether a match that supporters pledged on alone is still what they pledged on. Pure. */

import { dateIn } from '../places/zone.ts'
import type { Event } from '../schemas/event.ts'
import { likeness, type Match } from './match-identity.ts'

type Planned = Pick<Event, 'name' | 'opponent' | 'eventType' | 'startTime'>
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

/** What its supporters have to know of a change; empty: nothing. The end and the zone are the campaign's. */
export function matchChanges(
  before: Planned,
  after: Planned,
  { endsAt, timeZone }: { endsAt: Date; timeZone: string },
): MatchChange[] {
  const was = new Date(before.startTime)
  const is = new Date(after.startTime)
  return [
    ...(isAgainstOthers(before, after) ? (['opponent'] as const) : []),
    ...(before.eventType === after.eventType ? [] : (['kind'] as const)),
    ...(dateIn(timeZone, was) === dateIn(timeZone, is) ? [] : (['moved'] as const)),
    ...(was <= endsAt && is > endsAt ? (['after_end'] as const) : []),
  ]
}
