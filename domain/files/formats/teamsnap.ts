import { type Format, withColumns } from './format.ts'

export const teamSnap: Format = {
  id: 'teamsnap',
  name: 'TeamSnap, schedule of a team',
  place: 'season',
  headerAt: withColumns('date', 'time', 'opponentname', 'locationname'),
  fields: { arrivaltime: 'ignore', uniform: 'ignore', durationhhmm: 'ignore', locationdetails: 'ignore' },
}
