import type { Line } from '../cells.ts'
import { plain } from '../columns.ts'
import type { Format } from './format.ts'

const isHeader = ({ cells }: Line): boolean => {
  const names = cells.map(plain)
  return ['number', 'last', 'first'].every((name, index) => names[index] === name) && names.includes('gp')
}

/** Groups in the first line, names in the second, one row for each player, totals, and a glossary at the end. */
export const gameChanger: Format = {
  id: 'gamechanger',
  name: 'GameChanger, statistics of a season by player',
  place: 'season',
  hasGroups: true,
  headerAt: (lines) => {
    const index = lines.slice(0, 4).findIndex(isHeader)
    return index < 0 ? null : index
  },
  fields: { number: 'person', last: 'last', first: 'first' },
}
