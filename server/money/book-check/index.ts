export { markAllBooks, problemsOf, refuseOnHold } from './actions.ts'
export { checkInvariants } from './invariants.ts'
export { checkCampaigns } from './jobs.ts'
export { countHeld, heldSince, lastBalancedAt, longestUncheckedAt } from './queries.ts'
