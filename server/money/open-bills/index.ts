export { billedSoFar, openBillsOf } from './queries.ts'
