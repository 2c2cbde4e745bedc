export { pledgeIn, type Standing, standingWith } from './actions.pledge.ts'
export { amountOf, amountsByMethod, inDecimals } from './actions.ts'
export { type CampaignSeason, seasonOf } from './queries.ts'
