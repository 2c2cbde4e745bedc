export { holdManualRefund, recordManualRefund } from './actions.ts'
export { refundsOwedRows } from './owed.ts'
