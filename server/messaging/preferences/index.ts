export { unsubscribeLinks } from './actions.link.ts'
