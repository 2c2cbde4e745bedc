/** What someone did, as a sentence without a subject: "Added the statistic “Goals”". */
import type { AuditKind } from '../schemas/audit-log.ts'

/** The subjects of each kind, as the rows name them. */
export const KIND_SUBJECTS: Record<AuditKind, readonly string[]> = {
  campaign: ['campaign', 'review_request'],
  statistics: ['statistic'],
  events: ['event'],
  results: ['result'],
  rewards: ['reward'],
  ambassadors: ['ambassador'],
  messages: ['comment'],
  supporters: ['pledge', 'guest_pledge'],
  people: ['organization'],
  money: [
    'settlement',
    'charge',
    'payment',
    'refund',
    'payout',
    'invoice',
    'receipt',
    'sign_off',
    'exception',
  ],
}

/** Totals only for owners: single charges and payments are the representatives'. */
export const kindsFor = (isRepresentative: boolean): AuditKind[] =>
  (Object.keys(KIND_SUBJECTS) as AuditKind[]).filter((kind) => isRepresentative || kind !== 'money')

const kindBySubject = new Map(
  Object.entries(KIND_SUBJECTS).flatMap(([kind, subjects]) =>
    subjects.map((subject) => [subject, kind as AuditKind]),
  ),
)
export const kindOf = (subject: string): AuditKind => kindBySubject.get(subject) ?? 'campaign'

/** Of a pledge, what a representative does to it. */
const BY_REPRESENTATIVES = ['pledge.release', 'pledge.decline_held', 'pledge.thank', 'pledge.do_not_thank']

/** Actions of supporters: the history says what was done, but not by whom. */
export const isBySupporter = (action: string): boolean =>
  (/^(guest_)?pledge\./.test(action) && !BY_REPRESENTATIVES.includes(action)) ||
  action === 'comment.create' ||
  action === 'comment.report'

/** `name`: the object, in quotes if a person named it; `whom`: the member it is about. */
type AuditNames = { name: string; whom: string }

