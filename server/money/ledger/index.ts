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
  postRefundWithExcess,
  postUnexplained,
} from './actions.ts'
export { readBooks, toBalance } from './queries.ts'
