export { chargeDetail, holdForRefund, refundableAlone } from './actions.detail.ts'
export { type ChargedPayment, chargeOfPayment, lockCharge, moveDisputed } from './actions.disputes.ts'
export { learnOutcome } from './actions.outcome.ts'
export { type Due, finishLinkPayment, startLinkPayment } from './actions.payment.ts'
export { resumeCharges } from './actions.resuming.ts'
export { UnexplainedPayment } from './actions.strays.ts'
export type { ProviderInUse } from './queries.claiming.ts'
export { isDebit } from './queries.debits.ts'
export {
  holdOpenCharges,
  moveOpenCharges,
  overdueOf,
  settleIfPaid,
} from './queries.pledge.ts'
export { receiptFacts } from './queries.recording.ts'
export { campaignOfCharge, refundsMade } from './queries.refunds.ts'
export {
  chargesOfPledge,
  insertCharges,
  lowerCharges,
  reserveRefunds,
  unfinishedCharges,
  waitOf,
} from './queries.ts'
