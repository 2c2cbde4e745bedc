/** What both pledge panels know: who is signed in, what is picked, and what it adds up to. */
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { useUser } from '#web/site/session.ts'
import { useQuote } from './quote.ts'
import { capProblem, chosenOf, type Estimator, NOTHING, payloadOf, useSelection } from './selection.ts'

export function usePanel(detail: CampaignDetail, estimateOf?: Estimator) {
  const campaignId = detail.campaigns.id
  const [selection, dispatch] = useSelection(campaignId)
  const statistics = detail.statistics.filter((statistic) => statistic.isActive)
  const chosen = chosenOf(selection, statistics, estimateOf)
  // The pledge-card page offers no choice: it pledges on the whole season.
  const payload = payloadOf(estimateOf ? { ...selection, counts: NOTHING.counts } : selection, chosen)
  const problem = capProblem(selection)
  const quoted = useQuote(campaignId, payload)
  const closed = detail.campaigns.pledgesClosedReason
  return {
    campaignId,
    user: useUser(),
    selection,
    dispatch,
    statistics,
    chosen,
    payload,
    problem,
    quoted,
    closed,
    /** The most that can be owed, as calculated by the server; null until then. */
    most: problem || quoted.problem ? null : (quoted.quote?.most ?? null),
  }
}
export type Panel = ReturnType<typeof usePanel>
