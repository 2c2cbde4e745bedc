export { checkCampaigns } from './check.ts'
export {
  checkInvariants,
  countHeld,
  heldSince,
  lastBalancedAt,
  longestUncheckedAt,
  markAllBooks,
  problemsOf,
  refuseOnHold,
} from './store.ts'
