/** Every mail that the product sends, with the same data every time: for the page that shows them all. */
import { bookProblem } from '#domain/book-words.ts'
import { digests } from './samples.digests.ts'
import { ABOUT, MANAGE_URL, MATCHES, type Made, made, SITE } from './samples.facts.ts'
import { manualRefundSamples } from './samples.manual-refunds.ts'
import { payoutSamples } from './samples.payouts.ts'
import { pledgeSamples } from './samples.pledges.ts'
import { firstSupporterMail, invitationMail } from './templates.ambassadors.ts'
import { billingGoesOnMail, billingOnHoldMail } from './templates.books.ts'
import {
  confirmChargeMail,
  disputeMail,
  outsideRefundMail,
  payLinkMail,
  refundFailedMail,
} from './templates.cards.ts'
import { cardExpiresMail, declinedMail, refundMail } from './templates.charges.ts'
import {
  accountDeletedMail,
  accountExistsMail,
  emailChangedMail,
  resetLinkMail,
  securityNoticeMail,
} from './templates.identity.ts'
import { invoiceReminderMail, paymentReversedMail } from './templates.invoices.ts'
import { explainedChargeMail, unknownChargeMail } from './templates.lookups.ts'
import { destinationChangedMail, memberInvitationMail, roleChangedMail } from './templates.people.ts'
import { activatedMail, commentReportedMail, reviewAnsweredMail, reviewMail } from './templates.reviews.ts'
import { contactMail, invoiceMail, receiptMail, statementMail, verificationCodeMail } from './templates.ts'

export const MAIL_GROUPS = ['Results and weeks', 'Money', 'Pledges', 'People', 'Account'] as const
export type MailSample = Made & { group: (typeof MAIL_GROUPS)[number] }

const STATEMENT = {
  ...ABOUT,
  kind: 'card' as const,
  ...{ amount: '$45.00', most: '$300.00', matches: MATCHES, earned: '$70.00', billedBefore: '$25.00' },
  ...{ chargeAt: new Date('2026-10-05T19:00:00Z'), invoiceNumber: null, dueOn: null },
}
const INVOICE = {
  ...STATEMENT,
  ...{ amount: '$70.00', chargeAt: null, invoiceNumber: 'INV-2026-000123', dueOn: '2026-11-04' },
}
const RECEIPT = {
  ...ABOUT,
  ...{ is501c3: true, commissionBasisPoints: 2500, amount: '$45.00', method: 'card ending in 4242' },
  ...{ paidOn: new Date('2026-10-05T19:00:00Z'), pledgeId: '0190a5c2-7b1e-7cc3-98a4-5b6f0d2e1a77' },
}
const FAILED = {
  ...ABOUT,
  ...{ kind: 'card' as const, amount: '$45.00', last4: '9995', reason: 'The card has too little on it' },
}
const RETURNED = {
  ...FAILED,
  ...{ kind: 'bank_account' as const, last4: '2227', reason: 'The bank account did not have enough funds' },
}
const REFUND = {
  ...ABOUT,
  ...{ kind: 'card' as const, amount: '$15.00', last4: '4242', reason: 'A corrected result', isOwed: false },
}
const CARD = {
  ...ABOUT,
  ...{ last4: '4242', expires: '11/2026', isOver: false, chargedOn: new Date('2026-12-18T19:00:00Z') },
}
const DISPUTE = {
  ...ABOUT,
  ...{ amount: '$45.00', reason: 'product_not_received', evidenceDueAt: new Date('2026-10-19T07:00:00Z') },
}
const CHARGE = {
  ...ABOUT,
  kind: 'card' as const,
  ...{ amount: '$45.00', refunded: '$5.00', succeededAt: new Date('2026-10-05T19:00:00Z'), last4: '4242' },
}
const REMINDER = { amount: '$70.00', paid: '$20.00', open: '$50.00' }
const REMINDED = {
  [-14]: 'An invoice is due in two weeks',
  0: 'An invoice is due today',
  14: 'An invoice is overdue',
} as const
const DISPUTES = [
  ['inquiry', 'a bank asks about a charge'],
  ['open', 'a bank disputes a charge'],
  ['won', 'a dispute is won'],
  ['lost', 'a dispute is lost'],
] as const

