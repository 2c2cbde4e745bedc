export { learnRefunds } from './outcome.ts'
export {
  giveRefund,
  reasonOf,
  refundAgain,
  refundByHand,
  refundReceived,
  voidUnsentRefunds,
} from './refund.ts'
export { setOff } from './set-off.ts'
export { lockRefunds, markRepaid, withdrawRefunds } from './store.ts'
