/** The days of a repeating event, as many as a season has. Pure. */
import ICAL from 'ical.js'
import { addDays } from '../zone.ts'
import { type Clocks, instantOf, partsIn, readTimes, refuse, type Written } from './calendar-clock.ts'
import type { Line, Part } from './calendar-lines.ts'
import { type Rule, readRule } from './calendar-rules.ts'

const MAX_DAYS = 400
const MAX_OCCURRENCES = 200

const REPEATING = ['RRULE', 'RDATE', 'EXRULE']
export const isRepeating = ({ lines }: Part): boolean => lines.some(({ name }) => REPEATING.includes(name))

const UNKNOWN_RULE =
  'repeats in a way that cannot be followed: export the schedule with each game as a separate event'

const named = ({ lines }: Part, wanted: string): Line[] => lines.filter(({ name }) => name === wanted)
const wallOf = ({ day, time }: Written): string => `${day}T${time ?? '00:00:00'}`

/** The days of one rule from the start on, each at the start's time on the wall. */
function* daysOf(rule: Rule, start: Written): Generator<Written> {
  const { UNTIL, ...endless } = rule
  const text = Object.entries(endless).map((part) => part.join('='))
  const iterator = ICAL.Recur.fromString(text.join(';')).iterator(ICAL.Time.fromString(wallOf(start), null))
  const last = addDays(start.day, MAX_DAYS)
  for (let count = 0; count < MAX_OCCURRENCES; count += 1) {
    const next = iterator.next()
    const day = next?.toString().slice(0, 10)
    if (!day || day > last) return
    const occurrence = { ...start, day }
    if (UNTIL && isAfter(occurrence, UNTIL)) return
    yield occurrence
  }
}

/** UNTIL is a day, a time on the same wall, or a time in UTC. */
function isAfter(occurrence: Written, until: string): boolean {
  const { day, time, isUtc } = partsIn(until)
  if (time === null || occurrence.time === null) return occurrence.day > day
  const wall = `${day}T${time}`
  return isUtc ? instantOf(occurrence).getTime() > Date.parse(`${wall}Z`) : wallOf(occurrence) > wall
}

function rulesOf(event: Part): Rule[] {
  if (named(event, 'EXRULE').length > 0) refuse(UNKNOWN_RULE)
  return named(event, 'RRULE').map(({ value }) => readRule(value) ?? refuse(UNKNOWN_RULE))
}

/** A day's date may also stand for a time of that day. */
const isSame = (one: Written, other: Written): boolean =>
  other.time === null || one.time === null
    ? one.day === other.day
    : instantOf(one).getTime() === instantOf(other).getTime()

/** In order, without those that were taken out of the repetition. */
export function occurrencesOf(event: Part, start: Written, clocks: Clocks): Written[] {
  const rules = rulesOf(event)
  const extra = named(event, 'RDATE').flatMap((line) => readTimes(line, clocks))
  const excluded = named(event, 'EXDATE').flatMap((line) => readTimes(line, clocks))
  const last = addDays(start.day, MAX_DAYS)
  const added = extra
    .map((one) => (one.time === null && start.time !== null ? { ...start, day: one.day } : one))
    .filter(({ day }) => day >= start.day && day <= last)
  const ofRules = rules.length === 0 ? [start] : rules.flatMap((rule) => [...daysOf(rule, start)])
  const byInstant = new Map([...ofRules, ...added].map((one) => [instantOf(one).getTime(), one]))
  const days = new Set(excluded.filter(({ time }) => time === null).map(({ day }) => day))
  const instants = new Set(excluded.map((one) => instantOf(one).getTime()))
  return [...byInstant]
    .filter(([instant, { day }]) => !instants.has(instant) && !days.has(day))
    .sort(([a], [b]) => a - b)
    .slice(0, MAX_OCCURRENCES)
    .map(([, one]) => one)
}

/** Which of them a changed one replaces. */
export const replacedBy = (occurrences: readonly Written[], id: Written): Written | undefined =>
  occurrences.find((one) => isSame(one, id))
