export { expectedOfHeld, refuseLargeIncrease, withdrawHeld } from './actions.held.ts'
export { quoteWithForecast } from './actions.quote.ts'
export { type Agreement, agreementOn, createPledge, createPledgeIn } from './actions.ts'
export { type PledgeContext, type PledgeStatistic, readContext } from './context.ts'
export { pledgeFigures } from './queries.figures.ts'
export { type HeldPledgeRow, heldPledgeOf } from './queries.held.ts'
export { countThanks, thankedIn, wanted as namesToThank } from './queries.thanks.ts'
export {
  pledgesByState,
  pledgesOf,
  refreshCampaignTotals,
  refreshExpected,
  refreshPartialTotals,
  settleCampaignTotals,
  undecidedIn,
} from './queries.ts'
