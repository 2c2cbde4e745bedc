export { issueInvoices } from './issue.ts'
export {
  addPaid,
  type ByCard,
  byCard,
  hasNumber,
  holdOpenInvoices,
  invoicesOf,
  invoicesOfPledge,
  lockInvoice,
  lowerInvoices,
  numberIn,
  type OpenInvoice,
  placeOfInvoice,
  reopenInvoice,
} from './store.ts'
