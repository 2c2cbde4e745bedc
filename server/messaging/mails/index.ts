export { type OutgoingMail, queueMail, queueMails } from './actions.ts'
export type { MailBody } from './layout.ts'
export { HOUR_MS, type LatelyMailed, reasonNotToMail } from './mail-rate-limit.ts'
export { countUndelivered, queuedMail, sendAgain, undeliveredMails } from './queries.ts'
export { type AmbassadorLetter, firstSupporterMail, invitationMail } from './templates.ambassadors.ts'
export { billingGoesOnMail, billingOnHoldMail } from './templates.books.ts'
export {
  confirmChargeMail,
  disputeMail,
  outsideRefundMail,
  payLinkMail,
  refundFailedMail,
} from './templates.cards.ts'
export { cardExpiresMail, declinedMail, refundMail } from './templates.charges.ts'
export { resultsDigestMail } from './templates.digests.ts'
export {
  accountDeletedMail,
  accountExistsMail,
  emailChangedMail,
  resetLinkMail,
  securityNoticeMail,
} from './templates.identity.ts'
export { invoiceReminderMail, paymentTakenBackMail } from './templates.invoices.ts'
export { type ExplainedCharge, explainedChargeMail, unknownChargeMail } from './templates.lookups.ts'
export { madeGoodMail, repaymentMail, setOffMail } from './templates.manual-refunds.ts'
export { payoutMail, payoutReversedMail } from './templates.payouts.ts'
export { destinationChangedMail, memberInvitationMail } from './templates.people.ts'
export { cardChangedMail, newLinkMail, pledgeCancelledMail, pledgeLoweredMail } from './templates.pledges.ts'
export { reviewMail } from './templates.reviews.ts'
export {
  type About,
  contactMail,
  dayInWords,
  receiptMail,
  statementMail,
  verificationCodeMail,
} from './templates.ts'
export { weeklyDigestMail } from './templates.weekly.ts'
