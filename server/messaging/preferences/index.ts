export { acceptMail, invitationStops, refusedInvitations, refusersOf, unsubscribeLinks } from './choices.ts'
