export { gatherDigest } from './news.ts'
export { closeGathering } from './store.ts'
