import type { StepKind } from '#domain/work-queue.ts'

/** Each kind of next step, where a list is narrowed down to one. */
export const KIND_LABELS: Record<StepKind, string> = {
  update_card: 'Cards that failed',
  confirm_pledge: 'Pledges to confirm',
  pay_invoice: 'Invoices to pay',
  answer_dispute: 'Disputes to answer',
  failed_charges: 'Failed cards',
  reported_comments: 'Reported messages',
  answered_review: 'Drafts to change',
  ending_without_results: 'Ending without results',
  review: 'Drafts to review',
  match_now: 'Matches being played',
  enter_match: 'Results to enter',
  held_pledges: 'Held pledges',
  confirm_results: 'Results to confirm',
  settle: 'Campaigns to settle',
  approve_destination: 'Payout destinations to approve',
  approve_payout: 'Payouts to approve',
  send_payout: 'Payouts to send',
  confirm_payout: 'Payouts to confirm',
  enter_results: 'Results still missing',
  prepare_payout: 'Payouts to prepare',
  finish_draft: 'Drafts to finish',
  nudge: 'Ambassadors to nudge',
}
