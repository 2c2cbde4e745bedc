export { organizationPayouts } from './actions.reading.ts'
export { learnReversals } from './actions.reversals.ts'
export { confirmArrival, recordSent } from './actions.sent.ts'
export { approvePayout, preparePayout } from './actions.ts'
export {
  holdUnsent,
  payoutsBeforeCancelling,
  stillOwed,
  withdrawUnsent,
} from './actions.unsent.ts'
export { isUnanswered, stuckOf } from './queries.stuck.ts'
export { availableToOrganizations, owedToOrganizations, payoutsInProgress, unconfirmed } from './queries.ts'
