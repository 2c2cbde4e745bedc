import type { Deps } from '#server/platform/deps.ts'
import { inGroups } from '#server/platform/jobs/each.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { type Answer, record, recordTogether } from './actions.recording.ts'
import { ask, type Claimed, claimDue, type Turn, waitForBank } from './actions.ts'
import { listDue } from './queries.claiming.ts'

/** Claimed together: few enough that each is charged soon, and that pausing takes effect soon (R21). */
const BATCH = 100
/** Limit of one run; the rest is due again in the next one. */
const MAX_BATCHES = 1_000
/** After this many without an answer, something is wrong: the rest waits for the next run. */
const MAX_FAILURES = 50

type Run = { charged: number; failures: unknown[]; failedIds: string[] }

/**
 * Charges everything that is due. Two servers may run it at once: only one worker has a charge at a time. If it is stopped
 * anywhere and run again, the outcome is the same (R34).
 */
export async function runDueCharges(deps: Deps): Promise<number> {
  const run: Run = { charged: 0, failures: [], failedIds: [] }
  for (let round = 0; round < MAX_BATCHES && run.failures.length < MAX_FAILURES; round += 1) {
    const { turns, refused } = await claim(deps, run)
    // Nothing is left, or another server has claimed the rest.
    if (turns.length + refused === 0) break
    await charge(deps, run, turns)
  }
  const { failures } = run
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} charges got no answer`)
  return run.charged
}

/** One failure must not block the others: charges that cannot be claimed together are claimed one by one. */
async function claim(deps: Deps, run: Run): Promise<Claimed> {
  const which = { limit: BATCH, except: run.failedIds }
  try {
    return await claimDue(deps, which)
  } catch (error) {
    deps.log.warn(
      { error: describeError(error) },
      'charges could not be claimed together; claiming them one by one',
    )
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

/** A later run repeats the attempt under the same key when its lease expires. */
function fail(run: Run, chargeId: string, error: unknown): void {
  run.failures.push(error)
  run.failedIds.push(chargeId)
}

/**
 * Makes a limited number of calls to the card provider in parallel: the time is spent waiting, not on this machine.
 * Answers that arrive together are recorded together.
 */
async function charge(deps: Deps, run: Run, turns: readonly Turn[]): Promise<void> {
  const answers = inGroups<Answer>((group) => recordAll(deps, run, group))
  const queue = turns.values()
  const worker = async (): Promise<void> => {
    for (const attempt of queue) {
      // It waited so long that another worker may have claimed it.
      if (deps.clock.now() >= attempt.leaseUntil) continue
      const outcome = await ask(deps, attempt).catch((error) => fail(run, attempt.chargeId, error))
      if (!outcome) continue
      if (outcome.outcome === 'processing')
        await waitForBank(deps, attempt, outcome).catch((error) => fail(run, attempt.chargeId, error))
      else answers.add({ attempt, outcome })
    }
  }
  await Promise.all(Array.from({ length: deps.config.atOnce.charges }, worker))
  await answers.done()
}

/** If answers cannot be recorded together, each gets its own transaction: one failure undoes no other. */
async function recordAll(deps: Deps, run: Run, answers: readonly Answer[]): Promise<void> {
  const byItself = answers.filter(({ attempt }) => attempt.kind === 'link')
  const together = answers.filter(({ attempt }) => attempt.kind !== 'link')
  try {
    await recordTogether(deps, together)
    run.charged += together.length
  } catch (error) {
    deps.log.warn(
      { error: describeError(error) },
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
