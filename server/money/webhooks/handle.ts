import { DomainError } from '#domain/errors.ts'
import { endMandate, rememberBankAccount } from '#server/money/bank-accounts/index.ts'
import { learnRefusal, rememberCard, renewCard } from '#server/money/cards/index.ts'
import { chargeOfPayment, learnOutcome } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { recordDispute } from '#server/money/disputes/index.ts'
import { closeException } from '#server/money/exceptions/index.ts'
import { learnReversals } from '#server/money/payouts/index.ts'
import { type CardEvents, type EventSubject, UnknownState } from '#server/money/providers/index.ts'
import { learnRefunds } from '#server/money/refunds/index.ts'
import { learnAccount } from '#server/money/stripe-accounts/index.ts'
import { isId } from '#server/platform/base/ids.ts'
import { settleEach } from '#server/platform/jobs/runs.ts'
import { isGuestPledge } from '#server/season/pledges/guests/index.ts'
import { claimEvents, finishEvent, forgetEvents, giveUp, postponeEvent, type WaitingEvent } from './store.ts'

/** Looks up the object that an event is about at the card provider, outside any transaction. */
const HANDLERS: Record<
  EventSubject,
  (deps: Deps, events: CardEvents, reference: string, eventId: string) => Promise<void>
> = {
  payment: async (deps, events, reference, eventId) => {
    const facts = await events.payment(reference)
    if (facts) await learnOutcome(deps, facts, eventId)
  },
  refunds: async (deps, events, reference, eventId) => {
    const charge = await ourCharge(deps, events, reference, eventId)
    if (!charge) return
    await learnRefunds(deps, charge, await events.refunds(reference), reference)
  },
  dispute: async (deps, events, reference, eventId) => {
    const facts = await events.dispute(reference)
    if (!facts) return
    const { paymentReference } = facts
    const charge = await ourCharge(deps, events, paymentReference, eventId)
    if (!charge) {
      // Of money that nothing explains, if it is ours: its exception ends with it.
      if (facts.state === 'lost')
        await deps.db.transaction((tx) => closeException(deps, tx, paymentReference, 'The bank took it back'))
      return
    }
    // Refunds that were made are recorded first, no matter which event came first: a dispute takes what is left.
    await HANDLERS.refunds(deps, events, paymentReference, eventId)
    await recordDispute(deps, charge.campaignId, facts)
  },
  setup: async (deps, events, reference, eventId) => {
    const facts = await events.setup(reference)
    if (!facts || !isId(facts.userId)) return
    const { userId, refusal } = facts
    if (refusal) await learnRefusal(deps, events, { eventId, setupId: reference, userId, refusal })
    // A guest pledge keeps its own card, when it is held.
    if (!facts.paymentMethodId || (await isGuestPledge(deps.db, userId))) return
    // Removed from the account since then: there is nothing to store.
    const remember = facts.kind === 'card' ? rememberCard : rememberBankAccount
    const remembered = remember(deps, { userId }, facts.paymentMethodId)
    await remembered.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
  },
  card: async (deps, events, reference) => {
    const details = await events.card(reference)
    if (details) await renewCard(deps.db, details)
  },
  mandate: async (deps, events, reference) => {
    const ended = await events.endedMandate(reference)
    if (ended) await endMandate(deps, ended)
  },
  transfer: (deps, _, reference) => learnReversals(deps, reference),
  account: async (deps, _, reference) => void (await learnAccount(deps, reference)),
}

/**
 * The charge behind a payment; none if the payment is not ours. If it was made for one of our attempts and is not recorded
 * yet, it is recorded first, because events come in any order.
 */
async function ourCharge(deps: Deps, events: CardEvents, reference: string, eventId: string) {
  const known = await chargeOfPayment(deps.db, reference)
  if (known) return known
  await HANDLERS.payment(deps, events, reference, eventId)
  return chargeOfPayment(deps.db, reference)
}

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
