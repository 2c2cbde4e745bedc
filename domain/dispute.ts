/** Disputes by a cardholder's bank, and how they move money (R35). Pure. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** take: out of collected. lose: out of the bank account. give_back and recover: collected again. */
export type DisputeStep = 'take' | 'lose' | 'give_back' | 'recover'

export const DISPUTE_STEPS: Record<DisputeState | 'new', Partial<Record<DisputeState, DisputeStep[]>>> = {
  new: { inquiry: [], open: ['take'], lost: ['take', 'lose'], won: [] },
  inquiry: { open: ['take'], lost: ['take', 'lose'], won: [] },
  open: { won: ['give_back'], lost: ['lose'] },
  // An appeal.
  lost: { won: ['recover'] },
  won: {},
}

/**
 * The steps from the state we know to the current one, even if we missed states in between. Null: nothing new, or older
 * than what we know.
 */
export const disputeSteps = (from: DisputeState | 'new', to: DisputeState): DisputeStep[] | null =>
  DISPUTE_STEPS[from][to] ?? null
