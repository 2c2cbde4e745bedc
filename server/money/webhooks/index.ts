export { lastFetched } from './queries.ts'
