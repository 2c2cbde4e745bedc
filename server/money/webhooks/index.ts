export { countUnprocessed, lastFetched } from './store.ts'
