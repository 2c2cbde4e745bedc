export { openBillsOf } from './open-bills.ts'
