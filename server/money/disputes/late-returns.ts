/** Debits that banks took back after the money had arrived, for a card provider that sends no event about it. */
import { LATE_RETURN_DAYS } from '#domain/billing/bank-debit.ts'
import type { Deps } from '#server/money/deps.ts'
import { recordDispute } from './record.ts'
import { debitsToLookAt } from './store.ts'

const DAY_MS = 86_400_000
const BATCH = 500
const MAX_BATCHES = 200
/** How long a bank may take, plus a week. */
const LOOKED_AT_DAYS = LATE_RETURN_DAYS + 7

export async function learnLateReturns(deps: Deps): Promise<void> {
  const { lateReturns } = deps.cards
  if (!lateReturns) return
  const since = new Date(deps.clock.now().getTime() - LOOKED_AT_DAYS * DAY_MS)
  let after: string | null = null
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const debits = await debitsToLookAt(deps.db, { since, after, limit: BATCH })
    const last = debits.at(-1)
    if (!last) return
    const campaigns = new Map(debits.map(({ reference, campaignId }) => [reference, campaignId]))
    for (const facts of await lateReturns([...campaigns.keys()])) {
      const campaignId = campaigns.get(facts.paymentReference)
      if (campaignId) await recordDispute(deps, campaignId, facts)
    }
    after = last.attemptId
  }
}
