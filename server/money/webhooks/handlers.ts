import { DomainError } from '#domain/errors.ts'
import { endMandate, rememberBankAccount } from '#server/money/bank-accounts/index.ts'
import { learnRefusal, rememberCard, renewCard } from '#server/money/cards/index.ts'
import { chargeOfPayment, learnOutcome } from '#server/money/charges/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { recordDispute } from '#server/money/disputes/index.ts'
import { closeException } from '#server/money/exceptions/index.ts'
import { learnReversals } from '#server/money/payouts/index.ts'
import type { CardEvents, EventSubject } from '#server/money/providers/index.ts'
import { learnRefunds } from '#server/money/refunds/index.ts'
import { isId } from '#server/platform/base/ids.ts'
import { isGuestPledge } from '#server/season/guest-pledges/index.ts'

/** Looks up the object that an event is about at the card provider, outside any transaction (R34). */
export const HANDLERS: Record<
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
    // A guest pledge keeps its own card, when it is held (R59).
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
