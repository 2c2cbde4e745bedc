export { holdStoppedRefund, recordDispute, refreshDisputes } from './actions.ts'
