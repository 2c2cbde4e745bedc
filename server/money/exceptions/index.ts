export { closeException, holdException, type OpenException, openException, resolve } from './actions.ts'
export { campaignOfException, exceptionAbout, isHeldByException } from './queries.ts'
