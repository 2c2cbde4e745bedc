export { recordDispute, refreshDisputes } from './actions.ts'
