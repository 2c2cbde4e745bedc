export { enterMatch } from './actions.matches.ts'
export { confirmResults, enterResult, resultsFor, secondPeopleFor } from './actions.ts'
export { confirmedResults, countResults, momentNames, publicResults } from './queries.ts'
