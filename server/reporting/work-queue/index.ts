export { matches } from './own-steps-store.ts'
export { waitsForReader } from './steps-store.ts'
export { isToSettle } from './store.ts'
