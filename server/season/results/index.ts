export { enterMatch } from './actions.matches.ts'
export { confirmResults, enterResult, resultsFor, secondPeopleFor } from './actions.ts'
export { confirmedResults, countResults, publicResults } from './queries.ts'
