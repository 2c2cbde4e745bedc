export { learnRefunds } from './actions.events.ts'
export { setOff } from './actions.set-off.ts'
export { reasonOf, refundReceived } from './actions.ts'
export { claimGoodwill, insertRefunds, markRepaid, type NewRefund, withdrawRefunds } from './queries.ts'
