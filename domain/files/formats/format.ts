/** A program's table: how it is recognized, where its header is, and what its columns and rows mean. Pure. */
import type { Line } from '../cells.ts'
import { type Meaning, plain } from '../columns.ts'
import type { Place } from '../file.ts'

export type Format = {
  id: string
  /** "GameChanger, statistics of a season by player": what a person is told the file is. */
  name: string
  place: Place
  /** Which of the first lines has the names of the columns; null: it is another format. */
  headerAt: (lines: readonly Line[]) => number | null
  /** By the plain name of a column: what it means. Others are found by name. */
  fields?: Readonly<Record<string, Meaning>>
  /** The line above the header names groups of columns: "Batting" before "H". */
  hasGroups?: boolean
  /** A file of this format is not read: what to export instead. */
  instead?: string
}

const LOOKED_AT = 12
const HAS_LETTERS = /\p{Letter}/u

/** The first line that has all of these columns. */
export const withColumns =
  (...names: readonly string[]) =>
  (lines: readonly Line[]): number | null => {
    const index = lines.slice(0, LOOKED_AT).findIndex(({ cells }) => {
      const known = new Set(cells.map(plain))
      return names.every((name) => known.has(name))
    })
    return index < 0 ? null : index
  }

/** Names of columns are words; a row of a table has figures or dates. */
export const looksLikeNames = ({ cells }: Line): boolean =>
  cells.filter((cell) => HAS_LETTERS.test(cell) || /^#$|\d(?:B|PT)$/i.test(cell)).length >=
  Math.max(2, cells.length / 2)
