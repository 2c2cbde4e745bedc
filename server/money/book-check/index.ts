export { checkCampaigns } from './check.ts'
export {
  checkInvariants,
  countHeld,
  lastBalancedAt,
  longestUncheckedAt,
  markAllBooks,
  problemsOf,
  refuseOnHold,
} from './store.ts'
