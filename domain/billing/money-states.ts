/**
 * The states of each money record and their transitions. SQL statements change the states; every test database refuses a
 * transition that is not listed here (`tests/money-states.ts`). Pure.
 */

import type { PAYOUT_STATES } from '../schemas/payout.ts'
import type { CHARGE_STATES } from '../schemas/settlement.ts'
import { DISPUTE_STEPS, type DisputeState } from './dispute.ts'

export type Machine<State extends string = string> = {
  /** The states it may begin in. */
  first: readonly State[]
  next: Record<State, readonly State[]>
}

/** R34, R35: a card is charged; the cardholder may have to confirm it, and a past due one is paid by link. */
const charges: Machine<(typeof CHARGE_STATES)[number]> = {
  // An invoice that is paid by card begins with the cardholder present.
  first: ['scheduled', 'requires_action'],
  next: {
    // Past due at once: its card belongs to another card provider.
    scheduled: ['processing', 'past_due', 'voided'],
    // After an unfinished payment by link, a charge is as it was before, and an invoice's charge is voided.
    processing: ['succeeded', 'requires_action', 'failed', 'past_due', 'scheduled', 'voided'],
    succeeded: [],
    requires_action: ['processing', 'failed', 'past_due', 'voided'],
    // A retry that waited for a paused campaign is announced again.
    failed: ['processing', 'past_due', 'scheduled', 'voided'],
    past_due: ['processing', 'failed', 'voided'],
    // The reopened invoice is paid by card again.
    voided: ['requires_action'],
  },
}

/** R36: open until it is paid, or until nothing is due on it. */
const invoices: Machine<'open' | 'paid' | 'void'> = {
  first: ['open'],
  next: { open: ['paid', 'void'], paid: ['open'], void: ['open'] },
}

/** R5, R38: a check or cash, reversed if it bounced or was posted by mistake. */
const payments: Machine<'received' | 'deposited' | 'reversed'> = {
  // A deposited payment that is moved to the right invoice stays deposited.
  first: ['received', 'deposited'],
  next: { received: ['deposited', 'reversed'], deposited: ['reversed'], reversed: [] },
}

/** R32: to the card, or by hand. One that fails stays as it is: what is still to go back is another refund. */
const refunds: Machine<'due' | 'sent' | 'paid' | 'failed'> = {
  // Paid: made at the card provider, without us.
  first: ['due', 'paid'],
  next: { due: ['sent', 'paid', 'failed'], sent: ['paid', 'failed'], paid: ['failed'], failed: [] },
}

/** R38: prepared by one, approved by another, then sent by Stripe or by check; a transfer arrives as it is made. */
const payouts: Machine<(typeof PAYOUT_STATES)[number]> = {
  first: ['prepared'],
  next: {
    prepared: ['approved', 'withdrawn'],
    approved: ['sent', 'arrived', 'withdrawn'],
    sent: ['arrived', 'returned'],
    arrived: ['returned'],
    returned: [],
    withdrawn: [],
  },
}

/** R29: prepared by one, approved by another. */
const signOffs: Machine<'prepared' | 'approved' | 'withdrawn'> = {
  first: ['prepared'],
  next: { prepared: ['approved', 'withdrawn'], approved: [], withdrawn: [] },
}

const states = (steps: Partial<Record<DisputeState, unknown>>) => Object.keys(steps) as DisputeState[]

/** R35: as reported by the cardholder's bank; `dispute.ts` says how each transition moves money. */
const disputes: Machine<DisputeState> = {
  first: states(DISPUTE_STEPS.new),
  next: {
    inquiry: states(DISPUTE_STEPS.inquiry),
    open: states(DISPUTE_STEPS.open),
    won: states(DISPUTE_STEPS.won),
    lost: states(DISPUTE_STEPS.lost),
  },
}

/** By the table that holds the records. */
export const MONEY_STATES = {
  charges,
  invoices,
  payments,
  refunds,
  payouts,
  disputes,
  sign_offs: signOffs,
} satisfies Record<string, Machine>
