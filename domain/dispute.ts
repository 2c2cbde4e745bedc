/** What a cardholder's bank disputes, and what that does to money (R35). Pure. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** take: out of what was collected. lose: out of the bank. give_back and recover: collected again. */
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
 * From how we knew it to how it stands, also where what lay between was never heard of. Null: nothing new, or older
 * than what is known.
 */
export const disputeSteps = (from: DisputeState | 'new', to: DisputeState): DisputeStep[] | null =>
  DISPUTE_STEPS[from][to] ?? null
