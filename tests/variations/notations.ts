/** How people and programs write days, times and results. */
import type { Dice } from './dice.ts'
import type { Game } from './games.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const two = (value: number): string => String(value).padStart(2, '0')

type Parts = { year: number; month: number; day: number; weekday: string }
function partsOf(day: string): Parts {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date, weekday: WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '' }
}

export const serialOf = (day: string): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.parse('1899-12-30T00:00:00Z')) / 86_400_000

type Notation = (day: Parts, iso: string) => string
const monthName = ({ month }: Parts): string => MONTHS[month - 1] ?? ''
/** Without a doubt which number is the month. */
const SURE: Notation[] = [
  (_, iso) => iso,
  (_, iso) => iso.replaceAll('-', '/'),
  (_, iso) => iso.replaceAll('-', ''),
  (one) => `${monthName(one).slice(0, 3)} ${one.day} ${one.year}`,
  (one) => `${monthName(one).slice(0, 3)} ${one.day}, ${one.year}`,
  (one) => `${monthName(one)} ${one.day}, ${one.year}`,
  (one) => `${one.weekday}, ${monthName(one)} ${one.day}, ${one.year}`,
  (one) => `${one.weekday.slice(0, 3)} ${monthName(one).slice(0, 3)} ${one.day}`,
  (one) => `${monthName(one).slice(0, 3)}. ${one.day}`,
  (one) => `${monthName(one)} ${one.day}${one.day % 10 === 1 && one.day !== 11 ? 'st' : 'th'}`,
  (one) => `${one.day}-${monthName(one).slice(0, 3)}`,
  (one) => `${one.day}-${monthName(one).slice(0, 3)}-${one.year % 100}`,
  (one) => `${one.day} ${monthName(one)} ${one.year}`,
  (one) => `${one.weekday.slice(0, 3)} ${one.day} ${monthName(one).slice(0, 3)}`,
  (_, iso) => String(serialOf(iso)),
  (one) => `${one.weekday.slice(0, 3)}, ${one.month}/${one.day}`,
  (one) => `${one.weekday.slice(0, 3).toUpperCase()} ${one.month}/${one.day}/${one.year % 100}`,
  (one) => `${one.month}/${one.day} (${one.weekday.slice(0, 3)})`,
  (one) => `${one.month}/${one.day}/${one.year} ${one.weekday}`,
]
const MONTH_FIRST: Notation[] = [
  (one) => `${one.month}/${one.day}/${one.year}`,
  (one) => `${two(one.month)}/${two(one.day)}/${one.year}`,
  (one) => `${two(one.month)}/${two(one.day)}/${two(one.year % 100)}`,
  (one) => `${one.month}/${one.day}`,
  (one) => `${one.month}-${one.day}-${one.year}`,
  (one) => `${one.month}/${one.day}/${one.year % 100}`,
]
const DAY_FIRST: Notation[] = [
  (one) => `${two(one.day)}/${two(one.month)}/${one.year}`,
  (one) => `${one.day}/${one.month}/${one.year}`,
  (one) => `${two(one.day)}-${two(one.month)}-${one.year}`,
  (one) => `${one.day}/${one.month}`,
]
const DOTTED: Notation = (one) => `${one.day}.${one.month}.${one.year}`
/** As a program writes them that has a day and a time in one cell. */
const WITH_TIME: ((day: Parts, iso: string, time: string) => string)[] = [
  (_, iso, time) => `${iso} ${time}`,
  (_, iso, time) => `${iso}T${time}:00`,
  (one, _, time) => `${one.month}/${one.day}/${one.year} ${twelve(time, ' PM')}`,
  (one, _, time) => `${monthName(one).slice(0, 3)} ${one.day}, ${one.year} at ${twelve(time, 'pm')}`,
  (one, _, time) => `${one.weekday}, ${monthName(one)} ${one.day}, ${twelve(time, ' PM')}`,
  (_, iso, time) => String(serialOf(iso) + fractionOf(time)),
]
const fractionOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return Math.round(((hour * 60 + minute) / 1_440) * 1e9) / 1e9
}

export type Order = 'sure' | 'month' | 'day' | 'dotted'
export type DateWriter = (day: string) => string

export function dateWriter(dice: Dice, order: Order): DateWriter {
  const notations = { sure: SURE, month: MONTH_FIRST, day: DAY_FIRST, dotted: [DOTTED] }
  const notation = dice.pick(notations[order])
  return (day) => notation(partsOf(day), day)
}

