export {
  type CurrentFigures,
  currentFigures,
  enterMatch,
  enterMatchTotals,
  enterSeasonTotals,
  type MatchRow,
} from './actions.matches.ts'
export { confirmResults, enterResult, refuseClosed, resultsFor, secondPeopleFor } from './actions.ts'
export { confirmedResults, countResults, momentNames, publicResults } from './queries.ts'
