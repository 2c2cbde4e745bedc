export { owedBackRows } from './owed.ts'
