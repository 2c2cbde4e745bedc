/** Calendars as teams, leagues and schools publish them. */
import { instantIn } from '#domain/places/zone.ts'
import { list } from '#tests/list.ts'
import type { Dice } from './dice.ts'
import {
  type Game,
  gamesOf,
  knownOf,
  type Team,
  type Truth,
  teamOf,
  truthOf,
  type Variation,
} from './games.ts'
import { encoded } from './text.ts'

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')
/** Long lines go on behind a space. */
const folded = (line: string): string => line.replace(/(.{60})(?=.)/gu, '$1\r\n ')

const OUTLOOK: Record<string, string[]> = {
  'America/New_York': list(`Eastern Standard Time | Eastern Standard Time 1
    | (UTC-05:00) Eastern Time (US & Canada)`),
  'America/Chicago': ['Central Standard Time', '(UTC-06:00) Central Time (US & Canada)'],
  'America/Denver': ['Mountain Standard Time'],
  'America/Los_Angeles': ['Pacific Standard Time', '(UTC-08:00) Pacific Time (US & Canada)'],
  'Pacific/Honolulu': ['Hawaiian Standard Time', '(UTC-10:00) Hawaii'],
  'America/Phoenix': ['US Mountain Standard Time', '(UTC-07:00) Arizona'],
}
const OFFSETS: Record<string, [standard: number, daylight: number]> = {
  'America/New_York': [-5, -4],
  'America/Chicago': [-6, -5],
  'America/Denver': [-7, -6],
  'America/Los_Angeles': [-8, -7],
  'Pacific/Honolulu': [-10, -10],
  'America/Phoenix': [-7, -7],
}
const offset = (hours: number): string => `-${String(-hours).padStart(2, '0')}00`

function definitionOf(zone: string, name: string): string[] {
  const [standard, daylight] = OFFSETS[zone] ?? [0, 0]
  const rule = (kind: string, from: number, to: number, days: string): string[] => [
    `BEGIN:${kind}`,
    'DTSTART:16010101T020000',
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    ...(from === to ? [] : [`RRULE:FREQ=YEARLY;${days}`]),
    `END:${kind}`,
  ]
  const changes = rule('STANDARD', daylight, standard, 'BYDAY=1SU;BYMONTH=11')
  if (standard !== daylight) changes.push(...rule('DAYLIGHT', standard, daylight, 'BYDAY=2SU;BYMONTH=3'))
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...changes, 'END:VTIMEZONE']
}

type Clock = { head: string[]; start: (day: string, time: string) => string }
const basic = (text: string): string => text.replace(/[-:]|\.\d+/g, '')

function clockOf(dice: Dice, zone: string): Clock {
  const local = (day: string, time: string): string => `${basic(day)}T${basic(time)}00`
  const named = (name: string, head: string[] = []): Clock => ({
    head,
    start: (day, time) => `;TZID=${/[:;,]/.test(name) ? `"${name}"` : name}:${local(day, time)}`,
  })
  const shape = dice.pick(['utc', 'named', 'outlook', 'own', 'floating', 'calendar'] as const)
  if (shape === 'utc')
    return { head: [], start: (day, time) => `:${basic(instantIn(zone, day, time).toISOString())}` }
  if (shape === 'floating') return { head: [], start: (day, time) => `:${local(day, time)}` }
  if (shape === 'calendar')
    return { head: [`X-WR-TIMEZONE:${zone}`], start: (day, time) => `:${local(day, time)}` }
  if (shape === 'own') return named('Customized Time Zone', definitionOf(zone, 'Customized Time Zone'))
  return named(shape === 'named' ? zone : dice.pick(OUTLOOK[zone] ?? [zone]))
}

const HEADINGS = ['', '', 'Game: ', 'Varsity: ', 'Boys Varsity Football ', 'Girls Soccer - ', 'Match: ']
type Titler = (game: Game) => string

