export { forecastByLink, ownForecast } from './actions.ts'
