export { inviteAmbassador, joinCampaign, newJoinLink } from './invite.ts'
export { ambassadorsFor, countAmbassadors, countJoined, creditedBy, emailsOf } from './lists-store.ts'
