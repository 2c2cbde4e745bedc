export { closeException, holdException, type OpenException, openException, resolve } from './actions.ts'
export { amountOfException, campaignOfException, exceptionAbout, isHeldByException } from './queries.ts'
