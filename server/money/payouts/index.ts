export { payoutsBeforeCancelling } from './actions.owed.ts'
export { organizationPayouts } from './actions.reading.ts'
export { learnReversals } from './actions.reversals.ts'
export { confirmArrival, recordSent } from './actions.sent.ts'
export { approvePayout, preparePayout } from './actions.ts'
export {
  availableToOrganizations,
  IS_ABOVE,
  owedToOrganizations,
  payoutsInProgress,
  toSend,
} from './queries.ts'
