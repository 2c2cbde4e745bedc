export { gatherAlerts } from './alerts.ts'
export { withoutMailed } from './store.ts'
