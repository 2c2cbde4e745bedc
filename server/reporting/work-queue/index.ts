export { matches } from './own-steps-store.ts'
export { waitsForReader } from './steps-store.ts'
export { isToSettle, toPrepare } from './store.ts'
