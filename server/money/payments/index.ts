export { postPayment, refuseBefore, refuseFuture } from './post.ts'
export {
  type Clearing,
  clearingOf,
  clearsOn,
  paymentsOfDeposit,
  paymentsOfPledge,
  postedPayment,
  reservePaymentRefunds,
  uncleared,
} from './store.ts'
