import type { Format } from './format.ts'

const SUPPLIER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The supplier's id in the first line, pipes between cells, one row for each player of one game. */
export const maxPreps: Format = {
  id: 'maxpreps',
  name: 'MaxPreps, statistics of one game by player',
  place: 'season',
  headerAt: (lines) =>
    SUPPLIER.test(lines[0]?.cells[0] ?? '') && /^jersey/i.test(lines[1]?.cells[0] ?? '') ? 1 : null,
  fields: { jersey: 'person', jerseynumber: 'person' },
}
