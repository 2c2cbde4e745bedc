export { campaignDetail } from './detail.ts'
export { createCampaign, findCampaign, updateCampaign } from './edit.ts'
export { closeForFinal, reopenSeason } from './lifecycle.ts'
export { refreshRanks } from './ranks.ts'
