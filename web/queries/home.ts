import { newestAmbassadorshipsQuery } from './ambassadors.ts'
import { featuredCampaignsQuery } from './campaigns.ts'
import { userCampaignsQuery, userPledgesQuery } from './users.ts'
import { ownStepsQuery } from './work-queue.ts'

/** What the welcome page shows, on both / and /home. */
export const homeQueries = [
  ownStepsQuery,
  userCampaignsQuery(),
  userPledgesQuery,
  newestAmbassadorshipsQuery,
  featuredCampaignsQuery,
]
