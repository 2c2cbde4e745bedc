export { campaignDetail } from './detail.ts'
export { closeForFinal, createCampaign, findCampaign, reopenSeason, updateCampaign } from './edit.ts'
export { refreshRanks } from './ranks.ts'
