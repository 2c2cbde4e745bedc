export { createStatistic, createStatistics, formOf } from './edit.ts'
export { ALL_STATISTICS, statisticsOf } from './store.ts'
