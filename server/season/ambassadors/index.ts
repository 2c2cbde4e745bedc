export { inviteAmbassador, joinCampaign, newJoinLink } from './actions.ts'
export { ambassadorsFor, countAmbassadors, countJoined, creditedBy, emailsOf } from './queries.ts'
