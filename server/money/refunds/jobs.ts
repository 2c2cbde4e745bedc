import type { Deps } from '#server/money/deps.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { runRefund } from './actions.ts'
import { dueRefunds } from './store.ts'

const BATCH = 100
const MAX_BATCHES = 100

/** Makes pending card refunds. One without an answer is repeated when its lease expires (R34). */
export async function runScheduledRefunds(deps: Deps): Promise<number> {
  let afterId: string | null = null
  let done = 0
  const failures: unknown[] = []
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const ids: string[] = await dueRefunds(deps.db, deps.clock.now(), deps.cards, { afterId, limit: BATCH })
    if (ids.length === 0) break
    await settleEach(ids, async (id) => {
      if ((await runRefund(deps, id)) === 'refunded') done += 1
    }).catch((error) => failures.push(error))
    afterId = ids.at(-1) ?? null
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some refunds got no answer')
  return done
}
