/** The count in progress, and what it is sent as. */

import { SPORT, type Vocabulary, withArticle } from '#domain/campaigns/vocabulary.ts'
import { dateIn } from '#domain/places/zone.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { MatchResultsForm } from '#domain/schemas/result.ts'
import { alikeOf, isMatch, likeness, type Match, sureMatch } from '#domain/season/match-identity.ts'
import type { KeptMatch, MatchEntry } from '#web/touchline/entry.ts'
import { type NewMatch, toEvent } from './new-match.tsx'

/** Two games against one team on one day: which one an unscheduled match is. Pure. */
type Timed = Match & { startTime: string }

const NUMBER = /\s*\(game \d{1,2}\)\s*$/i
const plain = ({ name, opponent }: Match): Match => ({
  name: name.replace(NUMBER, ''),
  opponent: opponent?.replace(NUMBER, '') ?? null,
})

/** The one that starts then, whichever game of the day it is called. */
export const gameAtThatTime = <Known extends Timed>(
  match: Timed,
  sameDay: readonly Known[],
): Known | undefined =>
  sameDay.find(
    (known) =>
      Date.parse(known.startTime) === Date.parse(match.startTime) &&
      likeness(plain(match), plain(known)) === 'same',
  )

type SecondGame<Known> = { same: Known; opponent: string }

/** The game that it would be taken for although it starts at another time, and what it is called if it is another one. */
export function secondGame<Known extends Timed>(
  match: Timed & { opponent: string },
  sameDay: readonly Known[],
): SecondGame<Known> | null {
  if (match.opponent === '' || gameAtThatTime(match, sameDay)) return null
  const same = sureMatch(match, sameDay)
  if (!same) return null
  const called = (number: number): string => `${match.opponent.replace(NUMBER, '')} (game ${number})`
  const isTaken = (number: number): boolean =>
    sameDay.some((known) => likeness({ name: '', opponent: called(number) }, known) === 'same')
  let number = 2
  while (isTaken(number)) number += 1
  return { same, opponent: called(number) }
}

export const ADD = 'add'

/** What was typed, and the result when typing began; `isOpen`: that one was not final, so the same figure says something. */
type Typed = Record<string, { value: string; standing: number | null; isOpen?: boolean }>
export type Count = {
  /** An event's id, or `ADD` for a new match. */
  choice: string
  added: NewMatch
  typed: Typed
  note: string
  evidenceUrl: string
  /** The entry that this one continues, which this device has not heard of yet, or had not when counting went on. */
  from?: KeptMatch
  /** The match that it was counted for before another one was chosen. */
  movedFrom?: string
  /** For a new match: the matches of its day that the user said are different. */
  differentFrom?: readonly string[]
}

const isEmptied = ({ value }: Typed[string]): boolean => value.trim() === ''

export const isBegun = ({ typed, note, evidenceUrl }: Count): boolean =>
  Object.values(typed).some((one) => !isEmptied(one) || one.standing !== null) ||
  note !== '' ||
  evidenceUrl !== ''

/** An unsent entry, as it was when it was counted. */
export const countOf = (from: KeptMatch, added: NewMatch): Count => ({
  from,
  choice: from.match.eventId ?? ADD,
  added,
  typed: Object.fromEntries(
    from.match.rows.map(({ statisticId, quantity, standing }) => [
      statisticId,
      { value: quantity, standing, ...(quantity === String(standing) && { isOpen: true }) },
    ]),
  ),
  note: from.match.note,
  evidenceUrl: from.match.evidenceUrl,
  ...(from.match.event?.differentFrom ? { differentFrom: from.match.event.differentFrom } : {}),
})

/** In the match that starts then on the schedule, if it surely is this one. */
export function inItsMatch(
  count: Count,
  { events, campaign }: Pick<Management, 'events' | 'campaign'>,
): Count {
  if (count.choice !== ADD) return count
  const added = toEvent(count.added, campaign.timeZone)
  const there = gameAtThatTime(added, matchesOn(events, count.added.day, campaign.timeZone))
  return there ? { ...count, choice: there.id } : count
}

/** Of another match: nothing of that was seen when it was counted, so results that it has are asked about. */
export const moved = (count: Count, choice: string): Count => ({
  ...count,
  choice,
  typed: Object.fromEntries(
    Object.entries(count.typed)
      .filter(([, one]) => !isEmptied(one))
      .map(([id, { value }]) => [id, { value, standing: null }]),
  ),
})

export const matchesOn = (events: Management['events'], day: string, timeZone: string) =>
  events.filter((event) => isMatch(event) && dateIn(timeZone, new Date(event.startTime)) === day)

/** Matches of the schedule that the new match could be: the user has to say. */
export function couldBe(count: Count, { events, campaign }: Pick<Management, 'events' | 'campaign'>) {
  const { added, differentFrom = [] } = count
  if (count.choice !== ADD || added.opponent.trim() === '') return []
  const match = toEvent(added, campaign.timeZone)
  const sameDay = matchesOn(events, added.day, campaign.timeZone)
  if (sureMatch(match, sameDay)) return []
  const alike = alikeOf(match, sameDay)
  return [...alike.same, ...alike.couldBe].filter(({ id }) => !differentFrom.includes(id))
}

/** Unchanged values are not sent unless the result was not final, and empty plates never. */
export const rowsOf = ({ typed }: Count): MatchEntry['rows'] =>
  Object.entries(typed)
    .filter(([, one]) => !isEmptied(one))
    .filter(([, { value, standing, isOpen }]) => isOpen || value.trim() !== String(standing ?? ''))
    .map(([statisticId, { value, standing }]) => ({ statisticId, quantity: value.trim(), standing }))

export const matchOf = (count: Count, userId: string, timeZone: string): MatchEntry => ({
  eventId: count.choice === ADD ? null : count.choice,
  event:
    count.choice === ADD
      ? {
          ...toEvent(count.added, timeZone),
          ...(count.differentFrom?.length ? { differentFrom: [...count.differentFrom] } : {}),
        }
      : null,
  rows: rowsOf(count),
  note: count.note,
  evidenceUrl: count.evidenceUrl,
  enteredBy: userId,
})

/** Emptied plates of statistics with a result: nothing says whether it is meant to stay, by statistic. */
export const emptiedOf = ({ typed }: Count): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([, one]) => isEmptied(one) && one.standing !== null)
      .map(([id, { standing }]) => [id, `Enter a number, or ${standing} to leave the result as it is`]),
  )

/** What the API would refuse, by field, in its own words: a statistic's id, or a field's name. */
export function problemsOf(match: MatchEntry, words: Vocabulary = SPORT): Record<string, string> {
  const below = match.rows
    .filter(({ quantity }) => Number(quantity) < 0)
    .map(({ statisticId }) => [statisticId, `The result of ${withArticle(words.match)} cannot be below 0`])
  const issues = MatchResultsForm.safeParse(match).error?.issues ?? []
  const said = issues.map(({ path, message }) => {
    const [name, index] = path
    const row = name === 'rows' && typeof index === 'number' ? match.rows[index] : undefined
    return [row?.statisticId ?? String(name), message]
  })
  return Object.fromEntries([...below, ...said])
}
