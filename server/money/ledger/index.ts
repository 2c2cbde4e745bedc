export {
  lockBooks,
  postAdjustment,
  postCardMovements,
  postCollection,
  postCollections,
  postDeposit,
  postDispute,
  postManualRefund,
  postOverpayment,
  postPaymentReversed,
  postPayout,
  postRefund,
  postRefundFailed,
  postRefundReversed,
  postUnexplained,
} from './postings.ts'
export { readBooks, toBalance } from './store.ts'
