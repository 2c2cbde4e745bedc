/** What an uploaded file says of the season: its matches, their figures, and what a person has to decide (R72). Pure. */

import { dateIn, instantIn } from '../places/zone.ts'
import type { Quantity } from '../quantity.ts'
import { NONE, plus } from '../quantity.ts'
import { NOON } from '../season/schedule.ts'
import { type Ask, answerTo, asking, choicesOf, type Entry, type Question, subjectOf } from './file.ts'
import { readNumbers } from './numbers.ts'
import type { Choices, Known, LineReason, Source } from './source.ts'
import { sourceOf } from './source-of.ts'
import { readTitles, type Titled } from './titles.ts'

export type Figure = { statisticId: string; quantity: Quantity }

/** One match of the file, or another date of its schedule. */
export type MatchRow = Pick<Entry, 'line' | 'uid' | 'hasTime' | 'end' | 'location' | 'description'> &
  Pick<Titled, 'name' | 'eventType' | 'opponent' | 'venue' | 'level'> & {
    /** Every line that is part of it: the players of a match add up. */
    lines: number[]
    /** Null: the file does not say which match it is. */
    start: Date | null
    isCalledOff: boolean
    figures: Figure[]
  }

export type Reading = Omit<Source, 'entries' | 'separator'> & {
  rows: MatchRow[]
  questions: Question[]
  /** The file's own ids of what was left out. */
  leftOutIds: string[]
}

