export { closeException, lockException, type OpenException, openException, resolve } from './exceptions.ts'
export { amountOfException, campaignOfException, exceptionAbout, isHeldByException } from './store.ts'
