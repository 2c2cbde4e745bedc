import { type Format, withColumns } from './format.ts'

export const sportsEngineSchedule: Format = {
  id: 'sportsengine-schedule',
  name: 'SportsEngine, schedule of a season',
  place: 'season',
  headerAt: withColumns('date', 'hometeam', 'awayteam', 'hometeamscore', 'awayteamscore'),
  fields: { duration: 'ignore', divisionname: 'level' },
}

/** What SportsEngine accepts as an upload: whether we are at home is a figure of its own. */
export const sportsEngineUpload: Format = {
  id: 'sportsengine-upload',
  name: 'SportsEngine, schedule for upload',
  place: 'season',
  headerAt: withColumns('startdate', 'starttime', 'title', 'eventtype', 'team1ishome'),
  fields: {
    ...{ startdate: 'date', starttime: 'time', enddate: 'ignore', endtime: 'endTime', title: 'title' },
    ...{ team2name: 'opponent', team1ishome: 'isHome', customopponent: 'ignore', eventtype: 'type' },
    ...{ team1id: 'ignore', team2id: 'ignore', team1divisionid: 'ignore', team2divisionid: 'ignore' },
    ...{ tags: 'ignore', alldayevent: 'ignore', locationurl: 'ignore', eventid: 'uid', location: 'location' },
  },
}
