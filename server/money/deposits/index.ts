export { makeDeposit } from './deposit.ts'