const billing = (): Made[] => [
  made('statement', 'A settlement is locked', 'statementMail', statementMail(STATEMENT)),
  made(
    'statement-debit',
    'The same, for a bank account',
    'statementMail',
    statementMail({ ...STATEMENT, kind: 'bank_account' }),
  ),
  made(
    'statement-nothing',
    'The final settlement is locked, and nothing is due',
    'statementMail',
    statementMail({ ...STATEMENT, amount: '$0.00', billedBefore: '$70.00', chargeAt: null }),
  ),
  made('invoice', 'The same, for a check or cash', 'invoiceMail', invoiceMail(INVOICE)),
  ...([-14, 0, 14] as const).map((daysLate) =>
    made(
      `invoice-reminder${daysLate < 0 ? '-early' : daysLate > 0 ? '-late' : ''}`,
      REMINDED[daysLate],
      'invoiceReminderMail',
      invoiceReminderMail({ ...INVOICE, number: INVOICE.invoiceNumber, ...REMINDER, daysLate }),
    ),
  ),
  made('receipt', 'Money has arrived', 'receiptMail', receiptMail(RECEIPT)),
  made(
    'receipt-check',
    'A check has arrived, for an organization that is no 501(c)(3); test mode',
    'receiptMail',
    receiptMail({ ...RECEIPT, is501c3: false, isTest: true, method: 'check' }),
  ),
  made('confirm-charge', 'A bank asks the cardholder', 'confirmChargeMail', confirmChargeMail(FAILED)),
  made(
    'card-declined',
    'A card is declined for the first time',
    'declinedMail',
    declinedMail({ ...FAILED, nextAttemptAt: new Date('2026-10-06T19:00:00Z') }),
  ),
  made(
    'debit-returned',
    'A bank returns a debit for the first time',
    'declinedMail',
    declinedMail({ ...RETURNED, nextAttemptAt: new Date('2026-10-09T19:00:00Z') }),
  ),
  made('pay-link', 'No attempts are left for the card', 'payLinkMail', payLinkMail(FAILED)),
  made('pay-link-debit', 'The same, for a bank account', 'payLinkMail', payLinkMail(RETURNED)),
  made(
    'card-expires',
    'Two weeks before an expiring card is needed',
    'cardExpiresMail',
    cardExpiresMail(CARD),
  ),
  made(
    'charge-answer',
    'Somebody asked “What is this charge?”',
    'explainedChargeMail',
    explainedChargeMail([CHARGE]),
  ),
  made(
    'charge-unknown',
    'The same, and there is no such charge',
    'unknownChargeMail',
    unknownChargeMail({ amount: '$12.00', chargedOn: '2026-10-05', last4: '1881' }),
  ),
]

/** Refunds, disputes and payouts. */
const afterwards = (): Made[] => [
  made('money-back', 'Money was refunded to a card', 'refundMail', refundMail(REFUND)),
  made(
    'money-owed',
    'A refund is owed, and there is no card',
    'refundMail',
    refundMail({ ...REFUND, last4: null, isOwed: true }),
  ),
  ...DISPUTES.map(([state, when]) =>
    made(
      `dispute-${state}`,
      `To representatives: ${when}`,
      'disputeMail',
      disputeMail({ ...DISPUTE, state }),
    ),
  ),
  ...(['bounced', 'posted_wrongly'] as const).map((why) =>
    made(
      why === 'bounced' ? 'check-bounced' : 'payment-corrected',
      why === 'bounced' ? 'A check was returned by the bank' : 'A payment was posted to the wrong invoice',
      'paymentReversedMail',
      paymentReversedMail({
        ...{ ...ABOUT, why, method: 'check', number: INVOICE.invoiceNumber, amount: INVOICE.amount },
        ...{ receivedOn: '2026-10-20', open: INVOICE.amount },
        ...{ hadReceipt: true, refundNotNeeded: null, setOff: null },
        ...(why === 'bounced'
          ? { alreadyRefunded: '$5.00', missing: { amount: '$5.00', inAll: '$85.00' } }
          : { alreadyRefunded: null, missing: null }),
      }),
    ),
  ),
  ...manualRefundSamples({ ...ABOUT, invoiceNumber: INVOICE.invoiceNumber }).map((sample) => made(...sample)),
  ...payoutSamples(ABOUT, SITE).map((sample) => made(...sample)),
  made(
    'refund-failed',
    'To representatives: a refund was returned',
    'refundFailedMail',
    refundFailedMail({ ...ABOUT, amount: '$5.00', excess: null }),
  ),
  made(
    'refund-outside',
    'To representatives: a refund was made elsewhere',
    'outsideRefundMail',
    outsideRefundMail({ ...ABOUT, amount: '$5.00', excess: '$2.00' }),
  ),
]

const LETTER = {
  ...{ appUrl: SITE, campaignId: 'sample', campaignName: ABOUT.campaignName },
  ...{
    organizationName: ABOUT.organizationName,
    referralUrl: `${SITE}/campaigns/sample?ref=ALDER7KQ`,
    joinToken: 'sample',
    isAgain: false,
  },
}

