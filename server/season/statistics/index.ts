export { createStatistic, createStatistics, formOf } from './actions.ts'
export { ALL_STATISTICS, statisticsOf } from './queries.ts'
