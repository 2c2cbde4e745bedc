export { recordDispute, refreshDisputes, stopRefund } from './record.ts'
export { lockChargesOf, takeNotOwed } from './refunds.ts'
