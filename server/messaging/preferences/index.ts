export { invitationStops, unsubscribeLinks } from './actions.link.ts'
export { acceptMail, refusedInvitations, refusersOf } from './actions.ts'
