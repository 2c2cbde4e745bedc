export { type Agreement, agreementOn, anyTotalsShard, createPledge, createPledgeIn } from './actions.ts'
export { pledgeFigures, pledgesOf, refreshCampaignTotals, settleCampaignTotals } from './queries.ts'
