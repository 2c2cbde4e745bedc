import { newestAmbassadorshipsQuery } from './ambassadors.ts'
import { featuredCampaignsQuery } from './campaigns.ts'
import { userCampaignsQuery, userPledgesQuery } from './users.ts'

/** What the welcome page shows, at / and /home alike. */
export const homeQueries = [
  userCampaignsQuery(),
  userPledgesQuery,
  newestAmbassadorshipsQuery,
  featuredCampaignsQuery,
]
