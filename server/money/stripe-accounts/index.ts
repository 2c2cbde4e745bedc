export { learnAccount } from './learn.ts'
export { accountOf, isOpen } from './store.ts'
