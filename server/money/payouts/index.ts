export { learnReversals } from './actions.reversals.ts'
export { confirmArrival, recordSent } from './actions.sent.ts'
export { approvePayout, preparePayout } from './actions.ts'
export { owedToOrganizations, payoutsInProgress, unconfirmed } from './queries.ts'
