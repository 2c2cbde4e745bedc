export { clearPlainJoinTokens, inviteAmbassador, joinCampaign, newJoinLink } from './actions.ts'
export { ambassadorsFor, countAmbassadors, creditedBy, emailsOf } from './queries.ts'
