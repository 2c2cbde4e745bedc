import type { Deps } from '#server/platform/deps.ts'
import { describe } from '#server/platform/http/http.ts'
import { inGroups } from '#server/platform/jobs/each.ts'
import { type Answer, record, recordTogether } from './actions.recording.ts'
import { ask, type Claimed, claimDue, type Turn } from './actions.ts'
import { listDue } from './queries.claiming.ts'

/** Claimed together: few enough that each has its turn soon, and a campaign that is paused is left alone soon (R21). */
const BATCH = 100
/** Charges under way at once: the card provider's answer is waited for, not the machine. */
const AT_ONCE = 8
/** A bound on one run; what is left is due again at the next. */
const MAX_BATCHES = 1_000
/** So many without an answer are no accident: the rest waits for the next run. */
const MAX_FAILURES = 50

type Run = { charged: number; failures: unknown[]; failedIds: string[] }

/**
 * Charges everything that is due. Two servers may run it at once: each charge is one worker's at a time. Stopped
 * anywhere and run again, the outcome is the same (R34).
 */
export async function runDueCharges(deps: Deps): Promise<number> {
  const run: Run = { charged: 0, failures: [], failedIds: [] }
  for (let round = 0; round < MAX_BATCHES && run.failures.length < MAX_FAILURES; round += 1) {
    const { turns, refused } = await claim(deps, run)
    // Nothing is left, or another server holds the rest.
    if (turns.length + refused === 0) break
    await charge(deps, run, turns)
  }
  const { failures } = run
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} charges got no answer`)
  return run.charged
}

/** One that fails does not hold up the rest: what cannot be claimed together is claimed one by one. */
async function claim(deps: Deps, run: Run): Promise<Claimed> {
  const which = { limit: BATCH, except: run.failedIds }
  try {
    return await claimDue(deps, which)
  } catch (error) {
    deps.log.warn({ error: describe(error) }, 'charges were not claimed together; each is claimed by itself')
  }
  const all: Claimed = { turns: [], refused: 0 }
  for (const only of await listDue(deps.db, deps.clock.now(), deps.cards, which)) {
    const one = await claimDue(deps, { limit: 1, only, except: [] }).catch((error) => fail(run, only, error))
    if (!one) continue
    all.turns.push(...one.turns)
    all.refused += one.refused
  }
  return all
}

/** Its try is repeated under the same key when its lease ends, by a later run. */
function fail(run: Run, chargeId: string, error: unknown): void {
  run.failures.push(error)
  run.failedIds.push(chargeId)
}

/** The card provider is asked for a bounded number at once; what it answered meanwhile is recorded together. */
async function charge(deps: Deps, run: Run, turns: readonly Turn[]): Promise<void> {
  const answers = inGroups<Answer>((group) => recordAll(deps, run, group))
  const queue = turns.values()
  const worker = async (): Promise<void> => {
    for (const attempt of queue) {
      // Its turn was long in coming: another worker may have it by now.
      if (deps.clock.now() >= attempt.leaseUntil) continue
      const outcome = await ask(deps, attempt).catch((error) => fail(run, attempt.chargeId, error))
      if (outcome) answers.add({ attempt, outcome })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await answers.done()
}

/** One whose answer cannot be recorded undoes no other: then each is recorded by itself. */
async function recordAll(deps: Deps, run: Run, answers: readonly Answer[]): Promise<void> {
  const byItself = answers.filter(({ attempt }) => attempt.kind === 'link')
  const together = answers.filter(({ attempt }) => attempt.kind !== 'link')
  try {
    await recordTogether(deps, together)
    run.charged += together.length
  } catch (error) {
    deps.log.warn(
      { error: describe(error) },
      'charges were not recorded together; each is recorded by itself',
    )
    byItself.push(...together)
  }
  for (const { attempt, outcome } of byItself) {
    await record(deps, attempt, outcome).then(
      () => {
        run.charged += 1
      },
      (error) => fail(run, attempt.chargeId, error),
    )
  }
  for (let recorded = 0; recorded < answers.length; recorded += 1) await deps.checkpoint('charge.recorded')
}
