export { refundsOwedRows } from './owed.ts'
