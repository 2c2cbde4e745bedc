export { amountOf, amountsByMethod, inDecimals } from './campaign-forecast.ts'
export {
  campaignsToForecast,
  forecastStateOf,
  forecastStateWith,
  isLikelyOutdated,
  keepForecast,
  pledgeIn,
  refreshLikely,
} from './saved-forecast.ts'
export { type CampaignSeason, seasonOf } from './store.ts'