export function readSeason(text: string, known: Known, choices: Choices): Reading {
  const { ask, questions } = asking((question) => answerTo(question, choices.answers))
  const source = sourceOf(text, known, choices, ask)
  const { entries: _, separator: __, ...shown } = source
  const reader = new Reader(source, known, choices, ask)
  const rows = reader.rows()
  return {
    ...shown,
    rows,
    leftOutIds: reader.leftOutIds,
    // Those about the whole file first.
    questions: questions.sort((a, b) => Number(a.line !== null) - Number(b.line !== null)),
    errors: [...source.errors, ...reader.errors].sort((a, b) => a.line - b.line),
    skipped: [...source.skipped, ...reader.skipped].sort((a, b) => a.line - b.line),
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const written = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

type Sided = Titled & { figures: Record<string, string> }

/** A child's entry has a day and no name: it belongs to what is on the schedule that day. */
const hasName = ({ title, opponent, teams, person }: Entry): boolean =>
  Boolean(title || opponent || teams) || person === null
const nameless = (entry: Entry, timeZone: string): Titled => ({
  // When somebody logged it is not when it was.
  entry: {
    ...entry,
    hasTime: false,
    start: entry.start && instantIn(timeZone, dateIn(timeZone, entry.start), NOON),
  },
  name: '',
  eventType: 'game',
  opponent: null,
  venue: null,
  level: null,
  state: 'planned',
  reason: null,
})

class Reader {
  readonly errors: LineReason[] = []
  readonly skipped: LineReason[] = []
  readonly leftOutIds: string[] = []
  readonly #source: Source
  readonly #known: Known
  readonly #choices: Choices
  readonly #ask: Ask

  constructor(source: Source, known: Known, choices: Choices, ask: Ask) {
    this.#source = source
    this.#known = known
    this.#choices = choices
    this.#ask = ask
  }

  rows(): MatchRow[] {
    const { entries, name } = this.#source
    const wanted = entries.filter((entry) => !this.#isLeftOut(entry))
    const { hasOpponents } = this.#known.words
    const ownNames = [...this.#known.ownNames, ...(name ? [name] : [])]
    const titled = readTitles(wanted.filter(hasName), { ownNames, hasOpponents, ask: this.#ask })
    const others = wanted.filter((entry) => !hasName(entry))
    const all = [...titled, ...others.map((entry) => nameless(entry, this.#known.timeZone))]
    const ours = all.sort((a, b) => a.entry.line - b.entry.line).filter((row) => this.#isOurs(row))
    const sided = this.#forfeits(this.#inSeason(ours).map((row) => this.#sided(row)))
    return this.#matches(sided, this.#figures(sided))
  }

  #isLeftOut({ line, uid }: Entry): boolean {
    const { leftOut, leftOutIds } = this.#choices
    const isBefore = uid !== null && leftOutIds?.has(uid) === true
    if (isBefore) this.skipped.push({ line, reason: 'Left out here' })
    if (uid !== null && (isBefore || leftOut.has(line))) this.leftOutIds.push(uid)
    return isBefore || leftOut.has(line)
  }

  /** A row that is not asked about and not ours is listed with its reason; no result is lost over an unreadable name. */
  #isOurs({ state, reason, isRefused, entry }: Titled): boolean {
    if (state === 'unclear') return false
    if (state !== 'not_ours' && state !== 'left_out') return true
    const { line } = entry
    const list = isRefused && this.#hasFigures(entry) ? this.errors : this.skipped
    list.push({ line, reason: reason ?? 'Not a match of yours' })
    return false
  }

  #hasFigures({ figures }: Entry): boolean {
    const { statistics } = this.#known
    return this.#source.columns.some(
      ({ key, meaning }) => statistics.some(({ id }) => id === meaning) && /[1-9]/.test(figures[key] ?? ''),
    )
  }

  /** What lies outside the campaign's dates is asked about once. */
  #inSeason(rows: readonly Titled[]): Titled[] {
    const { timeZone, season } = this.#known
    const dayOf = ({ entry: { start } }: Titled): string => (start ? dateIn(timeZone, start) : season.from)
    const outside = rows.filter((row) => dayOf(row) < season.from || dayOf(row) > season.to)
    if (outside.length === 0) return [...rows]
    const days = [...new Set(outside.map(dayOf))]
    const shown = days.slice(0, 3).map(written).join(', ') + (days.length > 3 ? ' and others' : '')
    const answer = this.#ask({
      id: 'outside',
      line: null,
      text: `The campaign is from ${written(season.from)} to ${written(season.to)}. Import what is on other days too: ${shown}?`,
      choices: choicesOf({ skip: 'No, leave it out', keep: 'Yes, import it' }),
    })
    if (answer === 'keep') return [...rows]
    if (answer === 'skip')
      for (const { entry } of outside)
        this.skipped.push({ line: entry.line, reason: 'Outside the campaign’s dates' })
    return rows.filter((row) => !outside.includes(row))
  }

  /** Where the file has both sides' figures, ours are those of our side; a person says which, where it does not. */
  #sided(row: Titled): Sided {
    const { entry, state } = row
    const side = Object.keys(entry.figures).some(isOfSide) ? this.#sideOf(row) : null
    const [ours, theirs] = side === 'away' ? ['away ', 'home '] : ['home ', 'away ']
    const figures: Record<string, string> = {}
    for (const [key, text] of Object.entries(entry.figures)) {
      if (!isOfSide(key)) figures[key] = text
      else if (side === null) continue
      else if (key === `${ours}score`) figures['our score'] = text
      else if (key === `${theirs}score`) figures['their score'] = text
      else if (key.startsWith(ours)) figures[key.slice(ours.length)] = text
    }
    const scores = [figures['our score'] ?? '', figures['their score'] ?? '']
    const [our = 0, their = 0] = scores.map(Number)
    if (scores.every((text) => /^\s*\d+\s*$/.test(text))) figures.win ??= our > their ? '1' : '0'
    return { ...row, figures: state === 'called_off' ? {} : figures }
  }

  #sideOf(row: Titled): 'home' | 'away' | null {
    const { side, venue, entry } = row
    if (side) return side
    if (venue === 'home' || venue === 'away') return venue
    return this.#ask({
      id: `${subjectOf(entry)} side`,
      line: entry.line,
      text: `Line ${entry.line}: which of the two scores ${nameOf(row)} is yours?`,
      choices: choicesOf({
        home: `The home team’s: ${entry.figures['home score'] ?? '–'}`,
        away: `The away team’s: ${entry.figures['away score'] ?? '–'}`,
      }),
    }) as 'home' | 'away' | null
  }

  /** A game that nobody played: whether it counts is for a person to say. */
  #forfeits(rows: readonly Sided[]): Sided[] {
    const isCounted = (key: string): boolean =>
      this.#source.columns.some((column) => column.key === key && column.meaning !== 'ignore')
    return rows.flatMap((row): Sided[] => {
      if (row.state !== 'forfeit') return [row]
      const { line } = row.entry
      const our = row.figures['our score']
      const their = row.figures['their score']
      const hasScore = Boolean(our && their) && (isCounted('our score') || isCounted('their score'))
      const answer = this.#ask({
        id: `${subjectOf(row.entry)} forfeit`,
        line,
        text: `Line ${line}: the game ${nameOf(row)} was forfeited. What counts?`,
        choices: choicesOf({
          win: isCounted('win') && 'A win, without a score',
          score: hasScore && `The score as written: ${our}–${their}`,
          nothing: 'Nothing: keep it on the schedule',
          skip: 'Leave it out',
        }),
      })
      if (answer === null || answer === 'skip') return []
      if (answer === 'score') return [row]
      return [{ ...row, figures: answer === 'win' ? { win: '1' } : {} }]
    })
  }

  /** By line: what each column that counts a statistic says. */
  #figures(rows: readonly Sided[]): Map<number, Figure[]> {
    const figures = new Map<number, Figure[]>()
    for (const { key, name, meaning } of this.#source.columns) {
      const statistic = this.#known.statistics.find(({ id }) => id === meaning)
      if (!statistic) continue
      const cells = rows.map(({ entry: { line }, figures: said }) => ({ line, text: said[key] ?? '' }))
      const { separator } = this.#source
      for (const one of readNumbers(cells, { key, name, statistic, separator }, this.#ask)) {
        const { line } = one
        if ('reason' in one) this.errors.push({ line, reason: `${one.reason} in ${name}` })
        else {
          const { quantity } = one
          figures.set(line, [...(figures.get(line) ?? []), { statisticId: statistic.id, quantity }])
        }
      }
    }
    return figures
  }

  /** Rows of players add up to their match; what is in the file twice is asked about. */
  #matches(rows: readonly Sided[], figures: ReadonlyMap<number, Figure[]>): MatchRow[] {
    const wrong = new Set(this.errors.map(({ line }) => line))
    const matches: { key: string; row: MatchRow; parts: Sided[] }[] = []
    for (const row of rows.filter(({ entry }) => !wrong.has(entry.line))) {
      const { line, person, start } = row.entry
      const said = figures.get(line) ?? []
      const whom = row.opponent ?? (person === null ? row.name : '')
      const key = `${start ? dateIn(this.#known.timeZone, start) : ''}|${whom.toLowerCase()}`
      const same = matches.find(
        (one) => one.key === key && (person !== null || one.parts.some((part) => !areTwoGames(part, row))),
      )
      const add = same ? this.#isPartOf(row, same.parts) : 'second'
      if (same && add === 'add') {
        same.row.lines.push(line)
        same.row.figures = sumOf([...same.row.figures, ...said])
        same.parts.push(row)
      } else if (add === 'second') matches.push({ key, row: matchRow(row, said, this.#known), parts: [row] })
    }
    return matches.map(({ row }) => row)
  }

  /** What to do with a row of a match that the file has already: null while nobody has said. */
  #isPartOf(row: Sided, parts: readonly Sided[]): 'add' | 'skip' | 'second' | null {
    const { line, person } = row.entry
    const twin = parts.find(({ entry }) => entry.person === person && isSame(entry, row.entry))
    const { match } = this.#known.words
    if (person !== null && !twin) return 'add'
    const before = (twin ?? parts[0])?.entry.line ?? line
    return this.#ask({
      id: `${subjectOf(row.entry)} again`,
      line,
      text: twin
        ? `Line ${line} is the same as line ${before}. Count it too?`
        : `Lines ${before} and ${line} are about one ${match}. What is line ${line}?`,
      choices: choicesOf({
        skip: 'Skip it',
        add: twin ? 'Add it' : `More of the same ${match}: add its figures`,
        second: person === null && `It is a second ${match} that day`,
      }),
    }) as 'add' | 'skip' | 'second' | null
  }
}

