export { countUnprocessed, lastFetched } from './queries.ts'
