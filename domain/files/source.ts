/** A file as what it says of the season, whatever its format. Pure. */
import type { Line } from './cells.ts'
import type { Words } from './column-names.ts'
import type { Meaning, SourceColumn, StatisticName } from './columns.ts'
import type { Season } from './dates.ts'
import type { Answers, Entry, Place } from './file.ts'

/** What the campaign knows, which the file is read with. */
export type Known = {
  timeZone: string
  season: Season
  words: Words
  /** What the organization, the campaign and its team are called: a side with such a name is ours. */
  ownNames: readonly string[]
  /** Those that are counted. */
  statistics: readonly StatisticName[]
}

/** What a person said about the file. */
export type Choices = {
  /** The line with the names of the columns; 0: there is none. */
  headerLine?: number | undefined
  /** By a column's key. */
  columns: Readonly<Record<string, Meaning>>
  answers: Answers
  /** Lines that are not imported. */
  leftOut: ReadonlySet<number>
  /** The file's own ids of what a person left out before, from a calendar that is read again. */
  leftOutIds?: ReadonlySet<string>
}

export type LineReason = { line: number; reason: string }

export type Source = {
  format: { id: string; name: string; place: Place }
  entries: Entry[]
  columns: SourceColumn[]
  /** Where a table's header was found among its first lines, for a person to correct. */
  head: { line: number | null; lines: Line[] } | null
  /** Lines that cannot be read. */
  errors: LineReason[]
  /** Lines that are no rows, such as totals. */
  skipped: LineReason[]
  /** Why nothing of it can be read, such as a missing column. */
  problems: string[]
  /** What a calendar calls itself. */
  name: string | null
  /** False: the program that wrote it says that the game is not over. */
  isFinal: boolean
  /** What stands between cells. */
  separator: string
}

/** What a file has that says nothing; a format adds what it knows. */
export const NO_SOURCE: Omit<Source, 'format'> = {
  entries: [],
  columns: [],
  head: null,
  errors: [],
  skipped: [],
  problems: [],
  name: null,
  isFinal: true,
  separator: ',',
}
