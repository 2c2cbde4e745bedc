export { type Agreement, agreementOn, anyTotalsShard, createPledge, createPledgeIn } from './actions.ts'
export { type PledgeContext, type PledgeStatistic, readContext } from './context.ts'
export {
  countsOf,
  IS_PARTIAL,
  isPartial,
  type LineRow,
  linesOf,
  partialUnits,
  SCOPE,
  type ScopeColumn,
  scopeColumn,
  toAccrualLines,
  toScope,
  UNITS_OF_LINE,
  unitsOfLine,
} from './queries.lines.ts'
export {
  pledgeFigures,
  pledgesOf,
  refreshCampaignTotals,
  refreshPartialTotals,
  settleCampaignTotals,
} from './queries.ts'
