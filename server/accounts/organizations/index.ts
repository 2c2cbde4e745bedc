export { createOrganization } from './edit.ts'
export { addressProvenByInvitation, mailWaitingInvitations } from './invitations.ts'
export { managesOrganization, readsMoneyOf } from './owners.ts'
export { approveDestination, describeDestination, proposeDestination } from './payout-destination.ts'
export {
  currentDestinations,
  hasNoDestination,
  isToAsk,
  markAsked,
  organizationsSharing,
  ownersOf,
  ownersToTell,
  payoutDestination,
} from './payout-destination-store.ts'
export { type OrganizationRow, organizationColumns, toOrganization } from './store.ts'
export { organizationOn } from './tax-status-store.ts'
