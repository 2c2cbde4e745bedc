export { mailWaitingInvitations } from './actions.invitations.ts'
export { managesOrganization } from './actions.management.ts'
export { approveDestination, describeDestination, proposeDestination } from './actions.standing.ts'
export { createOrganization } from './actions.ts'
export { type OrganizationRow, organizationColumns, toOrganization } from './organization-row.ts'
export {
  currentDestinations,
  hasNoDestination,
  isToAsk,
  markAsked,
  organizationsSharing,
  ownersOf,
  ownersToTell,
  payoutDestination,
} from './queries.destinations.ts'
export { organizationOn } from './queries.standings.ts'
