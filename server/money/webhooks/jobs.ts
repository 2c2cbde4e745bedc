import type { Deps } from '#server/money/deps.ts'
import { UnknownState } from '#server/money/providers/index.ts'
import { settleEach } from '#server/platform/jobs/each.ts'
import { HANDLERS } from './handlers.ts'
import { claimEvents, finishEvent, forgetEvents, giveUp, postponeEvent, type WaitingEvent } from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const BATCH = 100
const MAX_BATCHES = 100
/** With the waits below three days in all, as long as the card provider itself would retry. */
export const MAX_ATTEMPTS = 26
const LONGEST_WAIT_MINUTES = 240
const KEPT_DAYS = 90

/** After 1, 2, 4, 8 minutes and so on, at most four hours. */
const waitAfter = (attempts: number): number =>
  Math.min(2 ** (attempts - 1), LONGEST_WAIT_MINUTES) * MINUTE_MS

/** Processes the card provider's events. Two servers may run it at once: each event is claimed by one worker. */
export async function handleCardEvents(deps: Deps): Promise<void> {
  const { provider, events } = deps.cards
  if (!events) return
  const failures: unknown[] = []
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const now = deps.clock.now()
    const leaseUntil = new Date(now.getTime() + 5 * MINUTE_MS)
    const waiting = await claimEvents(deps.db, {
      provider,
      now,
      leaseUntil,
      limit: BATCH,
      maxAttempts: MAX_ATTEMPTS,
    })
    if (waiting.length === 0) break
    await settleEach(waiting, (event) => handle(deps, event)).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some card events could not be handled yet')
}

async function handle(deps: Deps, { id, type, subject, reference, attempts }: WaitingEvent): Promise<void> {
  const { provider, events } = deps.cards
  if (!events) return
  try {
    await HANDLERS[subject](deps, events, reference, id)
  } catch (error) {
    // Trying again would not help, and its deadline may be near.
    if (subject === 'dispute' && error instanceof UnknownState) {
      deps.log.error({ event: id, type }, 'a card event needs a newer version of the program; it is listed')
      return giveUp(deps.db, { provider, id }, { at: deps.clock.now(), maxAttempts: MAX_ATTEMPTS })
    }
    deps.log.warn({ event: id, type, attempts }, 'a card event could not be handled; it is tried again')
    await postponeEvent(deps.db, { provider, id }, new Date(deps.clock.now().getTime() + waitAfter(attempts)))
    throw error
  }
  await finishEvent(deps.db, { provider, id }, deps.clock.now())
}

export const forgetCardEvents = (deps: Deps): Promise<void> =>
  forgetEvents(deps.db, new Date(deps.clock.now().getTime() - KEPT_DAYS * DAY_MS))
