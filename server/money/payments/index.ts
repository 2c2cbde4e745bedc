export { postPayment, refuseBefore, refuseFuture } from './post.ts'
export {
  type Clearing,
  clearingOf,
  clearsOn,
  paymentsOfDeposit,
  paymentsOfPledge,
  postedPayment,
  uncleared,
} from './store.ts'
