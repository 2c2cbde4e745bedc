export {
  lockBooks,
  postAdjustment,
  postCollection,
  postCollections,
  postDeposit,
  postDispute,
  postManualRefund,
  postOverpayment,
  postPaymentReversed,
  postPayout,
  postPayoutReversed,
  postRefund,
  postRefundFailed,
  postRefundReversed,
  postUnexplained,
} from './postings.ts'
export { readBooks, toBalance } from './store.ts'
