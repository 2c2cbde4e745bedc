import type { Deps } from '#server/deps.ts'
import { runCharge } from './actions.ts'
import { dueCharges } from './store.ts'

const BATCH = 200
/** Charges under way at once: the card side's answer is waited for, not the machine. */
const AT_ONCE = 8
/** A bound on one run; what is left is due again at the next. */
const MOST_BATCHES = 500

/** Charges everything that is due. Two servers may run it at once: each charge is one worker's at a time (R34). */
export async function runDueCharges(deps: Deps): Promise<number> {
  let charged = 0
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const ids = await dueCharges(deps.db, deps.clock.now(), deps.cards, BATCH)
    if (ids.length === 0) return charged
    let moved = 0
    const failures: unknown[] = []
    const worker = async (): Promise<void> => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        // One that fails does not hold up the rest; its try is repeated under the same key when its lease ends.
        const outcome = await runCharge(deps, id).catch((error) => failures.push(error))
        if (outcome === 'charged') charged += 1
        if (outcome === 'charged' || outcome === 'refused') moved += 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} charges got no answer`)
    // Another server holds the rest of them.
    if (moved === 0) return charged
  }
  return charged
}
