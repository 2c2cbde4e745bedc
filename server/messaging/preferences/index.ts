export { acceptMail, invitationStops, refusedInvitations, refusersOf, unsubscribeLinks } from './choices.ts'
export { provenAddressOf } from './store.ts'
