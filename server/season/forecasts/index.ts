export { amountOf, amountsByMethod, inDecimals } from './campaign-forecast.ts'
export {
  campaignsToForecast,
  forecastStateOf,
  forecastStateWith,
  isLikelyOutdated,
  keepForecast,
  pledgeIn,
  refreshLikely,
} from './kept.ts'
export { type CampaignSeason, seasonOf } from './store.ts'
