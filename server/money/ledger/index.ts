export {
  lockBooks,
  postCollection,
  postCollections,
  postDeposit,
  postDispute,
  postOverpayment,
  postPayout,
  postPayoutReversed,
  postRefund,
  postRefundFailed,
  postRefundReversed,
  postRefundWithExcess,
  postRepayment,
  postShortfallWrittenOff,
  postTakenBack,
} from './actions.ts'
export { readBooks, toBalance } from './queries.ts'
