import type { Format } from './format.ts'

export const hyTek: Format = {
  id: 'hytek',
  name: 'HY-TEK, results of a meet',
  place: 'season',
  headerAt: ([first]) =>
    first?.cells[0] === 'H' && first.cells.some((cell) => /hy-?tek/i.test(cell)) ? 0 : null,
  instead:
    'It has places and times, and nothing to count. Make a table with one row for each meet, with its date, its name and what your campaign counts, such as points or personal bests.',
}
