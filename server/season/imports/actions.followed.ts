/** A calendar that a schedule follows: what a person changed here stays, and what cannot be undone is asked (R72). */
import type { Answers, Question } from '#domain/files/file.ts'
import type { LineReason } from '#domain/files/source.ts'
import { withoutNumber } from '#domain/schedule.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { EventRow } from './actions.plan.ts'
import type { Said } from './store.ts'

/** What is compared, by its words. */
const WORDS = {
  name: 'name',
  startTime: 'start',
  hasTime: 'start',
  endTime: 'end',
  location: 'location',
  opponent: 'opponent',
  venue: 'home or away',
}
type Field = keyof typeof WORDS
const FIELDS = Object.keys(WORDS) as Field[]
const TIMES: readonly Field[] = ['startTime', 'hasTime', 'endTime']

export const textOf = (value: EventRow[keyof EventRow]): string | null =>
  value instanceof Date ? value.toISOString() : value === null ? null : String(value)

/** What the calendar says of an event, to compare with what it says the next time. */
export const saidBy = (row: EventRow): Said =>
  Object.fromEntries(FIELDS.map((field) => [field, comparable(row, field)]))

/**
 * `taken`: the event as the calendar would have it; `theirs`: what the calendar says. A field that the calendar did not
 * change stays as it is here, and so does one that both changed.
 */
export function keepEdited(
  was: EventRow,
  { taken, theirs, said }: { taken: EventRow; theirs: EventRow; said: Said },
): { after: EventRow; kept: string[] } {
  const kept = new Set<string>()
  const isEdited = (field: Field): boolean => {
    const [ours, now] = [comparable(was, field), comparable(theirs, field)]
    return ours !== said[field] && ours !== now && ours !== comparable(taken, field)
  }
  // A start and an end belong together.
  const areTimesEdited = TIMES.some(isEdited)
  const fields = FIELDS.map((field) => {
    const isOurs = TIMES.includes(field) ? areTimesEdited : isEdited(field)
    if (isEdited(field)) kept.add(WORDS[field])
    return [field, isOurs || comparable(theirs, field) === said[field] ? was[field] : taken[field]]
  })
  return { after: { ...taken, ...Object.fromEntries(fields) } as EventRow, kept: [...kept] }
}

/** The second game of a day has a number here, and none in the calendar. */
const comparable = (row: EventRow, field: Field): string | null => {
  const text = textOf(row[field])
  return field === 'opponent' || field === 'name' ? text && withoutNumber(text) : text
}

export const editedHere = (line: number, { name }: Event, kept: readonly string[]): LineReason => ({
  line,
  reason: `${name}: the ${kept.join(' and ')} was changed here, and stays`,
})

export const movedId = ({ id }: Pick<Event, 'id'>): string => `${id} moved`
/** A move is agreed to once, and not for every later one. */
export const withoutMoves = (answers: Answers): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => !id.endsWith(' moved')))

/** A game with results is moved only if a person says so. */
export const askMoved = (line: number, { id, name }: Event): Question => ({
  id: movedId({ id }),
  line,
  text: `${name} has results, and the calendar has moved it. Move it here too?`,
  choices: [
    { value: 'keep', label: 'No, it was played as it is here' },
    { value: 'move', label: 'Yes, move it' },
  ],
})

/** Calendars drop what is over: only a game that is still to come is missed. */
export const askGone = ({ id, name }: Event): Question => ({
  id: `${id} gone`,
  line: null,
  text: `${name} is no longer in the calendar. Is it called off?`,
  choices: [
    { value: 'keep', label: 'No, keep it' },
    { value: 'remove', label: 'Yes, take it off the schedule' },
  ],
})
