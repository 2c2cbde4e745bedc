export { amountOf, amountsByMethod, inDecimals } from './campaign-forecast.ts'
export { campaignsToForecast, isLikelyOutdated, keepForecast, refreshLikely } from './kept.ts'
export { pledgeIn, standingOf, standingWith } from './of-pledge.ts'
export { type CampaignSeason, seasonOf } from './store.ts'
