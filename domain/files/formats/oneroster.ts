import { type Format, withColumns } from './format.ts'

export const oneRoster: Format = {
  id: 'oneroster',
  name: 'OneRoster, a school’s roster',
  place: 'rosters',
  headerAt: withColumns('sourcedid', 'status', 'datelastmodified'),
  instead: 'Rosters are not read here, and nothing of it was stored.',
}
