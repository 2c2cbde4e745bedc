/** What a file is comes first, by its content: the formats that are known, the most particular first (R72). Pure. */
import type { Line } from '../cells.ts'
import { plain } from '../columns.ts'
import { arbiter } from './arbiter.ts'
import { bank } from './bank.ts'
import { contacts } from './contacts.ts'
import { type Format, looksLikeNames } from './format.ts'
import { gameChanger } from './gamechanger.ts'
import { hyTek } from './hytek.ts'
import { maxPreps } from './maxpreps.ts'
import { oneRoster } from './oneroster.ts'
import { ownEvents } from './own-events.ts'
import { readingLog } from './reading-log.ts'
import { sportsEngineSchedule, sportsEngineUpload } from './sportsengine.ts'
import { teamSnap } from './teamsnap.ts'

const FORMATS: readonly Format[] = [
  ...[gameChanger, maxPreps, sportsEngineSchedule, sportsEngineUpload, arbiter, teamSnap],
  ...[ownEvents, readingLog, hyTek, bank, oneRoster, contacts],
]

export type Found = { format: Format; header: number }

export function formatOf(lines: readonly Line[]): Found | null {
  for (const format of FORMATS) {
    const header = format.headerAt(lines)
    if (header !== null) return { format, header }
  }
  return null
}

/** A table of a kind that no program is known for. */
export const OTHER: Format = { id: 'table', name: 'Table', place: 'season', headerAt: () => null }

const HEADERS_IN = 12

/** Where the header of another table seems to be: the line whose cells are most often names of columns. Null: none is. */
export function likelyHeader(lines: readonly Line[], isName: (plainName: string) => boolean): number | null {
  const scores = lines
    .slice(0, HEADERS_IN)
    .map(({ cells }, index) => ({ index, score: cells.filter((cell) => isName(plain(cell))).length }))
  const best = scores.reduce<{ index: number; score: number } | null>(
    (a, b) => (b.score > (a?.score ?? 0) ? b : a),
    null,
  )
  const line = best && lines[best.index]
  // A form's questions are no known names, but no row has so many words.
  const isSure = best && line && (best.score >= 2 || line.cells.length === 1 || looksLikeNames(line))
  return isSure ? best.index : null
}
