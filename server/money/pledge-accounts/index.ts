export { courseFor } from './detail.ts'
