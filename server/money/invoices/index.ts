export { issueInvoices } from './actions.ts'
export { type ByCard, byCard, paidByCardNow } from './queries.card.ts'
export { hasNumber, numberIn } from './queries.number.ts'
export { holdOpenInvoices } from './queries.pledge.ts'
export {
  addPaid,
  invoicesOf,
  invoicesOfPledge,
  lockInvoice,
  lowerInvoices,
  type OpenInvoice,
  placeOfInvoice,
  reopenInvoice,
} from './queries.ts'
