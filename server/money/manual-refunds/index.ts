export { lockManualRefund, recordManualRefund } from './record.ts'
export { refundsOwedRows } from './store.ts'
