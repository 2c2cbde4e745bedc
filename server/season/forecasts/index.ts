export { amountOf, amountsByMethod, inDecimals } from './campaign-forecast.ts'
export {
  campaignsToForecast,
  isLikelyOutdated,
  keepForecast,
  pledgeIn,
  refreshLikely,
  standingOf,
  standingWith,
} from './kept.ts'
export { type CampaignSeason, seasonOf } from './store.ts'
