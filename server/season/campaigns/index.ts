export { createCampaign, findCampaign, updateCampaign } from './actions.ts'
export { campaignDetail } from './detail.ts'
export { closeForFinal, reopenSeason } from './lifecycle.ts'
export { refreshRanks } from './ranks.ts'
