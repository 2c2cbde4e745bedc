/** The representatives’ work queue: where a campaign stands on its way from a draft to closed books, and what is next. */

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

/** What a campaign waits for: what costs money or a supporter's patience soonest comes first. */
export const STEPS = [
  'answer_dispute',
  'failed_charges',
  'ending_without_results',
  'review',
  'confirm_results',
  'settle',
  'enter_results',
] as const
export type StepKind = (typeof STEPS)[number]

/** A week's look ahead. */
export const SOON_DAYS = 7
