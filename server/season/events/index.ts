export { leaveOutOfCalendar, mergeInto, sayDifferent, takeOff, takeOpponent } from './actions.archive.ts'
export { addEvent, changeEvent, clearOpponents, keepSource, toRow } from './actions.ts'
export { differentPairs, keepName, knownNames, type Pair, pairKey } from './queries.archive.ts'
export { isPledgedOnAlone } from './queries.changed.ts'
export {
  entriesByEvent,
  eventsAround,
  eventsOf,
  findEvent,
  findPlayed,
  matchesOn,
  type SourceRow,
  sourcesOf,
} from './queries.ts'
export { EventParams } from './routes.ts'
