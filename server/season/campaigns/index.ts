export { campaignDetail } from './detail.ts'
export { createCampaign, findCampaign, updateCampaign } from './edit.ts'
export { closeForFinal, reopenSeason } from './final-lock.ts'
export { refreshRanks } from './ranks.ts'
