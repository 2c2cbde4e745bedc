/** The representatives’ work queue: each campaign's stage, from draft to closed books, and its next step. */

/**
 * In the order of a campaign's life. Paused counts as active; cancelled as collecting, to pay out or closed. Everything is
 * collected before a campaign is to pay out, and nothing is owed to its organization once it is closed.
 */
export const STAGES = [
  'draft',
  'waiting_for_review',
  'active',
  'awaiting_results',
  'ready_to_settle',
  'collecting',
  'to_pay_out',
  'closed',
] as const
export type Stage = (typeof STAGES)[number]

/** What a campaign is waiting for, most urgent first. The first three are a supporter's own. */
export const STEPS = [
  'update_card',
  'confirm_pledge',
  'pay_invoice',
  'answer_dispute',
  'books_on_hold',
  'exception',
  'failed_charges',
  'reported_comments',
  'answered_review',
  'ending_without_results',
  'review',
  'answer_owner',
  'thank_yous',
  'match_now',
  'enter_match',
  'held_pledges',
  'confirm_results',
  'settle',
  'settle_correction',
  'confirm_representative',
  'approve_destination',
  'sign_off',
  'approve_payout',
  'send_payout',
  'confirm_payout',
  'deposit_checks',
  'send_refund',
  'unpaid_invoices',
  'enter_results',
  'prepare_payout',
  'check_names',
  'finish_draft',
  'nudge',
] as const
export type StepKind = (typeof STEPS)[number]

/** What takes a second person, who is not new. */
export const APPROVALS: readonly StepKind[] = [
  'confirm_representative',
  'approve_destination',
  'sign_off',
  'approve_payout',
] as const

/** A week's look ahead. */
export const SOON_DAYS = 7
/** The last reminder of an invoice is sent this many days after it was due. */
export const LAST_REMINDER_DAYS = 30
/** Checks and cash should be on a deposit slip after this many days. */
export const DEPOSIT_DAYS = 3
/** A payout that was sent should have arrived after this many days. */
export const ARRIVAL_DAYS = 7

/** A match without a known end is over this many hours after its start; during a season, old ones are listed this long. */
export const MATCH_HOURS = 2
export const MISSED_DAYS = 30
/** Ambassadors are not nudged for this many days after a mail. */
export const NUDGE_AFTER_DAYS = 7
/** A draft is on its owner's list for this long after it was created. */
export const DRAFT_DAYS = 30
/** Answers to an owner stay on their list for this long. */
export const ANSWER_DAYS = 30