export function titlerOf(dice: Dice, { spellings }: Team): Titler {
  const us = dice.pick(spellings.filter((name) => !name.endsWith('Hawks')))
  const both =
    (between: string, isAwayFirst: boolean): Titler =>
    ({ venue, opponent }) =>
      ((venue === 'away') === isAwayFirst ? [us, opponent] : [opponent, us]).join(between)
  const heading = dice.pick(HEADINGS)
  const shape = dice.pick(['vs', 'at', 'one', 'one', 'heading', 'codes'] as const)
  if (shape === 'vs') return both(dice.pick([' vs ', ' vs. ', ' VS ', ' versus ']), false)
  if (shape === 'at') return both(dice.pick([' @ ', ' at ']), true)
  if (shape === 'codes')
    return (game) =>
      game.venue === 'away'
        ? `Game: U12-09 ${game.opponent} vs U12-02 ${us}`
        : `Game: U12-02 ${us} vs U12-09 ${game.opponent}`
  const vs = dice.pick(['vs. ', 'vs ', 'VS. '])
  const at = dice.pick(['@ ', 'at ', '@'])
  const before = shape === 'heading' ? heading : ''
  return ({ venue, opponent }) => `${before}${venue === 'away' ? at : vs}${opponent}`
}

const OFF = list(`CANCELED: ... | ... (CANCELED) | ... - PPD | PPD - ... | [CANCELLED] ... | ... (Postponed)
  | POSTPONED ... | *CANCELED* ...`)
const OTHERS = list(`Practice | Team practice at Bay Park | Team dinner | Picture day | Parent meeting
  | Practice: strength`)

export function calendar(dice: Dice): Variation {
  const team = teamOf(dice)
  const known = knownOf(dice, team.ownNames, [team.sport.counts])
  const games = gamesOf(dice, team.sport, {
    calledOff: 0.15,
    doubleheaders: 0.05,
    unknownTimes: 0.1,
    hasNeutral: false,
  })
  const clock = clockOf(dice, known.timeZone)
  const title = titlerOf(dice, team)
  const off = dice.chance(0.4) ? null : dice.pick(OFF)
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Team calendar//EN']
  if (dice.chance(0.5)) lines.push(`X-WR-CALNAME:${escaped(dice.pick(team.spellings))}`)
  lines.push(...clock.head)
  const add = (summary: string, at: { day: string; time: string | null }, more: string[]): number => {
    const begin = lines.join('\r\n').split('\r\n').length + 1
    lines.push('BEGIN:VEVENT', `UID:event-${begin}@example.com`, folded(`SUMMARY:${escaped(summary)}`))
    lines.push(
      at.time === null ? `DTSTART;VALUE=DATE:${basic(at.day)}` : `DTSTART${clock.start(at.day, at.time)}`,
    )
    lines.push(...more, 'END:VEVENT')
    return begin
  }
  const rows = games.flatMap((game): Truth[] => {
    const planned = title(game)
    const summary = game.isCalledOff && off ? off.replace('...', () => planned) : planned
    const status =
      game.isCalledOff && !off ? ['STATUS:CANCELLED'] : dice.chance(0.5) ? ['STATUS:CONFIRMED'] : []
    const place = dice.chance(0.5) ? [folded(`LOCATION:${escaped(`${game.place}\nBay St, Kailua, HI`)}`)] : []
    const truths = [{ ...truthOf(game), lines: [add(summary, game, [...status, ...place])] }]
    if (!dice.chance(0.15)) return truths
    const other = { ...game, isCalledOff: false, time: '15:15' }
    const lines = [add(dice.pick(OTHERS), other, place)]
    return [...truths, { ...truthOf(other), opponent: null, venue: null, lines }]
  })
  lines.push('END:VCALENDAR')
  const bytes = encoded(lines.join('\r\n'), dice.pick(['utf-8', 'utf-8', 'utf-8-bom', 'utf-16le']))
  return { kind: 'calendar', bytes, known, rows, due: null }
}
