export {
  holdOpenCharges,
  moveOpenCharges,
  overdueOf,
  settleIfPaid,
  voidOpenCharges,
} from './store.pledge.ts'
