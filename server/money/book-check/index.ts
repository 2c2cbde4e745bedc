export { problemsOf, refuseOnHold } from './actions.ts'
export { checkInvariants } from './invariants.ts'
export { checkBooks } from './jobs.ts'
export { countHeld } from './queries.ts'
