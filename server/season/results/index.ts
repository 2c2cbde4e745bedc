export { confirmResults } from './confirm.ts'
export { enterResult, refuseClosed, resultsFor, secondPeopleFor } from './enter.ts'
export {
  type CurrentFigures,
  currentFigures,
  enterMatch,
  enterMatchTotals,
  enterSeasonTotals,
  type MatchRow,
} from './matches.ts'
export { countResults, publicResults } from './store.ts'
