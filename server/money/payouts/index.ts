export { approvePayout } from './approve.ts'
export { booksAmong, booksOfOrganizations } from './balances-store.ts'
export { askForDestinations, organizationsToAsk } from './destinations.ts'
export { organizationPayouts } from './lists.ts'
export { confirmArrival, recordSent } from './outcome.ts'
export { payoutsBeforeCancelling } from './owed.ts'
export {
  availableToOrganizations,
  firstCampaignOf,
  IS_ABOVE,
  owedToOrganizations,
  payoutsInProgress,
  toSend,
} from './owed-store.ts'
export { preparePayout } from './prepare.ts'
export { learnReversals } from './reversals.ts'
