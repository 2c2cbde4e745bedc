export { checkCampaigns } from './check.ts'
export { checkInvariants } from './invariants.ts'
export {
  countHeld,
  heldSince,
  lastBalancedAt,
  longestUncheckedAt,
  markAllBooks,
  problemsOf,
  refuseOnHold,
} from './store.ts'
