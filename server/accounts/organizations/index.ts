export { dropNumbers, openNumber, resealNumbers } from './bank-number.ts'
export { createOrganization } from './edit.ts'
export { addressProvenByInvitation, mailWaitingInvitations } from './invitations.ts'
export { managesOrganization, readsMoneyOf } from './owners.ts'
export {
  approveDestination,
  describeDestination,
  proposeDestination,
  proposeStripeAccount,
} from './payout-destination.ts'
export {
  currentDestinations,
  hasNoDestination,
  isChange,
  isToAsk,
  markAsked,
  organizationsSharing,
  ownersOf,
  ownersToTell,
  payoutDestination,
  stripeAccountUse,
} from './payout-destination-store.ts'
export { type OrganizationRow, organizationColumns, toOrganization } from './store.ts'
export { organizationOn } from './tax-status-store.ts'
