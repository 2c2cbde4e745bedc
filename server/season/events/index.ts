export { differentPairs, keepName, knownNames, type Pair, pairKey } from './archive-store.ts'
export { isPledgedOnAlone } from './changed-matches.ts'
export { addEvent, changeEvent, clearOpponents, keepSource, toRow } from './edit.ts'
export { isLimited, refuseBegun } from './owner-changes.ts'
export { EventParams } from './routes.ts'
export { leaveOutOfCalendar, markAsDifferentMatches, mergeInto, takeOff, takeOpponent } from './same-match.ts'
export {
  entriesByEvent,
  eventsAround,
  eventsOf,
  findEvent,
  findPlayed,
  matchesOn,
  type SourceRow,
  sourcesOf,
} from './store.ts'
