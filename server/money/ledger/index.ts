export {
  lockBooks,
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
  postShortfallWrittenOff,
} from './actions.ts'
export { readBooks, toBalance } from './queries.ts'
