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

/** What each kind of next step stops while nobody does it, the worst first (R73). `now`: it can't wait. */
const STOPS = ['now', 'settlement', 'payout', 'person', 'nothing'] as const
type Stops = (typeof STOPS)[number]

const KINDS = {
  match_now: 'now',
  books_on_hold: 'now',
  held_pledges: 'settlement',
  confirm_results: 'settlement',
  enter_match: 'settlement',
  enter_results: 'settlement',
  ending_without_results: 'settlement',
  settle: 'settlement',
  settle_correction: 'settlement',
  exception: 'payout',
  answer_dispute: 'payout',
  failed_charges: 'payout',
  unpaid_invoices: 'payout',
  deposit_checks: 'payout',
  ask_destination: 'payout',
  approve_destination: 'payout',
  prepare_payout: 'payout',
  approve_payout: 'payout',
  send_payout: 'payout',
  confirm_payout: 'payout',
  update_card: 'person',
  confirm_pledge: 'person',
  pay_invoice: 'person',
  send_refund: 'person',
  sign_off: 'person',
  reported_comments: 'nothing',
  answered_review: 'person',
  review: 'person',
  answer_owner: 'person',
  thank_yous: 'nothing',
  confirm_representative: 'nothing',
  check_names: 'nothing',
  finish_draft: 'nothing',
  nudge: 'nothing',
} as const satisfies Record<string, Stops>
export type StepKind = keyof typeof KINDS
export const STEPS = Object.keys(KINDS) as [StepKind, ...StepKind[]]

/** `at` is a deadline, not since when it waits. */
const DEADLINES: readonly StepKind[] = ['answer_dispute', 'ending_without_results']

/** What orders a step: dollars at stake in cents, and since or until when. */
type Urgency = { kind: StepKind; amountCents: number | null; at: Date | null }

const DAY_MS = 86_400_000
/** A day of waiting counts as much as this amount. */
const CENTS_A_DAY = 100_00

/** A deadline counts from a week before it. */
function daysWaiting({ kind, at }: Urgency, now: Date): number {
  if (at === null) return 0
  const since = DEADLINES.includes(kind) ? at.getTime() - SOON_DAYS * DAY_MS : at.getTime()
  return Math.max(0, Math.floor((now.getTime() - since) / DAY_MS))
}

/**
 * Puts next steps in order: by what they stop; within that by the amount at stake plus $100 for each day that they have
 * waited, the largest first; equal ones the oldest first, then by kind. Steps that are equal in all of this keep their order.
 */
export function inOrder<Step extends Urgency>(steps: readonly Step[], now: Date): Step[] {
  const weighed = steps.map((step) => ({
    step,
    stops: STOPS.indexOf(KINDS[step.kind]),
    weight: Math.abs(step.amountCents ?? 0) + daysWaiting(step, now) * CENTS_A_DAY,
    at: step.at?.getTime() ?? Number.POSITIVE_INFINITY,
    kind: STEPS.indexOf(step.kind),
  }))
  return weighed
    .toSorted((a, b) => a.stops - b.stops || b.weight - a.weight || compare(a.at, b.at) || a.kind - b.kind)
    .map(({ step }) => step)
}

/** Two that are unknown are equal. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

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
