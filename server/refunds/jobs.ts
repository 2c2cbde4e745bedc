import type { Deps } from '#server/deps.ts'
import { eachByItself } from '#server/each.ts'
import { runRefund } from './actions.ts'
import { type OpenRefund, scheduledRefunds } from './store.ts'

const BATCH = 100
const MOST_BATCHES = 100

/** Gives back on cards what corrections owe. One that the card side refuses is tried again at the next run. */
export async function runScheduledRefunds(deps: Deps): Promise<number> {
  let afterId: string | null = null
  let done = 0
  const failures: unknown[] = []
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const refunds: OpenRefund[] = await scheduledRefunds(deps.db, afterId, BATCH)
    if (refunds.length === 0) break
    await eachByItself(refunds, async (refund) => {
      await runRefund(deps, refund)
      done += 1
    }).catch((error) => failures.push(error))
    afterId = refunds.at(-1)?.id ?? null
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some refunds got no answer')
  return done
}
