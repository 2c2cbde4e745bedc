import type { ImportPreview, ImportRow } from '#domain/schemas/import.ts'

type ReadError = ImportPreview['errors'][number]
/** What earlier previews had on each line: what is left out keeps its name and its place. */
export type Seen = { rows: ReadonlyMap<number, ImportRow>; errors: ReadonlyMap<number, ReadError> }

export const NOTHING_SEEN: Seen = { rows: new Map(), errors: new Map() }

export const seenIn = ({ rows, errors }: Seen, preview: ImportPreview): Seen => ({
  rows: new Map([...rows, ...preview.rows.map((row) => [row.line, row] as const)]),
  errors: new Map([...errors, ...preview.errors.map((error) => [error.line, error] as const)]),
})

const time = ({ startTime }: ImportRow): number => (startTime === null ? 0 : Date.parse(startTime))

/** The preview's rows and those that were left out, by time: none moves when it is left out or brought back. */
export function rowsWithLeftOut(
  { rows }: ImportPreview,
  seen: Seen,
  leftOut: readonly number[],
): { row: ImportRow; isOut: boolean }[] {
  const out = new Set(leftOut)
  const here = new Set(rows.flatMap(({ lines }) => lines))
  const gone = [...seen.rows.values()].filter(({ line }) => out.has(line) && !here.has(line))
  return [...rows, ...gone]
    .map((row) => ({ row, isOut: out.has(row.line) }))
    .sort((a, b) => time(a.row) - time(b.row) || a.row.line - b.row.line)
}

/** Lines that nobody can read: still to be decided, and left out. */
export function errorsWithLeftOut(
  { errors }: ImportPreview,
  seen: Seen,
  leftOut: readonly number[],
): { open: ReadError[]; out: ReadError[] } {
  const out = new Set(leftOut)
  return {
    open: errors.filter(({ line }) => !out.has(line)),
    out: [...seen.errors.values()]
      .filter(({ line }) => out.has(line) && !seen.rows.has(line))
      .sort((a, b) => a.line - b.line),
  }
}

/** Neither the schedule nor a figure changes. */
export const changesNothing = ({ kind, figures }: ImportRow): boolean =>
  (kind === 'unchanged' || kind === 'season') && figures.every((figure) => figure.kind === 'unchanged')
