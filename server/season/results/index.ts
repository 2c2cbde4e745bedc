export { confirmedResults, countResults, momentNames, publicResults } from './confirmed-store.ts'
export { confirmResults, enterResult, refuseClosed, resultsFor, secondPeopleFor } from './enter.ts'
export {
  type CurrentFigures,
  currentFigures,
  enterMatch,
  enterMatchTotals,
  enterSeasonTotals,
  type MatchRow,
} from './matches.ts'
