export { countDifferences } from './queries.ts'
