export * from './ambassador-mails.ts'
export * from './card-mails.ts'
export * from './card-mails.ts'
export * from './charge-mails.ts'
export * from './charge-mails.ts'
export * from './contact-mails.ts'
export * from './decision-mails.ts'
export * from './decision-mails.ts'
export * from './digest-mails.ts'
export * from './digest-mails.ts'
export * from './guest-mails.ts'
export * from './identity-mails.ts'
export * from './invoice-mails.ts'
export type { MailBody } from './layout.ts'
export { looksOf } from './letterhead.ts'
export * from './mail-parts.ts'
export * from './manual-refund-mails.ts'
export * from './opening-mails.ts'
export * from './owner-mails.ts'
export * from './payout-mails.ts'
export * from './people-mails.ts'
export * from './pledge-mails.ts'
export {
  HOUR_MS,
  LIMIT_REACHED,
  latelyMailed,
  mailableAt,
  NOT_ACTIVATED,
  NOT_INVITED,
  NOT_INVITED_AS_MEMBER,
  NOT_NUDGED,
  type OutgoingMail,
  queueMail,
  queueMails,
  reasonNotToMail,
  SENDER_LEFT,
} from './queue.ts'
export * from './receipt-mails.ts'
export * from './review-mails.ts'
export { dropSealedMails, resealMails } from './secrets.ts'
export { sendMailsSoon } from './send.ts'
export * from './statement-mails.ts'
export * from './statement-mails.ts'
export * from './statistic-mails.ts'
export * from './statistic-mails.ts'
export {
  countLateMails,
  countUndelivered,
  countWaitingMails,
  dismiss,
  dropResultNews,
  forgetMails,
  invitationsAgainAt,
  invitationsLeft,
  markAllSent,
  queuedMail,
  sendAgain,
  undeliveredMails,
} from './store.ts'
export * from './thank-you-mails.ts'
export * from './weekly-mails.ts'
export * from './year-end-mails.ts'
