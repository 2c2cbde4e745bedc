export { openLink } from './actions.ts'
