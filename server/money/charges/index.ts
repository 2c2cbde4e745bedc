export { chargeDetail, holdForRefund, refundableAlone, resumeCharges } from './actions.detail.ts'
export { learnOutcome } from './actions.events.ts'
export { type Due, finishLinkPayment, startLinkPayment } from './actions.payment.ts'
export { UnexplainedPayment } from './actions.ts'
export {
  type ChargedPayment,
  chargeOfPayment,
  holdOpenCharges,
  lockCharge,
  moveDisputed,
  moveOpenCharges,
  overdueOf,
  receiptFacts,
  settleIfPaid,
} from './queries.pledge.ts'
export {
  campaignOfCharge,
  chargesOfPledge,
  insertCharges,
  isDebit,
  lowerCharges,
  type ProviderInUse,
  refundsMade,
  reserveRefunds,
  unfinishedCharges,
  waitOf,
} from './queries.ts'
