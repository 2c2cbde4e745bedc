import { expect, it } from 'vitest'
import type { ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { changesNothing, errorsWithLeftOut, NOTHING_SEEN, rowsWithLeftOut, seenIn } from './use-import.ts'

const row = (line: number, name: string, day: string, lines = [line]): ImportRow => ({
  line,
  lines,
  lineCount: lines.length,
  kind: 'new',
  eventId: null,
  name,
  eventType: 'game',
  level: null,
  opponent: name,
  venue: null,
  startTime: `2026-09-${day}T18:00:00Z`,
  hasTime: true,
  location: null,
  changes: [],
  figures: [],
  unusual: [],
})
const preview = (rows: ImportRow[], errors: ImportPreview['errors'] = []): ImportPreview => ({
  previewId: 'p',
  head: null,
  columns: [],
  problems: [],
  questions: [],
  skipped: [],
  rows,
  errors,
  file: { format: 'table', name: 'Table', encoding: 'UTF-8', letters: [], isFinal: true },
  totals: { new: 0, changed: 0, unchanged: 0, calledOff: 0, results: 0, corrections: 0, unanswered: 0 },
})
const namesOf = (shown: ReturnType<typeof rowsWithLeftOut>) =>
  shown.map(({ row: { name }, isOut }) => (isOut ? `(${name})` : name))

it('a row that is left out keeps its name and its place, before and after the next preview', () => {
  const bay = row(4, 'Bay', '05')
  const cove = row(2, 'Cove', '12', [2, 3])
  const dune = row(5, 'Dune', '19')
  const first = preview([cove, bay, dune])
  const seen = seenIn(NOTHING_SEEN, first)
  expect(namesOf(rowsWithLeftOut(first, seen, []))).toEqual(['Bay', 'Cove', 'Dune'])
  expect(namesOf(rowsWithLeftOut(first, seen, [2, 3]))).toEqual(['Bay', '(Cove)', 'Dune'])
  const second = preview([bay, dune])
  expect(namesOf(rowsWithLeftOut(second, seenIn(seen, second), [2, 3]))).toEqual(['Bay', '(Cove)', 'Dune'])
})

it('a line that cannot be read keeps its reason when it is left out', () => {
  const wrong = { line: 2, reason: '"soon" is not a date' }
  const first = preview([], [wrong])
  const seen = seenIn(NOTHING_SEEN, first)
  expect(errorsWithLeftOut(first, seen, [])).toEqual({ open: [wrong], out: [] })
  expect(errorsWithLeftOut(first, seen, [2])).toEqual({ open: [], out: [wrong] })
  expect(errorsWithLeftOut(preview([]), seen, [2])).toEqual({ open: [], out: [wrong] })
})

it('a row changes nothing where the schedule and each figure are as they were', () => {
  const figure = { statisticId: 'g', statisticName: 'Goals', before: 2, after: 2, kind: 'unchanged' as const }
  const there: ImportRow = { ...row(2, 'Bay', '05'), kind: 'unchanged', figures: [figure] }
  expect(changesNothing(there)).toBe(true)
  expect(changesNothing({ ...there, figures: [{ ...figure, after: 3, kind: 'correction' }] })).toBe(false)
  expect(changesNothing(row(2, 'Bay', '05'))).toBe(false)
})
