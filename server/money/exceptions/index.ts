export { closeReturned, holdException, openUnexplained, resolve } from './actions.ts'
export { exceptionAbout, isHeldByException } from './queries.ts'
