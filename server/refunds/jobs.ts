import type { Deps } from '#server/deps.ts'
import { runRefund } from './actions.ts'
import { scheduledRefunds } from './store.ts'

const BATCH = 100
const MOST_BATCHES = 100

/** Gives back on cards what corrections owe. */
export async function runScheduledRefunds(deps: Deps): Promise<number> {
  let done = 0
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const refunds = await scheduledRefunds(deps.db, BATCH)
    if (refunds.length === 0) return done
    for (const refund of refunds) await runRefund(deps, refund)
    done += refunds.length
  }
  return done
}
