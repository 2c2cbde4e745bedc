export {
  currentDestinations,
  hasNoDestination,
  isToAsk,
  markAsked,
  organizationsSharing,
  ownersOf,
  ownersToTell,
  payoutDestination,
} from './destinations-store.ts'
export { createOrganization } from './edit.ts'
export { mailWaitingInvitations } from './invitations.ts'
export { managesOrganization } from './owners.ts'
export { type OrganizationRow, organizationColumns, toOrganization } from './store.ts'
export { approveDestination, describeDestination, proposeDestination } from './tax-status-and-destination.ts'
export { organizationOn } from './tax-status-store.ts'
