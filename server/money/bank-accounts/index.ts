export {
  demandOneDebitMandate,
  endMandate,
  endMandateOf,
  keepDebitMandate,
  rememberBankAccount,
} from './actions.ts'
export { isDebitForm } from './queries.ts'
