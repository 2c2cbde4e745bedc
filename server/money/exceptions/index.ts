export { closeException, holdException, openException, resolve } from './actions.ts'
export { campaignOfException, exceptionAbout, isHeldByException, type OpenException } from './queries.ts'
