export { openBillsOf } from './queries.ts'
