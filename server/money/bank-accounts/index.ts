export { endMandate, endMandateOf, rememberBankAccount } from './actions.ts'
