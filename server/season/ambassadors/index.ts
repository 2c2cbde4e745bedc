export { inviteAmbassador, joinCampaign } from './actions.ts'
export { ambassadorsFor, countAmbassadors, creditedBy, emailsOf } from './queries.ts'
