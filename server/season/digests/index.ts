export type { BilledSoFar } from './actions.billed.ts'
export { gatherDigest } from './actions.ts'
export { closeGathering } from './queries.ts'