const reviews = (): Made[] => [
  made(
    'review',
    'To representatives: a campaign waits for review',
    'reviewMail',
    reviewMail({ ...ABOUT, manageUrl: MANAGE_URL }),
  ),
  made(
    'review_answered',
    'To owners: what to change before a campaign is activated',
    'reviewAnsweredMail',
    reviewAnsweredMail({
      ...{ ...ABOUT, manageUrl: MANAGE_URL },
      message: 'Please add last year’s number of goals: supporters see an estimate then.',
    }),
  ),
  made(
    'campaign_activated',
    'To owners: their campaign is active',
    'activatedMail',
    activatedMail({
      ...{ ...ABOUT, manageUrl: MANAGE_URL, campaignUrl: `${SITE}/campaigns/spring` },
      message: 'Good luck this season!',
    }),
  ),
  made(
    'comment_reported',
    'To representatives: a message on a campaign’s page was reported',
    'commentReportedMail',
    commentReportedMail({ ...ABOUT, commentsUrl: `${SITE}/dashboard/comments` }),
  ),
]

const people = (): Made[] => [
  made('ambassador-invitation', 'An ambassador is invited', 'invitationMail', invitationMail(LETTER)),
  made(
    'ambassador-nudge',
    'An ambassador has brought nobody yet, and a manager nudges',
    'firstSupporterMail',
    firstSupporterMail(LETTER),
  ),
  made(
    'member-invitation',
    'Somebody is invited to work for an organization',
    'memberInvitationMail',
    memberInvitationMail({
      ...{ organizationName: ABOUT.organizationName, role: 'scorer', validDays: 14 },
      url: `${SITE}/organizations/join?token=sample`,
    }),
  ),
  made(
    'payout-destination',
    'To owners: where they are paid has changed',
    'destinationChangedMail',
    destinationChangedMail({
      organizationName: ABOUT.organizationName,
      before: 'Check to Alder Creek Boosters, 1 Main Street, Bend, OR 97701',
      after: 'Bank transfer to Alder Creek Boosters, First Bank, account ending in 6789',
      url: `${SITE}/dashboard/organizations/sample`,
    }),
  ),
  made(
    'role_change',
    'People',
    'roleChangedMail',
    roleChangedMail({
      kind: 'proposed',
      person: 'Riley Osei (riley@example.org)',
      by: 'Morgan Hale',
      url: `${SITE}/dashboard/representatives`,
    }),
  ),
  made(
    'billing-on-hold',
    'To representatives: the books of a campaign do not balance',
    'billingOnHoldMail',
    billingOnHoldMail({
      ...ABOUT,
      manageUrl: MANAGE_URL,
      problems: [bookProblem('commission-is-its-share')],
    }),
  ),
  made(
    'billing-goes-on',
    'To representatives: they balance again',
    'billingGoesOnMail',
    billingGoesOnMail({ ...ABOUT, manageUrl: MANAGE_URL }),
  ),
  made(
    'contact',
    'To us: a message from the contact form',
    'contactMail',
    contactMail({
      ...{ name: 'Dana Whitfield', email: 'dana@example.org', phone: '(541) 555-0142' },
      ...{ organization: 'Alder Creek High School', homepage: undefined },
      message: 'We play in the fall.\nCan you call us next week?',
    }),
  ),
]

const account = (): Made[] => [
  made(
    'code',
    'An address is to be proven',
    'verificationCodeMail',
    verificationCodeMail({ code: '048213', minutes: 10 }),
  ),
  made(
    'reset',
    'A password was forgotten',
    'resetLinkMail',
    resetLinkMail({ url: `${SITE}/reset-password?token=sample`, minutes: 60 }),
  ),
  made(
    'account-exists',
    'Someone signs up again',
    'accountExistsMail',
    accountExistsMail({ signInUrl: `${SITE}/sign-in`, forgotUrl: `${SITE}/forgot-password` }),
  ),
  made(
    'security',
    'How one signs in has changed',
    'securityNoticeMail',
    securityNoticeMail({ what: 'Your password was changed', forgotUrl: `${SITE}/forgot-password` }),
  ),
  made(
    'email-changed',
    'To the address that an account had',
    'emailChangedMail',
    emailChangedMail({ contactUrl: `${SITE}/contact` }),
  ),
  made('account-deleted', 'An account is deleted', 'accountDeletedMail', accountDeletedMail()),
]

export const mailSamples = (): MailSample[] => {
  const groups = [
    digests(),
    [...billing(), ...afterwards()],
    pledgeSamples(),
    [...people(), ...reviews()],
    account(),
  ]
  return MAIL_GROUPS.flatMap((group, index) => (groups[index] ?? []).map((one) => ({ ...one, group })))
}
