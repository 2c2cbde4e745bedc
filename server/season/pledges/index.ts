export { type PledgeContext, type PledgeStatistic, readContext } from './context.ts'
export { type Agreement, agreementOn, createPledge, createPledgeIn } from './create.ts'
export { pledgeFigures } from './figures.ts'
export {
  expectedOfHeld,
  type HeldPledgeRow,
  heldPledgeOf,
  refuseLargeIncrease,
  withdrawHeld,
} from './held.ts'
export { quoteWithForecast } from './quote.ts'
export { countThanks, thankedIn, wanted as namesToThank } from './thanks.ts'
export {
  pledgesByState,
  pledgesOf,
  refreshCampaignTotals,
  refreshExpected,
  refreshPartialTotals,
  settleCampaignTotals,
  undecidedIn,
} from './totals-store.ts'
