export { closeException, holdException, openException, resolve } from './actions.ts'
export {
  campaignOfException,
  exceptionAbout,
  isHeldByException,
  keyOf,
  type OpenException,
} from './queries.ts'
