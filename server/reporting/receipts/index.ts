export { refundedAt, takenAt } from './queries.ts'