const SENTENCES: Record<string, (names: AuditNames) => string> = {
  'campaign.create': () => 'Created the campaign',
  'campaign.copy': () => 'Created the campaign as a copy of an earlier one',
  'campaign.update': () => 'Changed the campaign',
  'campaign.assign': () => 'Assigned the campaign to a representative, or to nobody',
  'campaign.remind_results': () => 'Mailed the owners which results are missing',
  'campaign.show_code': () => 'Changed whether the scoreboard shows its code',
  'campaign.cancel': () => 'Cancelled the campaign',
  'campaign.complete': () => 'The campaign ended on its end date',
  'billing.hold': () => 'Billing was put on hold: the books do not balance',
  'billing.release': () => 'Billing resumed: the books balance again',
  'review_request.create': () => 'Requested a review',
  'review_request.answer': () => 'Answered a review request',
  'review_request.send_back': () => 'Sent the draft back to its owner with what to change',
  'statistic.create': ({ name }) => `Added the statistic ${name}`,
  'statistic.update': ({ name }) => `Changed the statistic ${name}`,
  'statistic.delete': ({ name }) => `Deleted the statistic ${name}`,
  'event.create': ({ name }) => `Added the event ${name}`,
  'event.update': ({ name }) => `Changed the event ${name}`,
  'event.merge': ({ name }) => `Merged the event ${name} into another`,
  'calendar.follow': () => 'Let the schedule follow a calendar',
  'calendar.stop': () => 'Stopped following the calendar',
  'event.remove': ({ name }) => `Removed the event ${name}`,
  'event.tell_apart': ({ name }) => `Marked ${name} and another event that day as different events`,
  'result.enter': ({ name }) => `Entered ${name}`,
  'result.make_final': ({ name }) => `Entered the final figure of ${name}`,
  'result.confirm': ({ name }) => `Confirmed ${name}`,
  'result.void': ({ name }) => `Voided ${name}`,
  'result.ask_void': ({ name }) => `Requested to void ${name}`,
  'result.confirm_void': ({ name }) => `Confirmed that ${name} is void`,
  'result.withdraw_void': ({ name }) => `Withdrew the request to void ${name}`,
  'result.decline_void': ({ name }) => `Declined to void ${name}`,
  'reward.create': ({ name }) => `Added the reward ${name}`,
  'reward.update': ({ name }) => `Changed the reward ${name}`,
  'reward.archive': ({ name }) => `Deleted the reward ${name}`,
  'reward.hand_out': ({ name }) => `Marked a prize of ${name} as handed out`,
  'reward.take_back': ({ name }) => `Undid the handout of a prize of ${name}`,
  'ambassador.invite': ({ name }) => `Invited ${name} as an ambassador`,
  'ambassador.revive': ({ name }) => `Invited ${name} as an ambassador again`,
  'ambassador.resend': ({ name }) => `Sent the invitation to ${name} again`,
  'ambassador.nudge': ({ name }) => `Nudged ${name} by email`,
  'ambassador.remove': ({ name }) => `Removed the ambassador ${name}`,
  'ambassador.join': ({ name }) => `${name} joined as an ambassador`,
  'ambassador.leaderboard': ({ name }) => `${name} chose whether to be named`,
  'comment.create': ({ name }) => `Wrote ${name}`,
  'comment.report': ({ name }) => `Reported ${name}`,
  'comment.hide': ({ name }) => `Hid ${name}`,
  'comment.show': ({ name }) => `Showed ${name} again`,
  'comment.keep': ({ name }) => `Kept ${name}`,
  'guest_pledge.hold': () => 'Began a pledge without an account',
  'guest_pledge.readdress': () => 'Corrected the address of a pledge without an account',
  'guest_pledge.withdraw': () => 'Withdrew a pledge that was not confirmed',
  'guest_pledge.expire': () => 'Removed a pledge that was not confirmed in time',
  'guest_pledge.confirm': () => 'Confirmed a pledge that was made without an account',
  'pledge.create': () => 'Pledged',
  'pledge.cancel': () => 'Cancelled a pledge',
  'pledge.erase': () => 'Erased the name and address of a pledge',
  'pledge.lower_maximum': () => 'Lowered the maximum of a pledge',
  'pledge.raise_line': () => 'Raised a line of a pledge',
  'pledge.stop_line': () => 'Stopped a line of a pledge',
  'pledge.add_line': () => 'Added a line to a pledge',
  'pledge.request_change': () => 'Requested a change of a pledge by link',
  'pledge.confirm_change': () => 'Confirmed a change of a pledge by email',
  'pledge.refuse_change': () => 'Refused a change of a pledge that was requested by link',
  'user.add_details': () => 'Added a missing name or address by link',
  'pledge.change_card': () => 'Changed the card of a pledge',
  'pledge.revoke_links': () => 'Revoked the emailed links of a pledge',
  'pledge.release': () => 'Released a held pledge',
  'pledge.ask_thanks': () => 'Wanted to be thanked by name',
  'pledge.take_thanks_back': () => 'No longer wanted to be thanked by name',
  'pledge.thank': () => 'Checked a supporter’s name and showed it on the campaign’s page',
  'pledge.do_not_thank': () => 'Decided not to show a supporter’s name on the campaign’s page',
  'name.show': () => 'Viewed the name behind a pledge',
  'settlement.lock': () => 'Locked a settlement',
  'settlement.withdraw': () => 'Withdrew the final settlement, which reopened the season',
  'charge.succeeded': () => 'A card was charged',
  'charge.declined': () => 'A charge was declined',
  'charge.requires_action': () => 'A charge needs the cardholder’s confirmation',
  'charge.refuse': () => 'A charge was not made: the saved card is no longer charged',
  'charge.succeeded.bank_account': () => 'A bank account was charged',
  'charge.declined.bank_account': () => 'A bank account was declined',
  'charge.refuse.bank_account': () => 'A bank account was not charged',
  'payment.record': () => 'Recorded a payment',
  'charge.processing': () => 'A charge is waiting for the bank',
  'dispute.inquiry': () => 'A bank asked about a charge',
  'dispute.open': () => 'A bank disputed a charge',
  'dispute.won': () => 'A dispute was won',
  'dispute.lost': () => 'A dispute was lost',
  'dispute.closed': () => 'A bank closed its inquiry about a charge',
  'dispute.new_deadline': () => 'The deadline to answer a bank about a dispute changed',
  'receipt.archive': () => 'Downloaded all receipts of the organization',
  'receipt.look_at_year': () => 'Viewed a year-end statement',
  'receipt.look': () => 'Viewed a receipt',
  'charge.evidence': () => 'Downloaded the evidence for a charge',
  'charge.remind': () => 'Sent a new payment link',
  'refund.create': () => 'Refunded a charge',
  'refund.failed': () => 'A refund failed',
  'refund.wait': () => 'A refund waits for a bank to decide a dispute',
  'refund.outside': () => 'A refund was made at the card provider',
  'payment.take_back': () => 'Reversed a payment',
  'repayment.record': () => 'Recorded a manual refund',
  'deposit.make': () => 'Deposited checks and cash',
  'exception.open': () => 'Something rare happened to money',
  'exception.resolve': () => 'An exception was resolved',
  'sign_off.prepare': () => 'Prepared what another representative must approve',
  'sign_off.attach': () => 'Attached a file to what was prepared',
  'sign_off.approve': () => 'Approved what another representative prepared',
  'sign_off.withdraw': () => 'Withdrew what was prepared',
  'refund.set_off': () => 'Offset a refund against an open invoice',
  'payout.prepare': () => 'Prepared a payout',
  'payout.approve': () => 'Approved a payout',
  'payout.withdraw': () => 'Withdrew a payout',
  'payout.record_sent': () => 'Recorded that a payout was sent',
  'payout.confirm': () => 'Confirmed that a payout arrived',
  'payout.return': () => 'Recorded that a payout was returned',
  'payout.pay_back': () => 'Recorded that the organization paid money back',
  'payout.send': () => 'Sent a payout by Stripe',
  'payout.refuse': () => 'Stripe refused a payout',
  'payout.reversed': () => 'A payout was reversed at Stripe',
  'card_event.retry': () => 'Processed an event of the card provider again',
  'organization.create': () => 'Created the organization',
  'organization.update': () => 'Changed the organization',
  'organization.set_standing': () => 'Changed the organization’s representative-only settings',
  'organization.change_role': ({ whom }) => `Changed the role of ${whom} in the organization`,
  'organization.add_member': ({ whom }) => `Gave ${whom} a role in the organization`,
  'organization.remove_member': ({ whom }) => `Removed ${whom} from the organization`,
  'organization.invite_member': ({ whom }) => `Invited ${whom} to the organization`,
  'organization.resend_invitation': ({ whom }) => `Sent ${whom} the invitation to the organization again`,
  'organization.revoke_invitation': ({ whom }) => `Revoked the invitation of ${whom} to the organization`,
  'organization.accept_invitation': ({ whom }) => `${whom} accepted an invitation to the organization`,
  'organization.ask_destination': () => 'Asked the owners to propose a payout destination',
  'organization.propose_destination': () => 'Proposed a payout destination',
  'organization.approve_destination': () => 'Approved the payout destination',
  'organization.withdraw_destination': () => 'Withdrew a proposed payout destination',
}

/** For an action without a sentence: "Dispute won". `method`: of a charge, if its row names one. */
export function auditSentence(action: string, names: AuditNames, method?: unknown): string {
  const sentence = SENTENCES[`${action}.${method}`] ?? SENTENCES[action]
  if (sentence) return sentence(names)
  const text = action.replaceAll(/[._]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
