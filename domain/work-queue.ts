/** The representatives’ work queue: each campaign's stage, from draft to closed books, and its next step. */

/** In the order of a campaign's life. Paused counts as active, cancelled as collecting or closed. */
export const STAGES = [
  'draft',
  'waiting_for_review',
  'active',
  'awaiting_results',
  'ready_to_settle',
  'collecting',
  'closed',
] as const
export type Stage = (typeof STAGES)[number]

/** What a campaign is waiting for, most urgent first. */
export const STEPS = [
  'answer_dispute',
  'failed_charges',
  'ending_without_results',
  'review',
  'held_pledges',
  'confirm_results',
  'settle',
  'enter_results',
] as const
export type StepKind = (typeof STEPS)[number]

/** A week's look ahead. */
export const SOON_DAYS = 7
