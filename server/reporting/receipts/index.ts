export { refundedAt, takenAt } from './store.ts'
