export { UnexplainedPayment } from './attempt.ts'
export { learnOutcome } from './card-events.ts'
export {
  campaignOfCharge,
  chargesOfPledge,
  insertCharges,
  isDebit,
  leftOf,
  lowerCharges,
  type ProviderInUse,
  refundsMade,
  reserveRefunds,
  unfinishedCharges,
  waitOf,
} from './charges-store.ts'
export { chargeDetail, lockForRefund, refundableAlone, resumeCharges } from './detail.ts'
export { type Due, finishLinkPayment, startLinkPayment } from './pay-link.ts'
export {
  type ChargedPayment,
  chargeOfPayment,
  lockCharge,
  lockOpenCharges,
  moveDisputed,
  moveOpenCharges,
  overdueOf,
  receiptFacts,
  settleIfPaid,
} from './pledge-charges.ts'
export { notify } from './recording.ts'
