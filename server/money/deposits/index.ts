export { makeDeposit } from './actions.ts'
