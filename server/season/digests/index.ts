export { gatherDigest } from './actions.ts'
export { closeUntold } from './queries.ts'
