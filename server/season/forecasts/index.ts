export { campaignsToForecast, isLikelyOutdated, keepForecast, refreshLikely } from './actions.kept.ts'
export { pledgeIn, standingOf, standingWith } from './actions.pledge.ts'
export { amountOf, amountsByMethod, inDecimals } from './actions.ts'
export { type CampaignSeason, seasonOf } from './queries.ts'
