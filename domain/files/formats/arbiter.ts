import { type Format, withColumns } from './format.ts'

/** A school's schedule, with all its levels. The number of a game is not its name. */
export const arbiter: Format = {
  id: 'arbiter',
  name: 'Arbiter, schedule of a school',
  place: 'season',
  headerAt: withColumns('gamenumber', 'date', 'level', 'home', 'away'),
  fields: { gamenumber: 'ignore', billto: 'ignore', subsite: 'ignore', site: 'location', level: 'level' },
}
