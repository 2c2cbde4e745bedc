export { gatherAlerts } from './actions.ts'
export { withoutMailed } from './queries.ts'
