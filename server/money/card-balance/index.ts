export { countDifferences } from './store.ts'
