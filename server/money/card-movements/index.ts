export { readCardMovements } from './read.ts'