const isOfSide = (key: string): boolean => /^(?:home|away) /.test(key)

const nameOf = ({ name, opponent }: Titled): string => (opponent ? `against ${opponent}` : `"${name}"`)

/** With two known times, two games against one team on one day are two games. */
const areTwoGames = (a: Sided, b: Sided): boolean =>
  a.entry.hasTime && b.entry.hasTime && a.entry.start?.getTime() !== b.entry.start?.getTime()

/** A table's rows are compared as they are written. */
const isSame = (a: Entry, b: Entry): boolean =>
  a.text !== undefined || b.text !== undefined
    ? a.text === b.text
    : JSON.stringify({ ...a, line: 0 }) === JSON.stringify({ ...b, line: 0 })

export const sumOf = (figures: readonly Figure[]): Figure[] =>
  [...Map.groupBy(figures, ({ statisticId }) => statisticId)].map(([statisticId, all]) => ({
    statisticId,
    quantity: all.reduce((sum, { quantity }) => plus(sum, quantity), NONE),
  }))

/** What is counted, or is called as the campaign calls its matches, is one: "Week 1" of a reading challenge. */
function isPlayed({ name, entry }: Sided, figures: readonly Figure[], { words }: Known): boolean {
  const own = [words.match, words.matches].map((word) => word.toLowerCase())
  const isNamed = name
    .toLowerCase()
    .split(/[^\p{Letter}]+/u)
    .some((word) => own.includes(word))
  return figures.length > 0 || (!words.hasOpponents && entry.eventType === null && isNamed)
}

function matchRow(row: Sided, figures: Figure[], known: Known): MatchRow {
  const { entry, name, opponent, venue, level, state } = row
  const { line, uid, start, hasTime, end, location, description } = entry
  const eventType = row.eventType !== 'tournament' && isPlayed(row, figures, known) ? 'game' : row.eventType
  return {
    line,
    lines: [line],
    uid,
    start,
    hasTime,
    end,
    name,
    eventType,
    opponent,
    venue,
    level,
    location,
    description,
    isCalledOff: state === 'called_off',
    figures: sumOf(figures),
  }
}
