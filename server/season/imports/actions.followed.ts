/** A calendar that a schedule follows: what a person changed here stays, and what cannot be undone is asked (R72). */
import type { Question } from '#domain/files/file.ts'
import type { LineReason } from '#domain/files/source.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { EventRow } from './actions.plan.ts'
import type { Said } from './store.ts'

export type Following = {
  /** By event, what the calendar said last. */
  said: ReadonlyMap<string, Said>
  now: Date
}

const FIELDS = ['name', 'startTime', 'hasTime', 'endTime', 'location', 'opponent', 'venue'] as const

const textOf = (value: EventRow[keyof EventRow]): string | null =>
  value instanceof Date ? value.toISOString() : value === null ? null : String(value)

/** What the calendar says of an event, to compare with what it says the next time. */
export const saidBy = (row: EventRow): Said =>
  Object.fromEntries(FIELDS.map((field) => [field, textOf(row[field])]))

const WORDS: Record<(typeof FIELDS)[number], string> = {
  ...{ name: 'name', startTime: 'start', hasTime: 'start', endTime: 'end', location: 'location' },
  ...{ opponent: 'opponent', venue: 'home or away' },
}

/**
 * `taken`: the event as the calendar would have it; `theirs`: what the calendar says. A field that the calendar did not
 * change stays as it is here, and so does one that both changed.
 */
export function keepEdited(
  was: EventRow,
  { taken, theirs, said }: { taken: EventRow; theirs: EventRow; said: Said },
): { after: EventRow; kept: string[] } {
  const kept = new Set<string>()
  const fields = FIELDS.map((field) => {
    const [ours, now] = [textOf(was[field]), textOf(theirs[field])]
    const isEdited = ours !== said[field] && ours !== now && ours !== textOf(taken[field])
    if (isEdited) kept.add(WORDS[field])
    return [field, isEdited || now === said[field] ? was[field] : taken[field]]
  })
  return { after: { ...taken, ...Object.fromEntries(fields) } as EventRow, kept: [...kept] }
}

export const editedHere = (line: number, { name }: Event, kept: readonly string[]): LineReason => ({
  line,
  reason: `${name}: the ${kept.join(' and ')} was changed here, and stays`,
})

export const movedId = ({ id }: Pick<Event, 'id'>): string => `${id} moved`

/** A game with results is moved only if a person says so. */
export const askMoved = (line: number, { id, name }: Event): Question => ({
  ...{ id: movedId({ id }), line },
  text: `${name} has results, and the calendar has moved it. Move it here too?`,
  choices: [
    { value: 'keep', label: 'No, it was played as it is here' },
    { value: 'move', label: 'Yes, move it' },
  ],
})

/** Calendars drop what is over: only a game that is still to come is missed. */
export const askGone = ({ id, name }: Event): Question => ({
  ...{ id: `${id} gone`, line: null, text: `${name} is no longer in the calendar. Is it called off?` },
  choices: [
    { value: 'keep', label: 'No, keep it' },
    { value: 'remove', label: 'Yes, take it off the schedule' },
  ],
})
