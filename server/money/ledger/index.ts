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
} from './actions.ts'
export { readBooks, toBalance } from './queries.ts'
