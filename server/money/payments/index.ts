export { postedPayment } from './actions.posting.ts'
export { postPayment, recordPayment } from './actions.ts'
export { paymentsOfDeposit } from './queries.posting.ts'
export { paymentsOfPledge, reservePaymentRefunds } from './queries.ts'
