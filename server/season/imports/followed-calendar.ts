/** A calendar that a schedule follows: what a person changed here stays, and what cannot be undone is asked. */

import { DomainError, invalidField, notFound } from '#domain/errors.ts'
import { MAX_FILE_BYTES } from '#domain/files/decode.ts'
import type { Answers, Question } from '#domain/files/file.ts'
import type { LineReason } from '#domain/files/source.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { FollowedCalendar } from '#domain/schemas/import.ts'
import { withoutNumber } from '#domain/season/schedule.ts'
import { accessTo, accessWith } from '#server/accounts/access/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { translated } from '#server/platform/http/errors.ts'
import { readPublic } from '#server/platform/http/public-web.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import type { Deps } from '#server/season/deps.ts'
import { writeSchedule } from './import.ts'
import { type EventRow, isUnanswered, planImport } from './plan.ts'
import * as store from './store.ts'
import { type Said, takeDue } from './store.ts'

/** Each once an hour: the job starts every ten minutes, and a calendar read at 10:03 is due again at 11:00. */
const READ_AFTER_MS = 55 * 60_000

export async function followCalendars(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = await takeDue(deps.db, new Date(now.getTime() - READ_AFTER_MS), now)
  await settleEach(due, (followed) => followNow(deps, followed))
}

const IS_CALENDAR = /^\ufeff?\s*BEGIN:VCALENDAR/i

export type Calendar = { bytes: Uint8Array; etag: string | null }

/** What is at that address now; null if it is what the ETag names. Throws a 400 in words. */
export async function calendarAt(
  { config }: Deps,
  address: string,
  etag: string | null,
): Promise<Calendar | null> {
  const asked = { field: 'address', mostBytes: MAX_FILE_BYTES, etag, allowsLoopback: config.devTools }
  const read = await readPublic(address, asked)
  if (read.status === 'same') return null
  if (!IS_CALENDAR.test(read.bytes.subarray(0, 200).toString('utf8')))
    throw invalidField(
      'address',
      'There is no calendar at that address. Look for "Subscribe" or "iCal link" in your program.',
    )
  return { bytes: new Uint8Array(read.bytes), etag: read.etag?.slice(0, 500) ?? null }
}

/** A schedule that follows a calendar: read every hour, and what it does not settle waits for a person. */
const hostOf = (address: string): string => new URL(address.replace(/^webcals?:/i, 'https:')).hostname

export async function followedCalendar(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<FollowedCalendar | null> {
  await accessWith(deps.db, actor, campaignId, 'canEnterResults')
  const followed = await store.followedOf(deps.db, campaignId)
  if (!followed) return null
  const { address, readAt, problem, waiting } = followed
  return { host: hostOf(address), readAt: readAt.toISOString(), problem, waiting }
}

export function stopFollowing(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
): Promise<void> {
  return transact(
    async (tx) => {
      await accessWith(tx, actor, campaignId, 'canManageStatistics')
      if (!(await store.stopFollowing(tx, campaignId))) throw notFound('Calendar')
      const about = { subject: 'campaign', subjectId: campaignId, campaignId }
      await audit(tx, deps.clock, { actorId: actor.userId, action: 'calendar.stop', ...about })
    },
    { campaignId, mode: 'exclusive' },
  )
}

const LEFT =
  'Whoever let the schedule follow it can no longer see this campaign: stop it, and follow it again'

/**
 * The calendar as it is now, with the answers that a person gave; what is settled changes the schedule. Nothing happens
 * if it is no longer followed by then, or another one is.
 */
async function followNow(deps: Deps, { campaignId, address, etag, waiting }: store.Followed): Promise<void> {
  try {
    // While something waits, it is read again: an answer may come from a changed schedule here.
    const calendar = await calendarAt(deps, address, waiting > 0 ? null : etag)
    const now = deps.clock.now()
    if (!calendar) return await store.noteRead(deps.db, campaignId, { etag, waiting: 0, at: now })
    await deps.db.transaction(
      async (tx) => {
        const followed = await store.lockFollowed(tx, campaignId)
        if (followed?.address !== address) return
        const { answers, addedBy, leftOut } = followed
        const actor = { userId: addedBy }
        const access = await accessTo(tx, actor, campaignId)
        if (!permissionsOf(access).canManageStatistics) throw new DomainError('forbidden', LEFT)
        const asked = { bytes: calendar.bytes, leftOut, now, mayChange: 'everything' as const }
        const plan = await planImport(tx, access, { address, answers, note: null }, asked)
        await writeSchedule(deps, tx, actor, access, plan)
        const open = plan.questions.filter(isUnanswered).length + plan.errors.length
        await store.noteRead(tx, campaignId, { etag: calendar.etag, waiting: open, at: now })
      },
      { campaignId, mode: 'exclusive' },
    )
  } catch (error) {
    const known = translated(error)
    const isKnown = known instanceof DomainError
    await store.noteProblem(deps.db, campaignId, isKnown ? known.message : 'It could not be taken over')
    if (!isKnown) throw error
  }
}

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
    const ours = comparable(was, field)
    const now = comparable(theirs, field)
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
