export { type OutgoingMail, queueMail, queueMails } from './actions.ts'
export { sendMailsSoon } from './jobs.ts'
export type { MailBody } from './layout.ts'
export {
  HOUR_MS,
  type LatelyMailed,
  LIMIT_REACHED,
  mailableAt,
  NOT_ACTIVATED,
  NOT_INVITED,
  NOT_INVITED_AS_MEMBER,
  NOT_NUDGED,
  reasonNotToMail,
  SENDER_LEFT,
  thirdLastMailedAt,
} from './mail-rate-limit.ts'
export { looksOf } from './queries.looks.ts'
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
} from './queries.ts'
export { dropSealedMails, resealMails } from './secrets.ts'
export * from './templates.alerts.ts'
export * from './templates.ambassadors.ts'
export * from './templates.bank-accounts.ts'
export * from './templates.books.ts'
export * from './templates.cards.ts'
export * from './templates.charges.ts'
export * from './templates.dates.ts'
export * from './templates.decisions.ts'
export * from './templates.digests.ts'
export * from './templates.guests.ts'
export * from './templates.identity.ts'
export * from './templates.invoices.ts'
export * from './templates.lookups.ts'
export * from './templates.manual-refunds.ts'
export * from './templates.openings.ts'
export * from './templates.payouts.ts'
export * from './templates.people.ts'
export * from './templates.pledges.ts'
export * from './templates.reviews.ts'
export * from './templates.statistics.ts'
export * from './templates.ts'
export * from './templates.weekly.ts'
export * from './templates.year-end.ts'
