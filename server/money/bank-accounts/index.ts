export { endMandate, endMandateOf, rememberBankAccount } from './mandates.ts'
