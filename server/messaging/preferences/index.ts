export { unsubscribeLinks } from './actions.link.ts'
export { acceptMail } from './actions.ts'
