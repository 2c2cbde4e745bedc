export { postPayment } from './actions.ts'
export { refuseBefore, refuseFuture } from './days.ts'
export { type Clearing, clearingOf, clearsOn, uncleared } from './queries.clearing.ts'
export { paymentsOfDeposit, paymentsOfPledge, postedPayment, reservePaymentRefunds } from './queries.ts'
