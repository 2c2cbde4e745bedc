/** What a file is, by its content: a calendar, a scorebook or a table. Pure. */

import { XMLParser } from 'fast-xml-parser'
import { instantIn } from '../places/zone.ts'
import { NOON } from '../season/schedule.ts'
import { readCalendar } from './calendar.ts'
import { readColumns } from './columns.ts'
import { readDates, readTime } from './dates.ts'
import { type Ask, BLANK, type Entry, FileProblem } from './file.ts'
import { type Choices, type Known, NO_SOURCE, type Source } from './source.ts'
import { readTable } from './table.ts'
import { isVcard } from './vcard.ts'

/** A StatCrew scorebook (XML): one game, both sides with their score and their totals. Pure. */
const ROOT = /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]{0,500}?-->\s*)?<([a-z]{2}game)[\s>]/
const isScorebook = (text: string): boolean => ROOT.test(text.slice(0, 2_000))

const SPORTS: Record<string, string> = {
  bbgame: 'basketball',
  fbgame: 'football',
  bsgame: 'baseball',
  sbgame: 'softball',
  sogame: 'soccer',
  vbgame: 'volleyball',
  lcgame: 'lacrosse',
  hkgame: 'hockey',
  ihgame: 'hockey',
  fhgame: 'field hockey',
}

type Node = { [name: string]: Node | Node[] | string | undefined }
const asNodes = (value: Node[string]): Node[] => [value ?? []].flat().filter((one) => typeof one === 'object')
const asNode = (value: Node[string]): Node => asNodes(value)[0] ?? {}
const attribute = (node: Node, name: string): string => String(node[`@${name}`] ?? '').trim()

function parse(text: string): Node {
  // No scorebook declares entities: one that does is an attack on whoever reads it.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new FileProblem('The scorebook declares entities, which is not read')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    processEntities: false,
    parseAttributeValue: false,
    parseTagValue: false,
    trimValues: true,
  })
  try {
    return parser.parse(text) as Node
  } catch {
    throw new FileProblem('The scorebook cannot be read: it may have been cut off. Export it again.')
  }
}

/** What a part of the totals is called in the names of columns: "Batting h". */
const PARTS: Record<string, string> = {
  stats: '',
  shots: '',
  misc: '',
  goalie: '',
  hitting: 'Batting ',
  pitching: 'Pitching ',
}
const DEEPEST = 4

function totalsIn(node: Node, part: string, depth = 0): [name: string, value: string][] {
  if (depth > DEEPEST) return []
  return Object.entries(node).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return name.startsWith('@') ? [[part + name.slice(1), value]] : []
    return asNodes(value).flatMap((child) => totalsIn(child, PARTS[name] ?? `${name} `, depth + 1))
  })
}

/** Baseball counts runs. */
const scoreOf = (line: Node): string => attribute(line, 'score') || attribute(line, 'runs')

type Scorebook = { sport: string; entry: Entry; columns: string[]; isFinal: boolean }

/** Figures are called "home tp" and "away tp": which side is ours is decided by the names. */
function readScorebook(text: string, timeZone: string): Scorebook {
  const root = ROOT.exec(text.slice(0, 2_000))?.[1] ?? ''
  const game = asNode(parse(text)[root])
  const venue = asNode(game.venue)
  const written = attribute(venue, 'date')
  const given = { season: { from: '2000-01-01', to: '2100-01-01' }, separator: ',' }
  const [dated] = readDates([{ line: 1, text: written }], given, () => 'month')
  if (!dated || 'reason' in dated)
    throw new FileProblem(`The scorebook’s date "${written.slice(0, 20)}" cannot be read`)
  const time = readTime(attribute(venue, 'time') || attribute(venue, 'start'))
  const teams = { home: attribute(venue, 'homename'), away: attribute(venue, 'visname') }
  if (!teams.home || !teams.away) throw new FileProblem('The scorebook does not name both teams')
  const figures: Record<string, string> = {}
  const columns = new Set<string>()
  for (const team of asNodes(game.team)) {
    const side = attribute(team, 'vh').toUpperCase() === 'H' ? 'home' : 'away'
    figures[`${side} score`] = scoreOf(asNode(team.linescore))
    for (const [name, value] of totalsIn(asNode(team.totals), '')) {
      columns.add(name)
      figures[`${side} ${name}`] = value
    }
  }
  const entry: Entry = {
    ...BLANK,
    line: 1,
    eventType: 'game',
    teams,
    figures,
    start: instantIn(timeZone, dated.day, time ?? NOON),
    hasTime: time !== null,
    location: attribute(venue, 'location') || undefined,
  }
  const isFinal = attribute(asNode(game.status), 'complete').toUpperCase() !== 'N'
  return { sport: SPORTS[root] ?? 'game', entry, columns: [...columns], isFinal }
}

const CALENDAR = /^\ufeff?\s*BEGIN:VCALENDAR/i

/** Throws a FileProblem for a file that cannot be read as a whole, in words. */
export function sourceOf(text: string, known: Known, choices: Choices, ask: Ask): Source {
  if (isVcard(text))
    throw new FileProblem(
      'These are contacts. To invite these people, choose the file under Ambassadors, "Invite many".',
    )
  if (CALENDAR.test(text)) {
    const { skipped: errors, ...calendar } = readCalendar(text, known.timeZone)
    return {
      ...NO_SOURCE,
      format: { id: 'calendar', name: 'Calendar', place: 'season' },
      ...calendar,
      errors,
    }
  }
  if (!isScorebook(text)) return readTable(text, known, choices, ask)
  const { sport, entry, columns, isFinal } = readScorebook(text, known.timeZone)
  const { words, statistics } = known
  return {
    ...NO_SOURCE,
    format: { id: 'statcrew', name: `StatCrew, scorebook of one ${sport} game`, place: 'season' },
    columns: readColumns([], columns, { words, statistics, chosen: choices.columns }),
    entries: [entry],
    isFinal,
  }
}
