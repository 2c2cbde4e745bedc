export { problemsOf, refuseOnHold } from './actions.ts'
export { checkInvariants } from './invariants.ts'
export { checkBooks } from './jobs.ts'
export { countHeld, lastBalancedAt } from './queries.ts'
