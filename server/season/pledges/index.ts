export { anyTotalsShard, createPledge } from './actions.ts'
export { pledgeFigures, pledgesOf, refreshCampaignTotals, settleCampaignTotals } from './queries.ts'