export function momentWriter(dice: Dice): (day: string, time: string) => string {
  const notation = dice.pick(WITH_TIME)
  return (day, time) => notation(partsOf(day), day, time)
}

/** `like`: " PM", "pm", "p.m.", "p": as 12 hours. */
function twelve(time: string, like: string, hidesZero = false): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour < 12 ? 'a' : 'p'
  const said = like.replace(/p/, half).replace(/P/, half.toUpperCase())
  return `${hour % 12 || 12}${hidesZero && minute === 0 ? '' : `:${two(minute)}`}${said}`
}

const plusTwoHours = (time: string): string => `${two((Number(time.slice(0, 2)) + 2) % 24)}${time.slice(2)}`

const TIMES: ((time: string) => string)[] = [
  (time) => twelve(time, ' PM'),
  (time) => twelve(time, 'PM'),
  (time) => twelve(time, ' p.m.'),
  (time) => twelve(time, 'pm', true),
  (time) => twelve(time, ' PM', true),
  (time) => twelve(time, 'p'),
  (time) => time,
  (time) => `${time}:00`,
  (time) => twelve(time, ' PM').replace(/^(\d):/, '0$1:'),
  (time) => twelve(time, ' PM').replace(/(:\d\d)/, '$1:00'),
  (time) => `${twelve(time, ' PM')} - ${twelve(plusTwoHours(time), ' PM')}`,
  (time) => `${twelve(time, 'pm', true)}–${twelve(plusTwoHours(time), 'pm', true)}`,
  (time) => String(fractionOf(time)),
]
const UNKNOWN_TIMES = ['TBD', 'TBA', '', '12:00 AM', 'T.B.D.', '-']

export function timeWriter(dice: Dice): (time: string | null) => string {
  const notation = dice.pick(TIMES)
  const unknown = dice.pick(UNKNOWN_TIMES)
  return (time) => (time === null ? unknown : notation(time))
}

export const letterOf = ({ ours, theirs }: { ours: number; theirs: number }): 'W' | 'L' | 'T' =>
  ours === theirs ? 'T' : ours > theirs ? 'W' : 'L'

type Score = NonNullable<Game['score']>
const NAMED = { W: 'Win', L: 'Loss', T: 'Tie' }
const RESULTS: ((score: Score, letter: 'W' | 'L' | 'T') => string)[] = [
  ({ ours, theirs }, letter) => `${letter} ${ours}-${theirs}`,
  ({ ours, theirs }, letter) => `(${letter}) ${ours}-${theirs}`,
  ({ ours, theirs }, letter) => `${ours}-${theirs} ${letter}`,
  ({ ours, theirs }, letter) => `${letter}, ${ours}-${theirs}`,
  ({ ours, theirs }, letter) => `${letter} ${ours}–${theirs}`,
  ({ ours, theirs }, letter) => `${NAMED[letter]} ${ours} - ${theirs}`,
  ({ ours, theirs }, letter) => `${letter}${ours}-${theirs}`,
  ({ ours, theirs }, letter) => `${letter} (${ours}-${theirs})`,
  ({ ours, theirs }, letter) => `${letter} ${ours}-${theirs} F`,
  ({ ours, theirs }, letter) => `${NAMED[letter]}: ${ours}:${theirs}`,
  ({ ours, theirs }, letter) => `${ours}-${theirs} (${letter})`,
  ({ ours, theirs }, letter) => `${letter} ${ours}-${theirs}${ours + theirs > 6 ? ' (OT)' : ''}`,
  ({ ours, theirs }, letter) => `${letter} ${ours}-${theirs}${letter === 'T' ? ' (4-3 PK)' : ''}`,
  // The winner's score first, as newspapers write it.
  ({ ours, theirs }, letter) => `${letter} ${Math.max(ours, theirs)}-${Math.min(ours, theirs)}`,
]

/** Every result of a file in one notation. */
export function resultWriter(dice: Dice): (score: Score | null) => string {
  const notation = dice.pick(RESULTS)
  return (score) => (score === null ? '' : notation(score, letterOf(score)))
}

export const resultLetter = (score: Score | null, dice: Dice): string =>
  score === null ? '' : dice.pick([letterOf(score), letterOf(score)])
