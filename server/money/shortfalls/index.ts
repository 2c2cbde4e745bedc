export { holdShortfall, writeOffShortfall } from './actions.ts'
