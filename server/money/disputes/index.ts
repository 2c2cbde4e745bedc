export { lockChargesOf, takeNotOwed } from './actions.refunds.ts'
export { recordDispute, refreshDisputes, stopRefund } from './actions.ts'
