export { issueInvoices } from './issue.ts'
export {
  addPaid,
  type ByCard,
  byCard,
  hasNumber,
  invoicesOf,
  invoicesOfPledge,
  lockInvoice,
  lockOpenInvoices,
  lowerInvoices,
  numberIn,
  type OpenInvoice,
  placeOfInvoice,
  reopenInvoice,
} from './store.ts'
