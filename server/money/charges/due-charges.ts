import {
  CARD_DISPUTED,
  CARD_OF_OTHER_PROVIDER,
  DEBIT_TOO_LATE,
  MANDATE_ENDED,
} from '#domain/billing/charge-status.ts'
import type { Deps } from '#server/money/deps.ts'
import { auditAll } from '#server/platform/audit/audit.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { inGroups, leaseFrom } from '#server/platform/jobs/runs.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { ask, attemptIdOf, mayBePaid, type Turn, waitForBank } from './attempt.ts'
import * as store from './attempts-store.ts'
import type { ProviderInUse } from './charges-store.ts'
import { receiptFactsOf } from './pledge-charges.ts'
import { type Answer, notify, record, recordTogether } from './recording.ts'
import { markPastDue, setStates } from './recording-store.ts'

/** Claimed together: few enough that each is charged soon, and that pausing takes effect soon. */
const BATCH = 100
/** Limit of one run; the rest is due again in the next one. */
const MAX_BATCHES = 1_000
/** After this many without an answer, something is wrong: the rest waits for the next run. */
const MAX_FAILURES = 50

type Run = { charged: number; failures: unknown[]; failedIds: string[] }

/**
 * Charges everything that is due. Two servers may run it at once: only one worker has a charge at a time. If it is stopped
 * anywhere and run again, the outcome is the same.
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
  for (const only of await store.listDue(deps.db, deps.clock.now(), deps.cards, which)) {
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

/** `refused`: how many were not sent, because the current card provider cannot charge their cards. */
type Claimed = { turns: Turn[]; refused: number }

/**
 * Claims due charges, a limited number at a time. Each attempt is a committed row, whose id is the key, before the card
 * provider is called. An attempt without an answer is claimed again when its lease has expired.
 */
function claimDue(deps: Deps, which: store.Wanted): Promise<Claimed> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const leaseUntil = leaseFrom(now)
    const heldIds = await store.lockDue(tx, now, deps.cards, which)
    if (heldIds.length === 0) return { turns: [], refused: 0 }
    const held = await store.claimables(tx, heldIds, now)
    const known = held.flatMap((charge) => knownTry(charge, now))
    if (known.length > 0)
      await store.noteOf(
        tx,
        known.map(({ id }) => id),
        { leaseUntil },
      )
    const untried = held.filter(({ attemptId }) => attemptId === null)
    const ours: store.Claimable[] = []
    const refused = new Map<string, store.Claimable[]>()
    for (const charge of untried) {
      const code = codeToRefuse(charge, deps.cards)
      if (code === null) ours.push(charge)
      else refused.set(code, [...(refused.get(code) ?? []), charge])
    }
    for (const [code, charges] of refused) await refuseCards(deps, tx, charges, code)
    const started = { startedAt: now, kind: 'off_session', isRepeat: false } as const
    const fresh = ours.map((charge) => ({
      ...charge,
      ...started,
      id: attemptIdOf(charge, started.kind),
      mayBePaid: mayBePaid(charge, charge.attemptsMade, now),
    }))
    if (fresh.length > 0) await store.startAttempts(tx, fresh, leaseUntil)
    const turns = [...known, ...fresh].map((attempt) => ({ ...attempt, leaseUntil }))
    return { turns, refused: untried.length - ours.length }
  })
}

/** The charge's attempt that never got an answer, if there is one. */
function knownTry(charge: store.Claimable, now: Date): store.ClaimedAttempt[] {
  const { attemptId: id, attemptStartedAt: startedAt, attemptKind: kind } = charge
  if (!id || !startedAt || !kind) return []
  const isPaid = mayBePaid(charge, charge.attemptsMade - 1, now)
  return [{ ...charge, id, startedAt, kind, mayBePaid: isPaid, isRepeat: true }]
}

/** Why the saved card or account can no longer be charged; null if it can. */
function codeToRefuse(charge: store.Claimable, inUse: ProviderInUse): string | null {
  const { card, moneyMode } = charge
  // A card belongs to the card provider that saved it, and to its kind of money; a charge to its campaign's.
  const isOurs = card.provider === inUse.provider && card.moneyMode === inUse.moneyMode
  if (!isOurs || moneyMode !== inUse.moneyMode) return CARD_OF_OTHER_PROVIDER
  if (charge.isMandateEnded) return MANDATE_ENDED
  if (charge.isTooLate) return DEBIT_TOO_LATE
  return charge.isCardDisputed ? CARD_DISPUTED : null
}

/** Not sent: only another card can help. */
async function refuseCards(
  deps: Deps,
  tx: Transaction,
  charges: readonly store.Claimable[],
  code: string,
): Promise<void> {
  const end = { state: 'past_due', failureCode: code, chargeAt: null, succeededAt: null } as const
  await setStates(
    tx,
    charges.map(({ chargeId }) => ({ ...end, chargeId })),
  )
  await markPastDue(
    tx,
    charges.map(({ pledgeId }) => pledgeId),
  )
  const facts = await receiptFactsOf(tx, charges)
  const news = { kind: 'pay_link', code } as const
  await notify(
    deps,
    tx,
    charges.map((charge, place) => ({ ...charge, facts: facts[place] as (typeof facts)[number], news })),
  )
  await auditAll(
    tx,
    deps.clock,
    charges.map(({ chargeId, campaignId, amountCents, savedKind }) => ({
      actorId: null,
      action: 'charge.refuse',
      subject: 'charge',
      subjectId: chargeId,
      campaignId,
      after: { amountCents, code, ...(savedKind === 'bank_account' ? { method: savedKind } : {}) },
    })),
  )
}
