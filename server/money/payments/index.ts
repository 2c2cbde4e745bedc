export { postPayment, refuseBefore, refuseFuture } from './post.ts'
export {
  type Clearing,
  clearingOf,
  clearsOn,
  paymentsOfDeposit,
  paymentsOfPledge,
  postedPayment,
  type SlipPayment,
  uncleared,
} from './store.ts'
