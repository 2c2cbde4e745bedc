export { gatherDigest } from './actions.ts'
export { closeGathering } from './queries.ts'
